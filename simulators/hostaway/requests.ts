import { Type, type TProperties, type TSchema } from 'typebox'
import * as is from '../kit/shape.ts'
import { listingFields, reservationFields } from './records.ts'

/** Shapes of all routes, from the vendor's reference. The vendor ignores unknown parameters. */

const query = (fields: TProperties): { query: TSchema } => ({ query: is.atLeast(is.optional(fields)) })
const paged = is.each(is.count, 'limit', 'offset')
const resources = is.each(is.flag, 'includeResources')
const activity = is.each(is.dayOrMoment, 'latestActivityStart', 'latestActivityEnd')

const reservation = {
  ...is.fieldsOf(reservationFields),
  guestEmail: is.opt(is.orNull(is.email)),
  ...is.each(is.opt(is.orNull(is.count)), 'numberOfGuests', 'adults'),
  totalPrice: is.opt(is.orNull(is.price)),
}
const image = is.some({
  url: is.address,
  ...is.each(is.orNull(is.text), 'caption', 'bookingEngineCaption', 'airbnbCaption', 'vrboCaption'),
  sortOrder: is.count,
})
const nights = is.exactly({
  ...is.each(is.day, 'startDate', 'endDate'),
  ...is.optional({
    ...is.each(is.bit, 'isAvailable', 'isProcessed'),
    price: is.orNull(is.price),
    ...is.each(is.orNull(is.count), 'minimumStay', 'maximumStay'),
    ...is.each(is.orNull(is.bit), 'closedOnArrival', 'closedOnDeparture'),
    desiredUnitsToSell: is.count,
    note: is.orNull(is.text),
  }),
})
const webhook = is.atLeast(
  is.optional({
    url: is.text,
    isEnabled: Type.Union([is.bit, is.bool]),
    ...is.each(is.orNull(is.text), 'login', 'password', 'alertingEmailAddress'),
  }),
)
const forced = query({ forceOverbooking: is.flag, provider: is.text })

/** Several lists or records that take the same parameters. */
const reads = (fields: TProperties, ...names: string[]): is.RouteShapes =>
  Object.fromEntries(names.map((name) => [`GET /${name}`, query(fields)]))

export const requests: is.RouteShapes = {
  ...reads(paged, 'amenities', 'bedTypes', 'propertyTypes', 'cancellationPolicies', 'listingUnits/:id'),
  ...reads(paged, 'webhooks/unifiedWebhooks', 'unifiedWebhookLogs'),
  ...reads(resources, 'listings/:id', 'reservations/:id', 'conversations/:id'),
  ...reads({}, 'countries', 'currencies', 'languages', 'timezones', 'reviews/:id'),
  ...reads({}, 'conversations/:id/messages/:messageId', 'webhooks/unifiedWebhooks/:id'),
  'GET /listings': query({
    ...paged,
    ...resources,
    ...activity,
    ...is.each(is.text, 'sortOrder', 'city', 'match', 'country', 'contactName'),
    ...is.each(is.id, 'propertyTypeId', 'userId'),
    ...is.each(is.dayOrMoment, 'availabilityDateStart', 'availabilityDateEnd'),
    availabilityGuestNumber: is.count,
    isBookingEngineActive: is.flag,
  }),
  'GET /listings/:id/calendar': query({ startDate: is.dayOrMoment, endDate: is.dayOrMoment, ...resources }),
  'PUT /listings/:id': {
    body: is.exactly({ ...is.fieldsOf(listingFields), personCapacity: is.opt(is.orNull(is.count)) }),
  },
  'POST /listings/:id/images': { body: is.exactly({ images: is.list(image, 1) }) },
  'PUT /listings/:id/calendar': { body: nights },
  'PUT /listings/:id/calendarIntervals': { body: is.list(nights, 1) },
  'POST /listings/:id/calendar/priceDetails': {
    body: is.exactly({
      startingDate: is.day,
      endingDate: is.day,
      numberOfGuests: is.id,
      ...is.optional({ reservationCouponId: is.orNull(is.int), markup: is.number, version: is.int }),
    }),
  },
  'GET /reservations': query({
    ...paged,
    ...resources,
    ...activity,
    ...is.each(is.id, 'afterId', 'channelId', 'listingId', 'assigneeUserId'),
    match: is.text,
    ...is.each(is.day, 'arrivalStartDate', 'arrivalEndDate', 'departureStartDate', 'departureEndDate'),
    ...is.each(is.flag, 'hasUnreadConversationMessages', 'isStarred', 'isArchived', 'isPinned'),
  }),
  'GET /reservations/:id/conversations': query({ ...paged, ...resources }),
  'POST /reservations': {
    ...forced,
    body: is.exactly({
      ...reservation,
      ...is.each(is.id, 'listingMapId', 'channelId'),
      ...is.each(is.day, 'arrivalDate', 'departureDate'),
      guestName: is.filled,
    }),
  },
  'PUT /reservations/:id': { ...forced, body: is.exactly(reservation) },
  'PUT /reservations/:id/statuses/cancelled': {
    body: is.exactly({ cancelledBy: is.oneOf('host', 'guest') }),
  },
  'GET /conversations': query({ ...paged, ...resources, reservationId: is.id }),
  'GET /conversations/:id/messages': query({ ...paged, includeScheduledMessages: is.flag }),
  'POST /conversations/:id/messages': {
    body: is.exactly({
      body: is.filled,
      communicationType: is.opt(is.oneOf('email', 'channel', 'sms', 'whatsapp')),
      attachments: is.opt(is.anything),
    }),
  },
  'GET /reviews': query({
    ...paged,
    reservationId: is.id,
    ...is.each(is.number, 'ratingMin', 'ratingMax'),
    ...is.each(is.dayOrMoment, 'departureDateStart', 'departureDateEnd'),
  }),
  'POST /webhooks/unifiedWebhooks': { body: webhook },
  'PUT /webhooks/unifiedWebhooks/:id': { body: webhook },
  'DELETE /webhooks/unifiedWebhooks/:id': query({}),
}
