/** Units of a channel, which are listings, rooms or homes, with the listings they are of. */
import { sql } from 'kysely'
import type { SyncCategory } from '../../../contract/records/listing.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'
import { syncCategoryOf } from '../../../records/listings/sync-category.ts'

export interface LinkedUnit {
  connectionId: string
  /** The channel's id of the unit: a listing, a room or a home. */
  externalId: string
  listingId: string
  name: string
  publicName: string | null
  city: string | null
  active: boolean
  inactiveReason: string | null
  archived: boolean
  currency: string | null
  unitCount: number
  /** The number of guests it sleeps; null: unknown. */
  capacity: number | null
  keeper: ListingKeeper
  /** The channel's name for the unit, where the listing has its own. */
  unitName: string | null
  /** Whether our calendar is written there. */
  sells: boolean
  /** null: our calendar is not written there. */
  mendsDrift: boolean | null
  /** Markup of this unit on our prices. */
  markupPercent: string | null
  /** null: unknown. */
  syncCategory: SyncCategory | null
  /** When its whole calendar was last read; null: never, or it is kept here. */
  readAt: Date | null
}

export interface LinkedUnitFilter {
  listingId?: string | undefined
  connectionId?: string
}

/** Of every account ever connected, by connection and the channel's id. */
export async function linkedUnits(
  db: Queryable,
  scope: Scope,
  provider: string,
  { listingId, connectionId }: LinkedUnitFilter = {},
): Promise<LinkedUnit[]> {
  const { rows } = await sql<LinkedUnit>`
    select k.connection_id as "connectionId", k.external_id as "externalId", k.listing_id as "listingId", l.name,
           l.public_name as "publicName", l.city, l.active, l.inactive_reason as "inactiveReason",
           l.archived_at is not null as archived, l.currency, l.unit_count as "unitCount",
           (l.details->>'personCapacity')::int as capacity, ${keeperOf('l', scope)} as keeper, k.unit_name as "unitName",
           s.external_id is not null as sells, s.mends_drift as "mendsDrift", c.markup_percent as "markupPercent",
           ${syncCategoryOf('c')} as "syncCategory", r.read_at as "readAt"
    from listing_links k
    join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
      and s.external_id = k.external_id
    left join channel_links c on c.workspace_id = k.workspace_id and c.listing_id = k.listing_id
      and c.platform = n.provider and c.external_id = k.external_id
    left join calendar_reads r on r.workspace_id = l.workspace_id and r.listing_id = l.id and r.read_order > 0
    where ${inScope(scope, 'listing_links', 'k')} and n.provider = ${provider}
      and (${listingId ?? null}::bigint is null or k.listing_id = ${listingId ?? null})
      and (${connectionId ?? null}::bigint is null or k.connection_id = ${connectionId ?? null})
    order by k.connection_id, k.external_id`.execute(db)
  return rows
}
