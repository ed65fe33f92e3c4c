import * as is from '../kit/shape.ts'
import { statuses, webhookEvents } from './vocabulary.ts'

/** Shapes of all routes, from the vendor's reference. The vendor refuses bodies with unknown names. */

const maybe = (...names: readonly string[]) => is.optional(is.nullable(is.each(is.text, ...names)))
const party = is.some(is.each(is.count, 'adults', 'children', 'infants', 'pets'))
const room = is.exactly({
  ...{ room_type_id: is.id, guest_breakdown: party, people: is.opt(is.count) },
  ...maybe('key_code', 'name'),
})
const personFields = {
  ...maybe('name', 'external_id', 'email', 'phone', 'locale', 'street_address1', 'street_address2'),
  ...maybe('city', 'country_code', 'postal_code', 'state'),
  guest_name: is.someOrNull({ first_name: is.text, last_name: is.text }),
}
const message = { ...maybe('subject'), message: is.text, type: is.oneOf('Owner', 'Comment', 'Renter') }
const noticeFields = { ...message, send_notification: is.opt(is.bool) }
const stay = {
  ...is.each(is.dayOrMoment, 'arrival', 'departure'),
  property_id: is.id,
  rooms: is.list(room, 1),
  status: is.oneOf(...statuses),
  ...maybe('source_text', 'payment_type', 'payment_address'),
  payment_website_id: is.opt(is.orNull(is.int)),
}

const newBooking = is.exactly({
  ...stay,
  ...maybe('origin', 'ip_created'),
  guest: is.exactly(personFields),
  messages: is.opt(is.list(is.exactly(noticeFields))),
  bookability: is.opt(is.oneOf('InstantBooking', 'BookingRequest', 'EnquiryOnly')),
  ...is.optional(is.nullable({ total: is.price, currency_code: is.currency })),
})

const currency = {
  code: is.currency,
  id: is.int,
  euro_forex: is.number,
  ...is.each(is.text, 'name', 'symbol'),
}
const heldMessage = is.exactly({ ...message, is_replied: is.opt(is.bool), created_at: is.opt(is.moment) })
const heldBooking = is.exactly({
  ...stay,
  guest: is.exactly({ ...personFields, ...maybe('id', 'country_name') }),
  ...maybe('type', 'booking_type', 'source', 'property_name', 'note'),
  ...is.optional(
    is.nullable({
      ...{ id: is.id, people: is.count, thread_uid: is.uuid },
      ...is.each(is.moment, 'created_at', 'updated_at', 'date_deleted'),
      ...is.each(is.bool, 'is_replied', 'is_deleted'),
      ...is.each(is.number, 'total_amount', 'total_paid', 'amount_to_pay'),
      currency: is.someOrNull(currency),
      messages: is.list(heldMessage),
    }),
  ),
})

const messages = is.list(is.exactly({ ...noticeFields, message_id: is.opt(is.uuid) }), 1)
const paged = { page: is.id, size: is.id, includeCount: is.flag }
const period = is.some({ ...is.each(is.dayOrMoment, 'start', 'end'), includeDetails: is.flag })
const oldPeriod = is.some({
  ...is.each(is.dayOrMoment, 'periodStart', 'periodEnd', 'ModifiedSince'),
  ...is.each(is.flag, 'CombineRoomTypes', 'BookingsOnly', 'IncludeBookingIds'),
})
const rate = is.exactly({
  ...{ price_per_day: is.price, min_stay: is.count },
  ...is.optional({
    ...{ is_default: is.bool, price_per_additional_guest: is.price },
    ...is.each(is.dayOrMoment, 'start_date', 'end_date'),
    ...is.each(is.count, 'max_stay', 'additional_guests_starts_from'),
  }),
})

const everyPlace = ['', '/:propertyId', '/:propertyId/:roomTypeId']

export const requests: is.RouteShapes = {
  'GET /v2/properties': {
    query: is.some({ wid: is.int, updatedSince: is.dayOrMoment, includeInOut: is.flag, ...paged }),
  },
  'GET /v2/properties/:id': { query: is.some({ wid: is.int, includeInOut: is.flag }) },
  'GET /v2/properties/:id/rooms': { query: is.some({ wid: is.int }) },
  'GET /v2/deletedProperties': { query: is.some({ deletedSince: is.dayOrMoment }) },
  ...Object.fromEntries(everyPlace.map((place) => [`GET /v2/availability${place}`, { query: period }])),
  ...Object.fromEntries(everyPlace.map((place) => [`GET /v1/availability${place}`, { query: oldPeriod }])),
  'GET /v2/rates/calendar': {
    query: is.exactly({
      ...is.each(is.id, 'RoomTypeId', 'HouseId'),
      ...is.each(is.dayOrMoment, 'StartDate', 'EndDate'),
    }),
  },
  'GET /v2/rates/settings': { query: is.some({ houseId: is.id }) },
  'GET /v2/reservations/bookings': {
    query: is.some({
      ...paged,
      stayFilter: is.oneOf('Upcoming', 'Current', 'Historic', 'All', 'ArrivalDate', 'DepartureDate'),
      ...is.each(is.dayOrMoment, 'stayFilterDate', 'updatedSince'),
      ...is.each(is.flag, 'includeTransactions', 'includeExternal', 'includeQuoteDetails'),
      trash: is.oneOf('False', 'True', 'All'),
    }),
  },
  'GET /v2/reservations/bookings/:id': {},
  'GET /v2/reservations/bookings/:id/externalBookings': {},
  'GET /v2/messaging/:threadGuid': {},
  'GET /v1/reservation': {
    query: is.some({
      ...{ offset: is.count, limit: is.id, status: is.text, trash: is.flag, propertyId: is.id },
      ...is.each(is.dayOrMoment, 'periodStart', 'periodEnd', 'modifiedSince'),
    }),
  },
  'GET /v1/reservation/not_read': {},
  'GET /v1/reservation/booking/:id': {},
  'GET /v1/reservation/enquiry/:id': {},
  'POST /v1/reservation/booking': { query: is.some({ from: is.int }), body: newBooking },
  'PUT /v1/reservation/booking/:id': { body: heldBooking },
  'PUT /v1/reservation/booking/:id/decline': {},
  'PUT /v1/reservation/booking/:id/book': { query: is.some({ requestPayment: is.flag }) },
  'POST /v1/reservation/booking/:id/messages': { body: messages },
  'POST /v1/reservation/enquiry/:id/messages': { body: messages },
  'POST /v1/availability/:propertyId/:roomTypeId/set': {
    body: is.exactly({ ...is.each(is.dayOrMoment, 'period_start', 'period_end'), available: is.count }),
  },
  'POST /v1/rates/savewithoutavailability': {
    body: is.exactly({ ...is.each(is.id, 'property_id', 'room_type_id'), rates: is.list(rate, 1) }),
  },
  'GET /v2/quote/:propertyId': {
    query: is.exactly({
      ...is.each(is.dayOrMoment, 'arrival', 'departure'),
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
