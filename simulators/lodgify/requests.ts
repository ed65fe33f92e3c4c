import {
  address,
  bool,
  count,
  currency,
  dayOrMoment,
  exactly,
  flag,
  id,
  int,
  list,
  moment,
  nullable,
  number,
  oneOf,
  opt,
  optional,
  orNull,
  price,
  some,
  someOrNull,
  text,
  uuid,
} from '../kit/shape.ts'
import type { RouteShapes } from '../kit/shape.ts'
import { statuses, webhookEvents } from './vocabulary.ts'

/** What every route takes, from the vendor's reference. Bodies with names that are not in it are refused. */

const party = some({ adults: count, children: count, infants: count, pets: count })
const rooms = list(
  exactly({
    room_type_id: id,
    guest_breakdown: party,
    people: opt(count),
    key_code: opt(orNull(text)),
    name: opt(orNull(text)),
  }),
  1,
)
const personFields = {
  name: text,
  external_id: text,
  email: text,
  phone: text,
  locale: text,
  street_address1: text,
  street_address2: text,
  city: text,
  country_code: text,
  postal_code: text,
  state: text,
}
const personName = someOrNull({ first_name: text, last_name: text })
const guest = exactly({ ...optional(nullable(personFields)), guest_name: personName })
const heldGuest = exactly({
  ...optional(nullable({ ...personFields, id: text, country_name: text })),
  guest_name: personName,
})
const message = {
  subject: opt(orNull(text)),
  message: text,
  type: oneOf('Owner', 'Comment', 'Renter'),
}
const stay = {
  arrival: dayOrMoment,
  departure: dayOrMoment,
  property_id: id,
  rooms,
  status: oneOf(...statuses),
}

const newBooking = exactly({
  ...stay,
  guest,
  source_text: opt(orNull(text)),
  messages: opt(list(exactly({ ...message, send_notification: opt(bool) }))),
  bookability: opt(oneOf('InstantBooking', 'BookingRequest', 'EnquiryOnly')),
  total: opt(orNull(price)),
  currency_code: opt(orNull(currency)),
  origin: opt(orNull(text)),
  payment_type: opt(orNull(text)),
  payment_address: opt(orNull(text)),
  payment_website_id: opt(orNull(int)),
  ip_created: opt(orNull(text)),
})

const heldBooking = exactly({
  ...stay,
  guest: heldGuest,
  ...optional(
    nullable({
      id,
      type: text,
      booking_type: text,
      source: text,
      source_text: text,
      people: count,
      property_name: text,
      created_at: moment,
      is_replied: bool,
      updated_at: moment,
      is_deleted: bool,
      date_deleted: moment,
      total_amount: number,
      total_paid: number,
      amount_to_pay: number,
      thread_uid: uuid,
      currency: someOrNull({ id: int, code: currency, name: text, euro_forex: number, symbol: text }),
      note: text,
      messages: list(exactly({ ...message, is_replied: opt(bool), created_at: opt(moment) })),
      payment_type: text,
      payment_address: text,
      payment_website_id: int,
    }),
  ),
})

const messages = list(exactly({ ...message, send_notification: opt(bool), message_id: opt(uuid) }), 1)
const period = some({ start: dayOrMoment, end: dayOrMoment, includeDetails: flag })
const oldPeriod = some({
  periodStart: dayOrMoment,
  periodEnd: dayOrMoment,
  CombineRoomTypes: flag,
  BookingsOnly: flag,
  IncludeBookingIds: flag,
  ModifiedSince: dayOrMoment,
})
const asked = exactly({ requestPayment: opt(flag) })

const everyPlace = ['', '/:propertyId', '/:propertyId/:roomTypeId']

export const requests: RouteShapes = {
  'GET /v2/properties': {
    query: some({
      wid: int,
      updatedSince: dayOrMoment,
      includeCount: flag,
      includeInOut: flag,
      page: id,
      size: id,
    }),
  },
  'GET /v2/properties/:id': { query: some({ wid: int, includeInOut: flag }) },
  'GET /v2/properties/:id/rooms': { query: some({ wid: int }) },
  'GET /v2/deletedProperties': { query: some({ deletedSince: dayOrMoment }) },
  ...Object.fromEntries(everyPlace.map((place) => [`GET /v2/availability${place}`, { query: period }])),
  ...Object.fromEntries(everyPlace.map((place) => [`GET /v1/availability${place}`, { query: oldPeriod }])),
  'GET /v2/rates/calendar': {
    query: exactly({ RoomTypeId: id, HouseId: id, StartDate: dayOrMoment, EndDate: dayOrMoment }),
  },
  'GET /v2/rates/settings': { query: some({ houseId: id }) },
  'GET /v2/reservations/bookings': {
    query: some({
      page: id,
      size: id,
      includeCount: flag,
      stayFilter: oneOf('Upcoming', 'Current', 'Historic', 'All', 'ArrivalDate', 'DepartureDate'),
      stayFilterDate: dayOrMoment,
      updatedSince: dayOrMoment,
      includeTransactions: flag,
      includeExternal: flag,
      includeQuoteDetails: flag,
      trash: oneOf('False', 'True', 'All'),
    }),
  },
  'GET /v2/reservations/bookings/:id': {},
  'GET /v2/reservations/bookings/:id/externalBookings': {},
  'GET /v2/messaging/:threadGuid': {},
  'GET /v1/reservation': {
    query: some({
      offset: count,
      limit: id,
      status: text,
      trash: flag,
      propertyId: id,
      periodStart: dayOrMoment,
      periodEnd: dayOrMoment,
      modifiedSince: dayOrMoment,
    }),
  },
  'GET /v1/reservation/not_read': {},
  'GET /v1/reservation/booking/:id': {},
  'GET /v1/reservation/enquiry/:id': {},
  'POST /v1/reservation/booking': { query: some({ from: int }), body: newBooking },
  'PUT /v1/reservation/booking/:id': { body: heldBooking },
  'PUT /v1/reservation/booking/:id/decline': {},
  'PUT /v1/reservation/booking/:id/book': { query: asked },
  'POST /v1/reservation/booking/:id/messages': { body: messages },
  'POST /v1/reservation/enquiry/:id/messages': { body: messages },
  'POST /v1/availability/:propertyId/:roomTypeId/set': {
    body: exactly({ period_start: dayOrMoment, period_end: dayOrMoment, available: count }),
  },
  'POST /v1/rates/savewithoutavailability': {
    body: exactly({
      property_id: id,
      room_type_id: id,
      rates: list(
        exactly({
          is_default: opt(bool),
          start_date: opt(dayOrMoment),
          end_date: opt(dayOrMoment),
          price_per_day: price,
          min_stay: count,
          max_stay: opt(count),
          price_per_additional_guest: opt(price),
          additional_guests_starts_from: opt(count),
        }),
        1,
      ),
    }),
  },
  'GET /v2/quote/:propertyId': {
    query: exactly({
      arrival: dayOrMoment,
      departure: dayOrMoment,
      roomTypes: list(exactly({ Id: id, People: opt(id), guest_breakdown: opt(party) }), 1),
      addOns: opt(list(exactly({ Id: id, Units: opt(count) }))),
      promotionCode: opt(text),
    }),
  },
  'GET /webhooks/v1/list': {},
  'POST /webhooks/v1/subscribe': {
    body: exactly({ target_url: address, event: oneOf(...webhookEvents) }),
  },
  'DELETE /webhooks/v1/unsubscribe': { body: exactly({ id: text }) },
}
