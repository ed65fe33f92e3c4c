import * as is from '../kit/shape.ts'
import { statuses, webhookEvents } from './vocabulary.ts'

/** Shapes of all routes, from the vendor's reference. The vendor refuses bodies with unknown names. */

const party = is.some({ adults: is.count, children: is.count, infants: is.count, pets: is.count })
const rooms = is.list(
  is.exactly({
    room_type_id: is.id,
    guest_breakdown: party,
    people: is.opt(is.count),
    key_code: is.opt(is.orNull(is.text)),
    name: is.opt(is.orNull(is.text)),
  }),
  1,
)
const personFields = {
  name: is.text,
  external_id: is.text,
  email: is.text,
  phone: is.text,
  locale: is.text,
  street_address1: is.text,
  street_address2: is.text,
  city: is.text,
  country_code: is.text,
  postal_code: is.text,
  state: is.text,
}
const personName = is.someOrNull({ first_name: is.text, last_name: is.text })
const guest = is.exactly({ ...is.optional(is.nullable(personFields)), guest_name: personName })
const heldGuest = is.exactly({
  ...is.optional(is.nullable({ ...personFields, id: is.text, country_name: is.text })),
  guest_name: personName,
})
const message = {
  subject: is.opt(is.orNull(is.text)),
  message: is.text,
  type: is.oneOf('Owner', 'Comment', 'Renter'),
}
const stay = {
  arrival: is.dayOrMoment,
  departure: is.dayOrMoment,
  property_id: is.id,
  rooms,
  status: is.oneOf(...statuses),
}

const newBooking = is.exactly({
  ...stay,
  guest,
  source_text: is.opt(is.orNull(is.text)),
  messages: is.opt(is.list(is.exactly({ ...message, send_notification: is.opt(is.bool) }))),
  bookability: is.opt(is.oneOf('InstantBooking', 'BookingRequest', 'EnquiryOnly')),
  total: is.opt(is.orNull(is.price)),
  currency_code: is.opt(is.orNull(is.currency)),
  origin: is.opt(is.orNull(is.text)),
  payment_type: is.opt(is.orNull(is.text)),
  payment_address: is.opt(is.orNull(is.text)),
  payment_website_id: is.opt(is.orNull(is.int)),
  ip_created: is.opt(is.orNull(is.text)),
})

const heldBooking = is.exactly({
  ...stay,
  guest: heldGuest,
  ...is.optional(
    is.nullable({
      id: is.id,
      type: is.text,
      booking_type: is.text,
      source: is.text,
      source_text: is.text,
      people: is.count,
      property_name: is.text,
      created_at: is.moment,
      is_replied: is.bool,
      updated_at: is.moment,
      is_deleted: is.bool,
      date_deleted: is.moment,
      total_amount: is.number,
      total_paid: is.number,
      amount_to_pay: is.number,
      thread_uid: is.uuid,
      currency: is.someOrNull({
        id: is.int,
        code: is.currency,
        name: is.text,
        euro_forex: is.number,
        symbol: is.text,
      }),
      note: is.text,
      messages: is.list(
        is.exactly({ ...message, is_replied: is.opt(is.bool), created_at: is.opt(is.moment) }),
      ),
      payment_type: is.text,
      payment_address: is.text,
      payment_website_id: is.int,
    }),
  ),
})

const messages = is.list(
  is.exactly({ ...message, send_notification: is.opt(is.bool), message_id: is.opt(is.uuid) }),
  1,
)
const period = is.some({ start: is.dayOrMoment, end: is.dayOrMoment, includeDetails: is.flag })
const oldPeriod = is.some({
  periodStart: is.dayOrMoment,
  periodEnd: is.dayOrMoment,
  CombineRoomTypes: is.flag,
  BookingsOnly: is.flag,
  IncludeBookingIds: is.flag,
  ModifiedSince: is.dayOrMoment,
})
const acceptForm = is.exactly({ requestPayment: is.opt(is.flag) })

const everyPlace = ['', '/:propertyId', '/:propertyId/:roomTypeId']

