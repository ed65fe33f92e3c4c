/** Homes of connected accounts with their listings. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'
import { provider } from './provider.ts'

export interface HomeRow {
  connectionId: string
  externalId: string
  listingId: string
  name: string
  city: string | null
  active: boolean
  archived: boolean
  currency: string | null
  keeper: ListingKeeper
  /** Whether our calendar is written there. */
  sells: boolean
  markupPercent: string | null
  /** When its whole calendar was last read; null: never, or it is kept here. */
  readAt: Date | null
}

/** `listingId` null: all listings. */
export async function homes(db: Queryable, scope: Scope, listingId: string | null): Promise<HomeRow[]> {
  const { rows } = await sql<HomeRow>`
    select k.connection_id as "connectionId", k.external_id as "externalId", k.listing_id as "listingId", l.name, l.city,
           l.active, l.archived_at is not null as archived, l.currency, ${keeperOf('l')} as keeper,
           exists (select from selling_links s where s.workspace_id = k.workspace_id
                   and s.connection_id = k.connection_id and s.external_id = k.external_id) as sells,
           (select c.markup_percent from channel_links c
            where c.workspace_id = k.workspace_id and c.listing_id = k.listing_id and c.platform = n.provider
              and c.external_id = k.external_id) as "markupPercent",
           (select r.read_at from calendar_reads r
            where r.workspace_id = l.workspace_id and r.listing_id = l.id and r.read_order > 0) as "readAt"
    from listing_links k
    join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where ${inScope(scope, 'listing_links', 'k')} and n.provider = ${provider}
      and (${listingId}::bigint is null or k.listing_id = ${listingId})
    order by k.listing_id, k.connection_id, k.external_id`.execute(db)
  return rows
}

export async function currencyOf(db: Queryable, scope: Scope, listingId: string): Promise<string | null> {
  const { rows } = await sql<{ currency: string | null }>`
    select l.currency from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(
    db,
  )
  return rows[0]?.currency ?? null
}
