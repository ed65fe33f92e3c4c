import { sql, type RawBuilder } from 'kysely'

/**
 * True for confirmed stays whose guests have not left: until the day of departure begins at the property. What a second source
 * tells of a stay is none beside it.
 */
export function standsUntilDeparture(now: Date, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('status')} = 'confirmed' and ${column('completes_at')} > ${now}::timestamptz + interval '1 day'
    and ${column('merged_into')} is null)`
}
