import { sql, type RawBuilder } from 'kysely'

/** A moment as the API shows it, where the database makes the JSON. */
export const isoText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
