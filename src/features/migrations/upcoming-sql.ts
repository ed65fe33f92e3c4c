import { sql, type RawBuilder } from 'kysely'

/**
 * True for confirmed stays until the day of departure begins at the property. A second source's copy of a
 * stay does not count.
 */
export function standsUntilDeparture(now: Date, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('status')} = 'confirmed' and ${column('completes_at')} > ${now}::timestamptz + interval '1 day'
    and ${column('merged_into')} is null)`
}
