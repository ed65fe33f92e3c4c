import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** The suffix of a statement that is planned once per connection, or each time while `isKnown` is false. */
export const planOnce = (isKnown: boolean): RawBuilder<unknown> => (isKnown ? prepared : sql``)

/** Whether the delivery tables were analyzed. A plan made for empty tables reads all rows and would stay cached. */
export async function areTablesAnalyzed(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select bool_and(reltuples >= 1000) as known from pg_class
    where oid in ('deliveries'::regclass, 'events'::regclass)`.execute(db)
  return rows[0]?.known ?? false
}
