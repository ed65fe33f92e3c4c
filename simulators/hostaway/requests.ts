import { Type } from 'typebox'
import type { TProperties, TSchema } from 'typebox'
import {
  address,
  anything,
  atLeast,
  bit,
  bool,
  count,
  day,
  dayOrMoment,
  email,
  exactly,
  fieldsOf,
  filled,
  flag,
  id,
  int,
  list,
  number,
  oneOf,
  opt,
  optional,
  orNull,
  price,
  some,
  text,
} from '../kit/shape.ts'
import type { RouteShape, RouteShapes } from '../kit/shape.ts'
import { listingFields } from './listing-record.ts'
import { reservationFields } from './reservation-record.ts'

/** What every route takes, from the vendor's reference. Parameters that are not in it are overlooked. */

const query = (fields: TProperties): { query: TSchema } => ({ query: atLeast(optional(fields)) })
const paged = { limit: count, offset: count }
const resources = { includeResources: flag }
const activity = { latestActivityStart: dayOrMoment, latestActivityEnd: dayOrMoment }

const reservation = {
  ...fieldsOf(reservationFields),
  guestEmail: opt(orNull(email)),
  numberOfGuests: opt(orNull(count)),
  adults: opt(orNull(count)),
  totalPrice: opt(orNull(price)),
}
const image = some({
  url: address,
  caption: orNull(text),
  bookingEngineCaption: orNull(text),
  airbnbCaption: orNull(text),
  vrboCaption: orNull(text),
  sortOrder: count,
})
const nights = exactly({
  startDate: day,
  endDate: day,
  ...optional({
    isAvailable: bit,
    isProcessed: bit,
    price: orNull(price),
    minimumStay: orNull(count),
    maximumStay: orNull(count),
    closedOnArrival: orNull(bit),
    closedOnDeparture: orNull(bit),
    desiredUnitsToSell: count,
    note: orNull(text),
  }),
})
const webhook = atLeast(
  optional({
    url: text,
    isEnabled: Type.Union([bit, bool]),
    login: orNull(text),
    password: orNull(text),
    alertingEmailAddress: orNull(text),
  }),
)
const forced = query({ forceOverbooking: flag, provider: text })

const lookups: Record<string, RouteShape> = Object.fromEntries([
  ...['amenities', 'bedTypes', 'propertyTypes', 'cancellationPolicies'].map(
    (name) => [`GET /${name}`, query(paged)] as const,
  ),
  ...['countries', 'currencies', 'languages', 'timezones'].map(
    (name) => [`GET /${name}`, query({})] as const,
  ),
])

export const requests: RouteShapes = {
  ...lookups,
  'GET /listings': query({
    ...paged,
    ...resources,
    ...activity,
    sortOrder: text,
    city: text,
    match: text,
    country: text,
    contactName: text,
    propertyTypeId: id,
    availabilityDateStart: dayOrMoment,
    availabilityDateEnd: dayOrMoment,
    availabilityGuestNumber: count,
    userId: id,
    isBookingEngineActive: flag,
  }),
  'GET /listings/:id': query(resources),
  'GET /listingUnits/:id': query(paged),
  'GET /listings/:id/calendar': query({ startDate: dayOrMoment, endDate: dayOrMoment, ...resources }),
  'PUT /listings/:id': { body: exactly({ ...fieldsOf(listingFields), personCapacity: opt(orNull(count)) }) },
  'POST /listings/:id/images': { body: exactly({ images: list(image, 1) }) },
  'PUT /listings/:id/calendar': { body: nights },
  'PUT /listings/:id/calendarIntervals': { body: list(nights, 1) },
  'POST /listings/:id/calendar/priceDetails': {
    body: exactly({
      startingDate: day,
      endingDate: day,
      numberOfGuests: id,
      ...optional({ reservationCouponId: orNull(int), markup: number, version: int }),
    }),
  },
  'GET /reservations': query({
    ...paged,
    ...resources,
    ...activity,
    afterId: id,
    channelId: id,
    listingId: id,
    assigneeUserId: id,
    match: text,
    arrivalStartDate: day,
    arrivalEndDate: day,
    departureStartDate: day,
    departureEndDate: day,
    hasUnreadConversationMessages: flag,
    isStarred: flag,
    isArchived: flag,
    isPinned: flag,
  }),
  'GET /reservations/:id': query(resources),
  'GET /reservations/:id/conversations': query({ ...paged, ...resources }),
  'POST /reservations': {
    ...forced,
    body: exactly({
      ...reservation,
      listingMapId: id,
      channelId: id,
      arrivalDate: day,
      departureDate: day,
      guestName: filled,
    }),
  },
  'PUT /reservations/:id': { ...forced, body: exactly(reservation) },
  'PUT /reservations/:id/statuses/cancelled': {
    body: exactly({ cancelledBy: oneOf('host', 'guest') }),
  },
  'GET /conversations': query({ ...paged, ...resources, reservationId: id }),
  'GET /conversations/:id': query(resources),
  'GET /conversations/:id/messages': query({ ...paged, includeScheduledMessages: flag }),
  'GET /conversations/:id/messages/:messageId': query({}),
  'POST /conversations/:id/messages': {
    body: exactly({
      body: filled,
      communicationType: opt(oneOf('email', 'channel', 'sms', 'whatsapp')),
      attachments: opt(anything),
    }),
  },
  'GET /reviews': query({
    ...paged,
    reservationId: id,
    ratingMin: number,
    ratingMax: number,
    departureDateStart: dayOrMoment,
    departureDateEnd: dayOrMoment,
  }),
  'GET /reviews/:id': query({}),
  'GET /webhooks/unifiedWebhooks': query(paged),
  'POST /webhooks/unifiedWebhooks': { body: webhook },
  'GET /webhooks/unifiedWebhooks/:id': query({}),
  'PUT /webhooks/unifiedWebhooks/:id': { body: webhook },
  'DELETE /webhooks/unifiedWebhooks/:id': query({}),
  'GET /unifiedWebhookLogs': query(paged),
}
