/** The older version of the API shows bookings and enquiries in one list, with other fields. */
import { nobody, roomsOf, type Booking, type Enquiry, type GuestBreakdown } from './booking-record.ts'
import type { Store } from './store.ts'

const currencyOf = (code: string | null) => ({
  id: 1,
  code,
  name: code,
  euro_forex: 1,
  symbol: code,
})

export interface InboxItem {
  id: number
  type: 'Booking' | 'Enquiry'
  status: string | null
  property_id: number | null
  arrival: string | null
  departure: string | null
  created_at: string | null
  updated_at: string | null
  is_deleted: boolean | null
}

export function inboxItemOfBooking(store: Store, booking: Booking): InboxItem & Record<string, unknown> {
  const guest = (booking.guest ?? nobody) as typeof nobody
  const [first, ...rest] = (guest.name ?? '').split(' ')
  const rooms = roomsOf(booking)
  const sum = (part: keyof GuestBreakdown) =>
    rooms.reduce((total, { guest_breakdown }) => total + guest_breakdown[part], 0)
  return {
    id: booking.id,
    type: 'Booking',
    booking_type: 'Rental',
    status: booking.status,
    source: booking.source,
    source_text: booking.source_text,
    guest: {
      guest_name: { first_name: first ?? null, last_name: rest.join(' '), full_name: guest.name },
      name: guest.name,
      external_id: null,
      email: guest.email,
      phone: guest.phone,
      locale: booking.language,
      street_address1: null,
      street_address2: null,
      city: null,
      country_code: guest.country_code,
      postal_code: null,
      state: null,
      id: null,
      country_name: null,
    },
    arrival: booking.arrival,
    departure: booking.departure,
    people: rooms.reduce((total, { people }) => total + people, 0),
    total_guest_breakdown: {
      adults: sum('adults'),
      children: sum('children'),
      infants: sum('infants'),
      pets: sum('pets'),
    },
    property_id: booking.property_id,
    property_name: store.properties.get(booking.property_id)?.name ?? null,
    rooms: rooms.map((room) => ({ ...room, name: store.lodgings.get(room.room_type_id)?.room.name ?? null })),
    created_at: booking.created_at,
    is_replied: true,
    updated_at: booking.updated_at,
    is_deleted: booking.is_deleted,
    date_deleted: booking.is_deleted === true ? booking.updated_at : null,
    total_amount: booking.total_amount,
    total_paid: booking.amount_paid ?? 0,
    amount_to_pay: booking.amount_due,
    thread_uid: booking.thread_uid,
    currency: currencyOf(booking.currency_code),
  }
}

export function inboxItemOfEnquiry(store: Store, enquiry: Enquiry): InboxItem & Record<string, unknown> {
  const { note: _note, ...row } = enquiry
  const rooms = roomsOf(enquiry)
  return {
    ...row,
    type: 'Enquiry',
    booking_type: null,
    rooms: rooms.map((room) => ({ ...room, name: store.lodgings.get(room.room_type_id)?.room.name ?? null })),
    currency: currencyOf(store.properties.get(enquiry.property_id)?.currency_code ?? null),
  }
}

/** Adds what a single row has beyond the list. */
export function inboxDetail(store: Store, item: object, row: Booking | Enquiry): object {
  const messages = store.messagesOf(row.thread_uid ?? '')
  return {
    ...item,
    note: 'note' in row ? row.note : row.notes,
    messages: messages.map(({ subject, message, type, date_created }) => ({
      subject,
      message,
      type,
      is_replied: true,
      created_at: date_created,
    })),
    payment_type: null,
    payment_address: null,
    payment_website_id: null,
    check_in: 'check_in' in row ? row.check_in : null,
    check_out: 'check_out' in row ? row.check_out : null,
  }
}
