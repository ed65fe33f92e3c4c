import { sql } from 'kysely'
import { prepared } from '../../../platform/prepared-statements.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { SyncCategory } from '../../../contract/records/listing.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'
import { syncCategoryOf } from '../../../records/listings/sync-category.ts'

export interface WrittenListing {
  id: string
  name: string
  active: boolean
  inactive_reason: string | null
  archived_at: Date | null
  currency: string | null
  keeper: ListingKeeper
  /** Airbnb's sync category, where Airbnb keeps the listing. */
  sync_category: SyncCategory | null
}

export async function writtenListings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<WrittenListing[]> {
  const { rows } = await sql<WrittenListing>`
    select l.id, l.name, l.active, l.inactive_reason, l.archived_at, l.currency, ${keeperOf('l', scope)} as keeper,
           (select ${syncCategoryOf('c')} from channel_links c
            where c.workspace_id = ${scope.workspaceId} and c.listing_id = l.id and c.platform = 'airbnb'
              and c.external_id = l.external_id) as sync_category
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = any(${ids}::bigint[]) ${prepared}`.execute(db)
  return rows
}
