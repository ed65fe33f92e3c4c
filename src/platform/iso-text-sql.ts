/**
 * Formats a time as the API does, where the database builds the JSON. `column` must be a name in the
 * statement, never a value.
 */
export const isoText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
