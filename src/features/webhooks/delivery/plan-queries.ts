import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** The end of a statement that is planned once for each connection, or each time as long as `isKnown` is false. */
export const planOnce = (isKnown: boolean): RawBuilder<unknown> => (isKnown ? prepared : sql``)

/**
 * Whether the database knows what the tables of deliveries are like. A plan that was made for empty ones reads all of their rows, and
 * would be kept until somebody looks at them.
 */
export async function areTablesAnalyzed(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select bool_and(reltuples >= 1000) as known from pg_class
    where oid in ('deliveries'::regclass, 'events'::regclass)`.execute(db)
  return rows[0]?.known ?? false
}
