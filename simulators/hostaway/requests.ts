import { Type, type TProperties, type TSchema } from 'typebox'
import * as is from '../kit/shape.ts'
import { listingFields } from './listing-record.ts'
import { reservationFields } from './reservation-record.ts'

/** Shapes of all routes, from the vendor's reference. The vendor ignores unknown parameters. */

const query = (fields: TProperties): { query: TSchema } => ({ query: is.atLeast(is.optional(fields)) })
const paged = { limit: is.count, offset: is.count }
const resources = { includeResources: is.flag }
const activity = { latestActivityStart: is.dayOrMoment, latestActivityEnd: is.dayOrMoment }

const reservation = {
  ...is.fieldsOf(reservationFields),
  guestEmail: is.opt(is.orNull(is.email)),
  numberOfGuests: is.opt(is.orNull(is.count)),
  adults: is.opt(is.orNull(is.count)),
  totalPrice: is.opt(is.orNull(is.price)),
}
const image = is.some({
  url: is.address,
  caption: is.orNull(is.text),
  bookingEngineCaption: is.orNull(is.text),
  airbnbCaption: is.orNull(is.text),
  vrboCaption: is.orNull(is.text),
  sortOrder: is.count,
})
const nights = is.exactly({
  startDate: is.day,
  endDate: is.day,
  ...is.optional({
    isAvailable: is.bit,
    isProcessed: is.bit,
    price: is.orNull(is.price),
    minimumStay: is.orNull(is.count),
    maximumStay: is.orNull(is.count),
    closedOnArrival: is.orNull(is.bit),
    closedOnDeparture: is.orNull(is.bit),
    desiredUnitsToSell: is.count,
    note: is.orNull(is.text),
  }),
})
const webhook = is.atLeast(
  is.optional({
    url: is.text,
    isEnabled: Type.Union([is.bit, is.bool]),
    login: is.orNull(is.text),
    password: is.orNull(is.text),
    alertingEmailAddress: is.orNull(is.text),
  }),
)
const forced = query({ forceOverbooking: is.flag, provider: is.text })

const lookups: Record<string, is.RouteShape> = Object.fromEntries([
  ...['amenities', 'bedTypes', 'propertyTypes', 'cancellationPolicies'].map(
    (name) => [`GET /${name}`, query(paged)] as const,
  ),
  ...['countries', 'currencies', 'languages', 'timezones'].map(
    (name) => [`GET /${name}`, query({})] as const,
  ),
])

export const requests: is.RouteShapes = {
  ...lookups,
  'GET /listings': query({
    ...paged,
    ...resources,
    ...activity,
    sortOrder: is.text,
    city: is.text,
    match: is.text,
    country: is.text,
    contactName: is.text,
    propertyTypeId: is.id,
    availabilityDateStart: is.dayOrMoment,
    availabilityDateEnd: is.dayOrMoment,
    availabilityGuestNumber: is.count,
    userId: is.id,
    isBookingEngineActive: is.flag,
  }),
  'GET /listings/:id': query(resources),
  'GET /listingUnits/:id': query(paged),
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
    afterId: is.id,
    channelId: is.id,
    listingId: is.id,
    assigneeUserId: is.id,
    match: is.text,
    arrivalStartDate: is.day,
    arrivalEndDate: is.day,
    departureStartDate: is.day,
    departureEndDate: is.day,
    hasUnreadConversationMessages: is.flag,
    isStarred: is.flag,
    isArchived: is.flag,
    isPinned: is.flag,
  }),
  'GET /reservations/:id': query(resources),
  'GET /reservations/:id/conversations': query({ ...paged, ...resources }),
  'POST /reservations': {
    ...forced,
    body: is.exactly({
      ...reservation,
      listingMapId: is.id,
      channelId: is.id,
      arrivalDate: is.day,
      departureDate: is.day,
      guestName: is.filled,
    }),
  },
  'PUT /reservations/:id': { ...forced, body: is.exactly(reservation) },
  'PUT /reservations/:id/statuses/cancelled': {
    body: is.exactly({ cancelledBy: is.oneOf('host', 'guest') }),
  },
  'GET /conversations': query({ ...paged, ...resources, reservationId: is.id }),
  'GET /conversations/:id': query(resources),
  'GET /conversations/:id/messages': query({ ...paged, includeScheduledMessages: is.flag }),
  'GET /conversations/:id/messages/:messageId': query({}),
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
    ratingMin: is.number,
    ratingMax: is.number,
    departureDateStart: is.dayOrMoment,
    departureDateEnd: is.dayOrMoment,
  }),
  'GET /reviews/:id': query({}),
  'GET /webhooks/unifiedWebhooks': query(paged),
  'POST /webhooks/unifiedWebhooks': { body: webhook },
  'GET /webhooks/unifiedWebhooks/:id': query({}),
  'PUT /webhooks/unifiedWebhooks/:id': { body: webhook },
  'DELETE /webhooks/unifiedWebhooks/:id': query({}),
  'GET /unifiedWebhookLogs': query(paged),
}
