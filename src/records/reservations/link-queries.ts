/** Bookings, inquiries and conversations refer to each other by the source's ids and arrive in any order. */
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Write } from '../../platform/outbox.ts'
import type { InquiryChange } from '../inquiries/events.ts'
import type { StoredReservation } from './row.ts'

/** Links records to reservations just stored. Returns inquiries with the same id, which became these bookings. */
export async function linkReservations(
  { tx, scope, at }: Write,
  connectionId: string,
  rows: readonly Pick<StoredReservation, 'id' | 'external_id'>[],
): Promise<InquiryChange[]> {
  const ids = rows.map(({ id }) => id)
  const externalIds = rows.map(({ external_id }) => external_id)
  const { rows: settled } = await sql<{ id: string; status: string; reservation_id: string | null }>`
    with old as (
      select id, status, reservation_id from inquiries
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
        and external_id = any(${externalIds}::text[])
    ), conversed as (
      update conversations c
      set reservation_id = coalesce(r.merged_into, r.id), guest_id = coalesce(r.guest_id, c.guest_id), listing_id = coalesce(c.listing_id, r.listing_id),
          updated_at = ${at}
      from reservations r
      where c.workspace_id = ${scope.workspaceId} and c.connection_id = ${connectionId}
        and c.source_reservation_id = any(${externalIds}::text[])
        and r.workspace_id = c.workspace_id and r.id = any(${ids}::bigint[]) and r.external_id = c.source_reservation_id
        and (c.reservation_id is distinct from coalesce(r.merged_into, r.id)
             or c.guest_id is distinct from coalesce(r.guest_id, c.guest_id))
    )
    update inquiries i
    set status = case when r.status <> 'cancelled' then 'booked'
                      when r.status_detail = 'declined' then 'declined' else 'expired' end,
        reservation_id = case when r.status <> 'cancelled' then coalesce(r.merged_into, r.id) end,
        lapses_at = null, source_hash = null, updated_at = ${at}, revision = i.revision + 1
    from reservations r, old
    where i.workspace_id = ${scope.workspaceId} and i.id = old.id
      and r.workspace_id = i.workspace_id and r.connection_id = i.connection_id and r.external_id = i.external_id
      and (i.status in ('open', 'pre_approved', 'special_offer_sent')
           or (r.status <> 'cancelled' and i.reservation_id is distinct from coalesce(r.merged_into, r.id)))
    returning i.id, old.status, old.reservation_id ${prepared}`.execute(tx)
  return settled.map(({ id, status, reservation_id: reservationId }) => ({
    id,
    previous: { status, reservationId },
  }))
}

/** A booking that came from an inquiry, by the source's ids. */
export interface InquiryBooking {
  inquiry: string
  booking: string
}

/**
 * Settles inquiries at sources that give the booking another id, and returns them. A booking older than the question
 * belongs to an earlier one; clocks may differ by five minutes.
 */
export async function settleInquiries(
  write: Write,
  connectionId: string,
  asked: readonly InquiryBooking[],
): Promise<InquiryChange[]> {
  if (asked.length === 0) return []
  const { tx, scope } = write
  const given = sql`
    select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (inquiry text, booking text)`
  await sql`
    with asked as (${given})
    update reservations r
    set inquiry_external_id = asked.inquiry
    from asked
    where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId}
      and r.external_id = asked.booking ${prepared}`.execute(tx)
  return settle(write, connectionId, given, isBookedSince)
}

/** Settles inquiries read after their booking: equal nights prove it, or that both are new. */
export async function settleBooked(
  write: Write,
  connectionId: string,
  ids: readonly string[],
): Promise<InquiryChange[]> {
  if (ids.length === 0) return []
  const given = sql`
    select i.external_id as inquiry, r.external_id as booking
    from inquiries i
    join reservations r on r.workspace_id = i.workspace_id and r.connection_id = i.connection_id
                       and r.inquiry_external_id = i.external_id
    where i.workspace_id = ${write.scope.workspaceId} and i.id = any(${[...ids]}::bigint[])
      and i.reservation_id is null`
  const isOfSameNights = sql`(i.check_in, i.check_out) = (r.check_in, r.check_out)`
  // Without `booked_at` nobody knows which of the two is newer.
  const areBothNew = sql`i.created_at = ${write.at} and r.booked_at >= i.created_at - interval '5 minutes'`
  return settle(write, connectionId, given, sql<boolean>`(${isOfSameNights} or ${areBothNew})`)
}

const isBookedSince = sql<boolean>`coalesce(r.booked_at, r.created_at) >= i.created_at - interval '5 minutes'`

