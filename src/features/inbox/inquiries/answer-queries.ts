import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { relayOf, type RelayAccount } from '../../../upstream/acts/public.ts'
import { shownStatus } from '../../../records/inquiries/queries.ts'
import type { InquiryState, OfferState } from '../../../records/inquiries/state.ts'
import type { StoredPrice } from '../../../records/inquiries/offer-queries.ts'

/** A conversation with its latest inquiry, and the fields that answering needs. */
export interface InquiryThread {
  id: string
  external_id: string | null
  platform: string | null
  listing_id: string | null
  reservation_id: string | null
  relay: RelayAccount | null
  inquiry_id: string | null
  inquiry_external_id: string | null
  inquiry_status: InquiryState | null
  inquiry_channel: string | null
  inquiry_listing_id: string | null
}

export async function inquiryThread(
  db: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<InquiryThread | undefined> {
  const { rows } = await sql<InquiryThread>`
    select c.id, c.external_id, c.platform, c.listing_id, c.reservation_id, ${relayOf(scope, 'c')} as relay,
           i.id as inquiry_id, i.external_id as inquiry_external_id, i.status as inquiry_status,
           i.channel as inquiry_channel, i.listing_id as inquiry_listing_id
    from conversations c
    left join lateral (
      select inquiries.id, inquiries.external_id, inquiries.channel, inquiries.listing_id, ${shownStatus(now)} as status
      from inquiries
      where inquiries.workspace_id = ${scope.workspaceId}::bigint and inquiries.conversation_id = c.id
      order by inquiries.created_at desc, inquiries.id desc limit 1) i on true
    where ${inScope(scope, 'conversations', 'c')} and c.id = ${id}`.execute(db)
  return rows[0]
}

export interface OfferedListing {
  id: string
  /** The conversation account's id of the listing; null: not linked there. */
  external_id: string | null
  currency: string | null
  time_zone: string | null
  airbnb_id: string | null
}

export async function offeredListing(
  db: Queryable,
  scope: Scope,
  id: string,
  connectionId: string | null,
): Promise<OfferedListing | undefined> {
  const { rows } = await sql<OfferedListing>`
    select l.id, l.currency, l.time_zone,
           (select external_id from listing_links k
            where k.workspace_id = ${scope.workspaceId} and k.listing_id = l.id and k.connection_id = ${connectionId}::bigint
            order by (l.connection_id, l.external_id) = (k.connection_id, k.external_id) desc nulls last, k.external_id
            limit 1) as external_id,
           coalesce(
             (select external_id from channel_links k
              where k.workspace_id = ${scope.workspaceId} and k.listing_id = l.id and k.platform = 'airbnb'
              order by external_id limit 1),
             -- Of an account of Airbnb itself.
             (select k.external_id from listing_links k
              join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id and c.provider = 'airbnb'
              where k.workspace_id = ${scope.workspaceId} and k.listing_id = l.id
                and k.connection_id = ${connectionId}::bigint
              order by k.external_id limit 1)) as airbnb_id
    from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${id}`.execute(db)
  return rows[0]
}

/** The offer was requested and its outcome is unknown. */
export async function isOfferOpen(
  db: Queryable,
  scope: Scope,
  conversationId: string,
  offerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from vendor_acts
    where workspace_id = ${scope.workspaceId} and kind = 'send_offer' and request ->> 'offerId' = ${offerId}
      and request -> 'offer' ->> 'conversationId' = ${conversationId} and state in ('asking', 'unknown', 'done')
    limit 1`.execute(db)
  return rows.length > 0
}

export interface OfferColumns {
  id: string
  external_id: string
  conversation_id: string
  inquiry_id: string
  listing_id: string | null
  airbnb_id: string | null
  channel: string
  status: OfferState
  inquiry_status: InquiryState
  check_in: string | null
  check_out: string | null
  guests: { adults?: number; children?: number; infants?: number; pets?: number } | null
  price: StoredPrice
  currency: string | null
  message: string | null
  expires_at: Date | null
  created_at: Date
}

export async function offer(
  db: Queryable,
  scope: Scope,
  conversationId: string,
  id: string,
  now: Date,
): Promise<OfferColumns | undefined> {
  const { rows } = await sql<OfferColumns>`
    select o.id, o.external_id, o.conversation_id, o.inquiry_id, o.listing_id, o.channel, o.status, o.check_in,
           o.check_out, o.guests, o.price, o.currency, o.message, o.expires_at, o.created_at,
           ${shownStatus(now)} as inquiry_status,
           (select external_id from channel_links k
            where k.workspace_id = ${scope.workspaceId} and k.listing_id = o.listing_id and k.platform = 'airbnb'
            order by external_id limit 1) as airbnb_id
    from special_offers o
    join inquiries on inquiries.workspace_id = o.workspace_id and inquiries.id = o.inquiry_id
    where ${inScope(scope, 'special_offers', 'o')} and o.conversation_id = ${conversationId} and o.id = ${id}`.execute(
    db,
  )
  return rows[0]
}