export const requests: is.RouteShapes = {
  'GET /v2/properties': {
    query: is.some({
      wid: is.int,
      updatedSince: is.dayOrMoment,
      includeCount: is.flag,
      includeInOut: is.flag,
      page: is.id,
      size: is.id,
    }),
  },
  'GET /v2/properties/:id': { query: is.some({ wid: is.int, includeInOut: is.flag }) },
  'GET /v2/properties/:id/rooms': { query: is.some({ wid: is.int }) },
  'GET /v2/deletedProperties': { query: is.some({ deletedSince: is.dayOrMoment }) },
  ...Object.fromEntries(everyPlace.map((place) => [`GET /v2/availability${place}`, { query: period }])),
  ...Object.fromEntries(everyPlace.map((place) => [`GET /v1/availability${place}`, { query: oldPeriod }])),
  'GET /v2/rates/calendar': {
    query: is.exactly({
      RoomTypeId: is.id,
      HouseId: is.id,
      StartDate: is.dayOrMoment,
      EndDate: is.dayOrMoment,
    }),
  },
  'GET /v2/rates/settings': { query: is.some({ houseId: is.id }) },
  'GET /v2/reservations/bookings': {
    query: is.some({
      page: is.id,
      size: is.id,
      includeCount: is.flag,
      stayFilter: is.oneOf('Upcoming', 'Current', 'Historic', 'All', 'ArrivalDate', 'DepartureDate'),
      stayFilterDate: is.dayOrMoment,
      updatedSince: is.dayOrMoment,
      includeTransactions: is.flag,
      includeExternal: is.flag,
      includeQuoteDetails: is.flag,
      trash: is.oneOf('False', 'True', 'All'),
    }),
  },
  'GET /v2/reservations/bookings/:id': {},
  'GET /v2/reservations/bookings/:id/externalBookings': {},
  'GET /v2/messaging/:threadGuid': {},
  'GET /v1/reservation': {
    query: is.some({
      offset: is.count,
      limit: is.id,
      status: is.text,
      trash: is.flag,
      propertyId: is.id,
      periodStart: is.dayOrMoment,
      periodEnd: is.dayOrMoment,
      modifiedSince: is.dayOrMoment,
    }),
  },
  'GET /v1/reservation/not_read': {},
  'GET /v1/reservation/booking/:id': {},
  'GET /v1/reservation/enquiry/:id': {},
  'POST /v1/reservation/booking': { query: is.some({ from: is.int }), body: newBooking },
  'PUT /v1/reservation/booking/:id': { body: heldBooking },
  'PUT /v1/reservation/booking/:id/decline': {},
  'PUT /v1/reservation/booking/:id/book': { query: acceptForm },
  'POST /v1/reservation/booking/:id/messages': { body: messages },
  'POST /v1/reservation/enquiry/:id/messages': { body: messages },
  'POST /v1/availability/:propertyId/:roomTypeId/set': {
    body: is.exactly({ period_start: is.dayOrMoment, period_end: is.dayOrMoment, available: is.count }),
  },
  'POST /v1/rates/savewithoutavailability': {
    body: is.exactly({
      property_id: is.id,
      room_type_id: is.id,
      rates: is.list(
        is.exactly({
          is_default: is.opt(is.bool),
          start_date: is.opt(is.dayOrMoment),
          end_date: is.opt(is.dayOrMoment),
          price_per_day: is.price,
          min_stay: is.count,
          max_stay: is.opt(is.count),
          price_per_additional_guest: is.opt(is.price),
          additional_guests_starts_from: is.opt(is.count),
        }),
        1,
      ),
    }),
  },
  'GET /v2/quote/:propertyId': {
    query: is.exactly({
      arrival: is.dayOrMoment,
      departure: is.dayOrMoment,
      roomTypes: is.list(is.exactly({ Id: is.id, People: is.opt(is.id), guest_breakdown: is.opt(party) }), 1),
      addOns: is.opt(is.list(is.exactly({ Id: is.id, Units: is.opt(is.count) }))),
      promotionCode: is.opt(is.text),
    }),
  },
  'GET /webhooks/v1/list': {},
  'POST /webhooks/v1/subscribe': {
    body: is.exactly({ target_url: is.address, event: is.oneOf(...webhookEvents) }),
  },
  'DELETE /webhooks/v1/unsubscribe': { body: is.exactly({ id: is.text }) },
}
