import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

export async function listingActivity(db: Queryable, scope: Scope, ids: readonly string[]) {
  return from(db, scope, 'listings')
    .select(['listings.id', 'listings.name', 'listings.active', 'listings.inactive_reason'])
    .where(sql<boolean>`listings.id = any(${ids}::bigint[])`)
    .modifyEnd(prepared)
    .execute()
}

/** Counts the active listings, which is what the plan limits. */
export async function activeListingCount(db: Queryable, scope: Scope): Promise<number> {
  const row = await from(db, scope, 'listings')
    .select(sql<string>`count(*)`.as('total'))
    .where('listings.active', '=', true)
    .where('listings.archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Null where there is no such record, or it has no listing. */
export async function listingOfRecord(
  db: Queryable,
  scope: Scope,
  table: 'reservations' | 'conversations',
  id: string,
): Promise<string | null> {
  const { rows } = await sql<{ listing_id: string | null }>`
    select t.listing_id::text from ${sql.table(table)} t where ${inScope(scope, table, 't')} and t.id = ${id}::bigint`.execute(
    db,
  )
  return rows[0]?.listing_id ?? null
}
