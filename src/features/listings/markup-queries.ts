import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

export interface MarkupLink {
  /** The hotel on Booking.com; the listing's own id on Airbnb and Vrbo. */
  place: string
  listing_id: string
  markup_percent: string | null
  /** Whether the listing belongs to the requested account. */
  is_there: boolean
}

/** The listing's places on this channel, with the listings that share each. */
export async function markupLinks(
  db: Queryable,
  scope: Scope,
  listingId: string,
  channel: string,
): Promise<MarkupLink[]> {
  const { rows } = await sql<MarkupLink>`
    select distinct coalesce(other.hotel_id, other.external_id) as place, other.listing_id, other.markup_percent,
           ${inScope(scope, 'listings', 'owner')} as is_there
    from channel_links l
    join channel_links other on other.workspace_id = l.workspace_id and other.platform = l.platform
      and (other.listing_id = l.listing_id and other.external_id = l.external_id
           or l.platform = 'booking' and other.hotel_id = l.hotel_id)
    join listings owner on owner.workspace_id = other.workspace_id and owner.id = other.listing_id
    where l.workspace_id = ${scope.workspaceId} and l.listing_id = ${listingId} and l.platform = ${channel}
    order by other.listing_id`.execute(db)
  return rows
}
