import { daysBetween } from '../kit/clock.ts'
import { guestOf, roomsOf, type Booking, type Message, type Thread } from './booking-record.ts'
import type { Store } from './store.ts'
import { inventUid } from './invent-booking.ts'
import { SeededRandom } from '../kit/random.ts'

/** Webhooks name a booking's fields differently than lists, and their dates have a meaningless time. */
export function bookingPayload(store: Store, booking: Booking): object {
  const property = store.properties.get(booking.property_id)
  const guest = guestOf(booking)
  const total = String(booking.total_amount ?? 0)
  const amounts = {
    amount: total,
    total_room_rate_amount: total,
    total_fees_amount: '0',
    total_taxes_amount: '0',
    total_promotions_amount: '0',
  }
  return {
    booking: {
      type: 'Booking',
      id: booking.id,
      date_arrival: `${booking.arrival}T00:00:00`,
      date_departure: `${booking.departure}T00:00:00`,
      date_created: booking.created_at,
      property_id: booking.property_id,
      property_name: property?.name ?? null,
      property_image_url: property?.image_url ?? null,
      status: booking.status,
      room_types: roomsOf(booking).map(({ room_type_id, people }, index) => ({
        id: booking.id * 10 + index,
        room_type_id,
        image_url: null,
        name: store.lodgings.get(room_type_id)?.room.name ?? '',
        people,
      })),
      add_ons: [],
      currency_code: booking.currency_code,
      source: booking.source,
      source_text: booking.source_text,
      notes: booking.notes,
      language: booking.language,
      ip_address: null,
      ip_country: null,
      is_policy_active: true,
      external_url: null,
      nights: daysBetween(booking.arrival ?? '', booking.departure ?? ''),
      promotion_code: null,
    },
    guest: {
      uid: inventUid(new SeededRandom(booking.id)),
      name: guest.name,
      email: guest.email,
      phone_number: guest.phone,
      country: null,
      country_code: guest.country_code,
    },
    current_order: {
      id: booking.id * 10,
      property_id: booking.property_id,
      currency_code: booking.currency_code,
      status: 'Agreed',
      amount_gross: amounts,
    },
    subowner: null,
    booking_total_amount: total,
    booking_currency_code: booking.currency_code,
    total_transactions: { amount: String(booking.amount_paid ?? 0) },
    balance_due: String(booking.amount_due ?? 0),
  }
}

export function availabilityPayload(booking: Booking): object {
  return {
    property_id: booking.property_id,
    room_type_ids: roomsOf(booking).map(({ room_type_id }) => room_type_id),
    start: `${booking.arrival}T00:00:00`,
    end: `${booking.departure}T00:00:00`,
    source: booking.source,
  }
}

export function messagePayload(thread: Thread, message: Message): object {
  return {
    thread_uid: thread.thread_uid,
    message_id: message.id,
    inbox_uid: thread.inbox_uid,
    guest_name: thread.guest_name,
    subject: message.subject,
    message: message.message,
    creation_time: message.date_created,
    has_attachments: message.attachments.length > 0,
  }
}
