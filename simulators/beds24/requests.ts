import { Type, type TSchema } from 'typebox'
import * as is from '../kit/shape.ts'
import { bookingFields, propertyFields, roomFields } from './records.ts'
import { statuses } from './vocabulary.ts'

/** Shapes of all routes, from the vendor's description. Each element of a list is checked on its own. */

const paged = { page: is.id }
const numbers = is.list(is.id)
const status = is.oneOf(...statuses)
const email = is.like('^$|^[^@\\s]+@[^@\\s]+$')
const amount = is.opt(is.orNull(is.price))
const quarterHour = is.like('^$|^(([01]\\d|2[0-3]):(00|15|30|45)|24:00)$')
const textOf = (length: number): TSchema => is.opt(is.orNull(is.upTo(length)))

const booking = {
  ...is.fieldsOf(bookingFields),
  status: is.opt(status),
  email: is.opt(is.orNull(email)),
  title: textOf(100),
  firstName: textOf(100),
  lastName: textOf(100),
  phone: textOf(100),
  mobile: textOf(100),
  address: textOf(250),
  comments: textOf(1000),
  notes: textOf(2000),
  message: textOf(1000),
  numAdult: is.opt(is.orNull(is.between(0, 99))),
  numChild: is.opt(is.orNull(is.between(0, 99))),
  price: is.opt(is.orNull(Type.Number({ minimum: 0, maximum: 99_999_999.99 }))),
  deposit: amount,
  tax: amount,
  commission: amount,
  custom1: textOf(1000),
  refererEditable: is.opt(is.text),
  actions: is.opt(
    is.some({
      notifyGuest: is.bool,
      notifyHost: is.bool,
      assignBooking: is.bool,
      checkAvailability: is.bool,
      makeGroup: is.anything,
      assignInvoiceNumber: is.bool,
      allowWebhooks: is.bool,
    }),
  ),
}
const prices = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [`price${index + 1}`, is.orNull(is.number)]),
)
const range = is.exactly({
  from: is.day,
  to: is.day,
  ...is.optional({
    numAvail: is.int,
    minStay: is.between(1, 365),
    maxStay: is.between(1, 364),
    multiplier: is.number,
    override: is.oneOf('none', 'blackout', 'exception', 'noCheckIn', 'noCheckOut', 'noCheckInOrCheckOut'),
    channels: is.anything,
    ...prices,
  }),
})

export const requests = {
  'GET /bookings': {
    query: is.some({
      filter: is.oneOf('arrivals', 'departures', 'new', 'current'),
      propertyId: numbers,
      roomId: numbers,
      id: numbers,
      masterId: numbers,
      apiReference: is.list(is.filled),
      channel: is.filled,
      arrival: is.day,
      arrivalFrom: is.day,
      arrivalTo: is.day,
      departure: is.day,
      departureFrom: is.day,
      departureTo: is.day,
      bookingTimeFrom: is.dayOrMoment,
      bookingTimeTo: is.dayOrMoment,
      modifiedFrom: is.dayOrMoment,
      modifiedTo: is.dayOrMoment,
      searchString: is.text,
      includeInvoiceItems: is.flag,
      includeInfoItems: is.flag,
      includeGuests: is.flag,
      includeBookingGroup: is.flag,
      status: is.list(status),
      ...paged,
    }),
  },
  'GET /bookings/messages': {
    query: is.some({
      id: numbers,
      propertyId: numbers,
      roomId: numbers,
      bookingId: numbers,
      masterId: numbers,
      filter: is.oneOf('read', 'unread'),
      maxAge: is.between(1, 999),
      source: is.oneOf('host', 'guest', 'internalNote', 'system'),
      ...paged,
    }),
  },
  'GET /properties': {
    query: is.some({
      id: numbers,
      roomId: numbers,
      includeLanguages: is.list(is.filled),
      includeTexts: is.list(is.oneOf('all', 'property', 'roomType')),
      includePictures: is.flag,
      includeOffers: is.flag,
      includePriceRules: is.flag,
      includeUpsellItems: is.flag,
      includeAllRooms: is.flag,
      includeUnitDetails: is.flag,
      ...paged,
    }),
  },
  'GET /inventory/rooms/calendar': {
    query: is.exactly({
      startDate: is.day,
      endDate: is.day,
      ...is.optional({
        roomId: numbers,
        propertyId: numbers,
        includeNumAvail: is.flag,
        includeMinStay: is.flag,
        includeMaxStay: is.flag,
        includeMultiplier: is.flag,
        includeOverride: is.flag,
        includePrices: is.flag,
        includeLinkedPrices: is.flag,
        includeChannels: is.flag,
        ...paged,
      }),
    }),
  },
  'GET /inventory/rooms/offers': {
    query: is.exactly({
      arrival: is.day,
      departure: is.day,
      numAdults: is.id,
      ...is.optional({
        numChildren: is.count,
        propertyId: numbers,
        roomId: numbers,
        offerId: numbers,
        includeTexts: is.list(is.filled),
        agentCode: is.text,
        ...paged,
      }),
    }),
  },
  'GET /channels/airbnb/users': { query: is.exactly({}) },
  'GET /channels/airbnb/listings': {
    query: is.exactly({
      airbnbUserId: is.filled,
      ...is.optional({ airbnbListingId: is.filled, airbnbApiVersion: is.filled }),
    }),
  },
  'GET /channels/airbnb/reviews': { query: is.exactly({ roomId: is.id }) },
  'GET /channels/booking/reviews': { query: is.exactly({ propertyId: is.id, from: is.day }) },
  'POST /bookings': { each: is.exactly(booking) },
  'POST /bookings/messages': {
    each: is.exactly({
      bookingId: is.id,
      message: is.filled,
      ...is.optional({
        id: is.id,
        read: is.orNull(is.bool),
        attachment: is.orNull(is.text),
        attachmentName: is.orNull(is.text),
        attachmentMimeType: is.orNull(is.oneOf('image/jpeg', 'image/png', 'image/gif', 'application/pdf')),
        source: is.oneOf('host', 'guest', 'internalNote', 'system'),
      }),
    }),
  },
  'POST /inventory/rooms/calendar': { each: is.exactly({ roomId: is.id, calendar: is.list(range, 1) }) },
  'POST /properties': {
    each: is.exactly({
      ...is.fieldsOf(propertyFields),
      checkInStart: is.opt(is.orNull(quarterHour)),
      checkInEnd: is.opt(is.orNull(quarterHour)),
      checkOutEnd: is.opt(is.orNull(quarterHour)),
      roomTypes: is.opt(is.list(is.exactly({ ...is.fieldsOf(roomFields), texts: is.opt(is.anything) }))),
      texts: is.opt(is.anything),
    }),
  },
} satisfies is.RouteShapes
