/** SQL of a moment as the API shows it, where the database makes the JSON. `column` is a name in the statement, never a value. */
export const isoText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