async function settle(
  { tx, scope, at }: Write,
  connectionId: string,
  given: RawBuilder<unknown>,
  isBookedFrom: RawBuilder<boolean>,
): Promise<InquiryChange[]> {
  const { rows } = await sql<{ id: string; status: string; reservation_id: string | null }>`
    with asked as (${given}), booked as (
      select distinct on (i.id) i.id, i.external_id, i.status, i.reservation_id,
             coalesce(r.merged_into, r.id) as booking_id, r.external_id as booking, r.guest_id
      from asked
      join inquiries i on i.external_id = asked.inquiry
      join reservations r on r.workspace_id = i.workspace_id and r.connection_id = i.connection_id
                         and r.external_id = asked.booking
      where i.workspace_id = ${scope.workspaceId} and i.connection_id = ${connectionId}
        and i.status in ('open', 'pre_approved', 'special_offer_sent') and r.status <> 'cancelled'
        and ${isBookedFrom}
      order by i.id, r.id desc
    ), conversed as (
      update conversations c
      set reservation_id = booked.booking_id, source_reservation_id = booked.booking,
          guest_id = coalesce(booked.guest_id, c.guest_id), updated_at = ${at}
      from booked
      where c.workspace_id = ${scope.workspaceId} and c.connection_id = ${connectionId}
        and c.source_reservation_id = booked.external_id
    )
    update inquiries i
    set status = 'booked', reservation_id = booked.booking_id, lapses_at = null, source_hash = null, updated_at = ${at},
        revision = i.revision + 1
    from booked
    where i.workspace_id = ${scope.workspaceId} and i.id = booked.id
    returning i.id, booked.status, booked.reservation_id ${prepared}`.execute(tx)
  return rows.map(({ id, status, reservation_id: reservationId }) => ({
    id,
    previous: { status, reservationId },
  }))
}

/** Links conversations and bookings to inquiries just stored. */
export async function linkInquiries({ tx, scope, at }: Write, ids: readonly string[]): Promise<void> {
  await sql`
    update inquiries i
    set conversation_id = c.id
    from conversations c
    where i.workspace_id = ${scope.workspaceId} and i.id = any(${ids}::bigint[])
      and c.workspace_id = i.workspace_id and c.connection_id = i.connection_id
      and c.source_reservation_id = i.external_id and i.conversation_id is distinct from c.id ${prepared}`.execute(
    tx,
  )
  await sql`
    update conversations c
    set guest_id = coalesce(i.guest_id, c.guest_id), listing_id = coalesce(c.listing_id, i.listing_id), updated_at = ${at}
    from inquiries i
    where i.workspace_id = ${scope.workspaceId} and i.id = any(${ids}::bigint[])
      and c.workspace_id = i.workspace_id and c.id = i.conversation_id and c.reservation_id is null
      and (c.guest_id, c.listing_id)
          is distinct from (coalesce(i.guest_id, c.guest_id), coalesce(c.listing_id, i.listing_id)) ${prepared}`.execute(
    tx,
  )
}

/** Links conversations just stored, and returns the inquiries whose conversation changed. */
export async function linkConversations(
  { tx, scope, at }: Write,
  ids: readonly string[],
): Promise<InquiryChange[]> {
  await sql`
    update conversations c
    set reservation_id = coalesce(r.merged_into, r.id), guest_id = coalesce(r.guest_id, c.guest_id), listing_id = coalesce(c.listing_id, r.listing_id)
    from reservations r
    where c.workspace_id = ${scope.workspaceId} and c.id = any(${ids}::bigint[])
      and r.workspace_id = c.workspace_id and r.connection_id = c.connection_id
      and r.external_id = c.source_reservation_id`.execute(tx)
  await sql`
    update conversations c
    set guest_id = coalesce(i.guest_id, c.guest_id), listing_id = coalesce(c.listing_id, i.listing_id)
    from inquiries i
    where c.workspace_id = ${scope.workspaceId} and c.id = any(${ids}::bigint[]) and c.reservation_id is null
      and i.workspace_id = c.workspace_id and i.connection_id = c.connection_id
      and i.external_id = c.source_reservation_id`.execute(tx)
  const { rows } = await sql<{ id: string; before: string | null }>`
    with old as (
      select i.id, i.conversation_id, c.id as next_id
      from conversations c
      join inquiries i on i.workspace_id = c.workspace_id and i.connection_id = c.connection_id
                      and i.external_id = c.source_reservation_id
      where c.workspace_id = ${scope.workspaceId} and c.id = any(${ids}::bigint[])
        and i.conversation_id is distinct from c.id
    )
    update inquiries i
    set conversation_id = old.next_id, updated_at = ${at}, revision = i.revision + 1
    from old
    where i.workspace_id = ${scope.workspaceId} and i.id = old.id
    returning i.id, old.conversation_id as before`.execute(tx)
  return rows.map(({ id, before }) => ({ id, previous: { conversationId: before } }))
}
