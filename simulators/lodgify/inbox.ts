/** The older version of the API shows bookings and enquiries in one list, with other fields. */
import { guestOf, isBooking, roomsOf } from './records.ts'
import type { BookedRoom, Booking, Enquiry, GuestBreakdown } from './records.ts'
import type { Store } from './store.ts'

export function inboxItem(store: Store, row: Booking | Enquiry): object {
  const property = store.property(row)
  const code = isBooking(row) ? row.currency_code : (property?.currency_code ?? null)
  const { note: _note, ...own } = isBooking(row) ? bookingParts(row) : row
  return {
    ...own,
    type: isBooking(row) ? 'Booking' : 'Enquiry',
    booking_type: isBooking(row) ? 'Rental' : null,
    property_name: property?.name ?? null,
    rooms: roomsOf(row).map((room) => ({ ...room, name: store.nameOf(row, room) })),
    currency: { id: 1, code, name: code, euro_forex: 1, symbol: code },
  }
}

/** Returns a booking's fields under the names of enquiries. */
function bookingParts(booking: Booking): Enquiry {
  const { name, email, phone, country_code } = guestOf(booking)
  const [first, ...rest] = (name ?? '').split(' ')
  const { id, status, source, source_text, arrival, departure, property_id, rooms } = booking
  const { created_at, updated_at, is_deleted, total_amount, thread_uid } = booking
  const sum = (of: (room: BookedRoom) => number) =>
    roomsOf(booking).reduce((total, room) => total + of(room), 0)
  const ofParty = (part: keyof GuestBreakdown) => sum(({ guest_breakdown }) => guest_breakdown[part])
  return {
    ...{ id, status, source, source_text, arrival, departure, property_id, rooms },
    guest: {
      guest_name: { first_name: first ?? null, last_name: rest.join(' '), full_name: name },
      ...{ name, email, phone, country_code, locale: booking.language, external_id: null, id: null },
      ...{ street_address1: null, street_address2: null, city: null, postal_code: null, state: null },
      country_name: null,
    },
    people: sum(({ people }) => people),
    total_guest_breakdown: {
      ...{ adults: ofParty('adults'), children: ofParty('children') },
      ...{ infants: ofParty('infants'), pets: ofParty('pets') },
    },
    ...{ created_at, updated_at, is_deleted, date_deleted: is_deleted === true ? updated_at : null },
    ...{ is_replied: true, total_amount, total_paid: booking.amount_paid ?? 0 },
    ...{ amount_to_pay: booking.amount_due, thread_uid, note: booking.notes },
  }
}

/** Adds what a single row has beyond the list. */
export function inboxDetail(store: Store, row: Booking | Enquiry): object {
  const messages = store.world.threads.messagesIn(row.thread_uid)
  return {
    ...inboxItem(store, row),
    note: isBooking(row) ? row.notes : row.note,
    messages: messages.map(({ subject, message, type, date_created: created_at }) => ({
      ...{ subject, message, type, is_replied: true, created_at },
    })),
    ...{ payment_type: null, payment_address: null, payment_website_id: null },
    check_in: isBooking(row) ? row.check_in : null,
    check_out: isBooking(row) ? row.check_out : null,
  }
}
