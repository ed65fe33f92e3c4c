import { sql } from 'kysely'
import type { SyncCategory } from '../../../contract/records/listing.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

/** A property's room with its listing. */
export interface RoomRow {
  connectionId: string
  roomId: string
  listingId: string
  name: string
  publicName: string | null
  city: string | null
  active: boolean
  inactiveReason: string | null
  /** Whether reading the property created the listing, which then has the room's name. */
  isKept: boolean
  /** Whether our calendar is written there. */
  sells: boolean
  /** null: our calendar is not written there. */
  mendsDrift: boolean | null
  markupPercent: string | null
  syncCategory: SyncCategory | null
  /** The property's name for the room, where the listing has its own. */
  unitName: string | null
  /** The number of guests it sleeps, if known. */
  capacity: number | null
}

/** Rooms of all properties, including disconnected ones. */
export async function rooms(
  db: Queryable,
  scope: Scope,
  { listingId = null }: { listingId?: string | null } = {},
): Promise<RoomRow[]> {
  const { rows } = await sql<RoomRow>`
    select k.connection_id as "connectionId", k.external_id as "roomId", k.listing_id as "listingId", l.name,
           l.public_name as "publicName", l.city, l.active, l.inactive_reason as "inactiveReason",
           k.unit_name as "unitName", (l.details->>'personCapacity')::int as capacity,
           l.connection_id is not distinct from k.connection_id as "isKept",
           s.external_id is not null as sells, s.mends_drift as "mendsDrift",
           (select c.markup_percent from channel_links c
            where c.workspace_id = k.workspace_id and c.listing_id = k.listing_id and c.platform = n.provider
              and c.external_id = k.external_id) as "markupPercent",
           (select c.sync_category from channel_links c
            where c.workspace_id = k.workspace_id and c.listing_id = k.listing_id and c.platform = n.provider
              and c.external_id = k.external_id) as "syncCategory"
    from listing_links k
    left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
      and s.external_id = k.external_id
    join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where ${inScope(scope, 'listing_links', 'k')} and n.provider = 'booking' and l.archived_at is null
      and (${listingId}::bigint is null or k.listing_id = ${listingId})
    order by k.connection_id, k.external_id`.execute(db)
  return rows
}
