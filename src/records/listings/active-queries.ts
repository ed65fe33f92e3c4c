import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'

export async function listingActivity(db: Queryable, scope: Scope, ids: readonly string[]) {
  return from(db, scope, 'listings')
    .select(['listings.id', 'listings.name', 'listings.active', 'listings.inactive_reason'])
    .where(sql<boolean>`listings.id = any(${ids}::bigint[])`)
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
