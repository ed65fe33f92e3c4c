/** Reads a workspace's records in the form of canonical records. */
import { sql } from 'kysely'
import type { Services } from '../../../src/services.ts'

type Db = Services['db']
export type StoredRow = Record<string, unknown> & { externalId: string }

async function rowsOf(db: Db, query: ReturnType<typeof sql<StoredRow>>): Promise<Map<string, StoredRow>> {
  const { rows } = await query.execute(db)
  return new Map(rows.map((row) => [row.externalId, row]))
}

export const heldListings = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select l.external_id as "externalId", l.model, l.name, l.public_name as "publicName", l.street, l.city, l.state,
        l.postal_code as "postalCode", l.country_code as "countryCode", l.latitude, l.longitude,
        l.time_zone as "timeZone", l.currency, l.lifecycle_status as "lifecycleStatus",
        l.thumbnail_url as "thumbnailUrl", l.default_nightly_price as "defaultNightlyPrice",
        l.min_nights as "minNights", l.max_nights as "maxNights", l.unit_count as "unitCount", l.content, l.details,
        l.amenities, l.photos, l.archived_at is not null as "isGone", a.external_account_id as "accountExternalId",
        (select jsonb_agg(jsonb_build_object('platform', c.platform, 'externalId', c.external_id, 'hotelId', c.hotel_id,
           'active', c.active, 'syncEnabled', c.sync_enabled, 'markupPercent', c.markup_percent::text))
         from channel_links c where c.workspace_id = l.workspace_id and c.listing_id = l.id) as channels
      from listings l left join accounts a on a.workspace_id = l.workspace_id and a.id = l.account_id
      where l.workspace_id = ${workspaceId}`,
  )

export const heldUnits = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select u.external_id as "externalId", u.name, u.active, p.external_id as "parentExternalId",
        u.housekeeping_status as "housekeepingStatus", u.floor,
        (select jsonb_agg(l.external_id order by l.external_id) from listing_units lu
         join listings l on l.workspace_id = lu.workspace_id and l.id = lu.listing_id
         where lu.workspace_id = u.workspace_id and lu.unit_id = u.id) as "listingExternalIds"
      from units u left join units p on p.workspace_id = u.workspace_id and p.id = u.parent_id
      where u.workspace_id = ${workspaceId}`,
  )

export const heldReservations = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select r.id, r.external_id as "externalId", l.external_id as "listingExternalId", u.external_id as "unitExternalId",
        r.confirmation_code as "confirmationCode", r.source, r.status, r.status_detail as "statusDetail",
        r.pending_reason as "pendingReason", r.check_in::text as "checkIn", r.check_out::text as "checkOut",
        r.check_in_time as "checkInTime", r.check_out_time as "checkOutTime", r.booked_at as "bookedAt",
        l.time_zone as "timeZone", r.cancelled_at as "cancelledAt", r.cancelled_by as "cancelledBy", r.occupancy, r.total_price as "totalPrice",
        r.currency, r.payment_status as "paymentStatus", r.financials, r.guest_details as "guestDetails",
        r.source_status as "sourceStatus",
        jsonb_build_object('firstName', g.first_name, 'lastName', g.last_name, 'language', g.language,
          'country', g.country) as guest,
        (select jsonb_agg(c.value) from guest_contacts c where c.workspace_id = g.workspace_id and c.guest_id = g.id)
          as contacts
      from reservations r
      join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
      left join units u on u.workspace_id = r.workspace_id and u.id = r.unit_id
      left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
      where r.workspace_id = ${workspaceId}`,
  )

export const heldInquiries = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select i.external_id as "externalId", l.external_id as "listingExternalId", i.channel, i.status,
        i.check_in::text as "checkIn", i.check_out::text as "checkOut", i.guests as occupancy,
        i.expected_payout_amount as payout, i.respond_by as "respondBy", i.responded_at as "respondedAt",
        i.source_status as "sourceStatus"
      from inquiries i left join listings l on l.workspace_id = i.workspace_id and l.id = i.listing_id
      where i.workspace_id = ${workspaceId}`,
  )

export const heldConversations = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select c.external_id as "externalId", c.platform, c.external_thread_id as "externalThreadId",
        l.external_id as "listingExternalId", c.source_reservation_id as "reservationExternalId",
        r.external_id as "linkedTo", c.subject, c.last_message_at as "lastMessageAt", c.unread_count as "unreadCount",
        jsonb_build_object('firstName', g.first_name, 'lastName', g.last_name) as guest
      from conversations c
      left join listings l on l.workspace_id = c.workspace_id and l.id = c.listing_id
      left join reservations r on r.workspace_id = c.workspace_id and r.id = c.reservation_id
      left join guests g on g.workspace_id = c.workspace_id and g.id = c.guest_id
      where c.workspace_id = ${workspaceId}`,
  )

export const heldMessages = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select c.external_id || ' ' || m.external_id as "externalId", m.direction, m.sender_type as "senderType",
        m.sender_name as "senderName", m.sender_avatar as "senderAvatar", m.channel, m.body, m.attachments,
        m.is_automated as "isAutomated", m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.read_at as "readAt"
      from messages m join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
      where m.workspace_id = ${workspaceId}`,
  )

export const heldReviews = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select v.external_id as "externalId", v.platform, v.provider_property_id as "listingExternalId",
        l.external_id as "linkedListing", r.external_id as "reservationExternalId", v.guest_name as "guestName",
        v.reviewer_role as "reviewerRole", v.rating, v.categories, v.public_review as "publicReview",
        v.private_feedback as "privateFeedback", v.is_reviewee_recommended as "isRevieweeRecommended",
        v.response_body as "responseBody", v.submitted_at as "submittedAt", v.expires_at as "expiresAt", v.hidden,
        v.language
      from reviews v
      left join listings l on l.workspace_id = v.workspace_id and l.id = v.listing_id
      left join reservations r on r.workspace_id = v.workspace_id and r.id = v.reservation_id
      where v.workspace_id = ${workspaceId}`,
  )

/** By listing and date. */
export const heldNights = (db: Db, workspaceId: string) =>
  rowsOf(
    db,
    sql<StoredRow>`
      select l.external_id || ' ' || d.date as "externalId", d.available, d.price, d.min_nights as "minNights",
        d.max_nights as "maxNights", d.closed_to_arrival as "closedToArrival",
        d.closed_to_departure as "closedToDeparture", d.available_units as "availableUnits", d.note
      from calendar_days d join listings l on l.workspace_id = d.workspace_id and l.id = d.listing_id
      where d.workspace_id = ${workspaceId}`,
  )
