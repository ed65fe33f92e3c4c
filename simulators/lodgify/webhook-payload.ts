import { daysBetween } from '../kit/clock.ts'
import { SeededRandom } from '../kit/random.ts'
import { inboxUid, inventUid } from './projection.ts'
import { guestOf, roomsOf, type Booking, type Enquiry, type Message } from './records.ts'
import type { Store } from './store.ts'

/** Webhooks name a booking's fields differently than lists, and their dates have a meaningless time. */
export function bookingPayload(store: Store, booking: Booking): object {
  const { id, arrival, departure, property_id, currency_code, status } = booking
  const { name, email, phone: phone_number, country_code } = guestOf(booking)
  const property = store.property(booking)
  const total = String(booking.total_amount ?? 0)
  const amount_gross = {
    ...{ amount: total, total_room_rate_amount: total, total_fees_amount: '0' },
    ...{ total_taxes_amount: '0', total_promotions_amount: '0' },
  }
  return {
    booking: {
      ...{ type: 'Booking', id, status, date_created: booking.created_at },
      ...{ date_arrival: `${arrival}T00:00:00`, date_departure: `${departure}T00:00:00` },
      ...{ property_id, property_name: property?.name ?? null },
      property_image_url: property?.image_url ?? null,
      room_types: roomsOf(booking).map((room, index) => ({
        ...{ id: id * 10 + index, room_type_id: room.room_type_id, image_url: null },
        ...{ name: store.nameOf(booking, room) ?? '', people: room.people },
      })),
      ...{ add_ons: [], currency_code, source: booking.source, source_text: booking.source_text },
      ...{ notes: booking.notes, language: booking.language, ip_address: null, ip_country: null },
      ...{ is_policy_active: true, external_url: null, promotion_code: null },
      nights: daysBetween(arrival ?? '', departure ?? ''),
    },
    guest: { uid: inventUid(new SeededRandom(id)), name, email, phone_number, country: null, country_code },
    current_order: { id: id * 10, property_id, currency_code, status: 'Agreed', amount_gross },
    ...{ subowner: null, booking_total_amount: total, booking_currency_code: currency_code },
    total_transactions: { amount: String(booking.amount_paid ?? 0) },
    balance_due: String(booking.amount_due ?? 0),
  }
}

export function availabilityPayload(booking: Booking): object {
  const { property_id, arrival, departure, source } = booking
  const room_type_ids = roomsOf(booking).map(({ room_type_id }) => room_type_id)
  return { property_id, room_type_ids, start: `${arrival}T00:00:00`, end: `${departure}T00:00:00`, source }
}

export function messagePayload(row: Booking | Enquiry, message: Message): object {
  const { id: message_id, subject, date_created: creation_time, attachments } = message
  return {
    ...{ thread_uid: row.thread_uid, inbox_uid: inboxUid(row), guest_name: guestOf(row).name },
    ...{ message_id, subject, message: message.message, creation_time },
    has_attachments: attachments.length > 0,
  }
}
