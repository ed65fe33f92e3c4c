import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import {
  anything,
  between,
  bool,
  count,
  day,
  dayOrMoment,
  exactly,
  fieldsOf,
  filled,
  flag,
  id,
  int,
  like,
  list,
  number,
  oneOf,
  opt,
  optional,
  orNull,
  price,
  some,
  text,
  upTo,
} from '../kit/shape.ts'
import type { RouteShapes } from '../kit/shape.ts'
import { bookingFields, propertyFields, roomFields } from './records.ts'
import { statuses } from './vocabulary.ts'

/** What every route takes, from the vendor's description. Each thing of a list that is sent is judged on its own. */

const paged = { page: id }
const numbers = list(id)
const status = oneOf(...statuses)
const email = like('^$|^[^@\\s]+@[^@\\s]+$')
const amount = opt(orNull(price))
const quarterHour = like('^$|^(([01]\\d|2[0-3]):(00|15|30|45)|24:00)$')
const textOf = (length: number): TSchema => opt(orNull(upTo(length)))

const booking = {
  ...fieldsOf(bookingFields),
  status: opt(status),
  email: opt(orNull(email)),
  title: textOf(100),
  firstName: textOf(100),
  lastName: textOf(100),
  phone: textOf(100),
  mobile: textOf(100),
  address: textOf(250),
  comments: textOf(1000),
  notes: textOf(2000),
  message: textOf(1000),
  numAdult: opt(orNull(between(0, 99))),
  numChild: opt(orNull(between(0, 99))),
  price: opt(orNull(Type.Number({ minimum: 0, maximum: 99_999_999.99 }))),
  deposit: amount,
  tax: amount,
  commission: amount,
  custom1: textOf(1000),
  refererEditable: opt(text),
  actions: opt(
    some({
      notifyGuest: bool,
      notifyHost: bool,
      assignBooking: bool,
      checkAvailability: bool,
      makeGroup: anything,
      assignInvoiceNumber: bool,
      allowWebhooks: bool,
    }),
  ),
}
const prices = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [`price${index + 1}`, orNull(number)]),
)
const range = exactly({
  from: day,
  to: day,
  ...optional({
    numAvail: int,
    minStay: between(1, 365),
    maxStay: between(1, 364),
    multiplier: number,
    override: oneOf('none', 'blackout', 'exception', 'noCheckIn', 'noCheckOut', 'noCheckInOrCheckOut'),
    channels: anything,
    ...prices,
  }),
})

export const requests = {
  'GET /bookings': {
    query: some({
      filter: oneOf('arrivals', 'departures', 'new', 'current'),
      propertyId: numbers,
      roomId: numbers,
      id: numbers,
      masterId: numbers,
      apiReference: list(filled),
      channel: filled,
      arrival: day,
      arrivalFrom: day,
      arrivalTo: day,
      departure: day,
      departureFrom: day,
      departureTo: day,
      bookingTimeFrom: dayOrMoment,
      bookingTimeTo: dayOrMoment,
      modifiedFrom: dayOrMoment,
      modifiedTo: dayOrMoment,
      searchString: text,
      includeInvoiceItems: flag,
      includeInfoItems: flag,
      includeGuests: flag,
      includeBookingGroup: flag,
      status: list(status),
      ...paged,
    }),
  },
  'GET /bookings/messages': {
    query: some({
      id: numbers,
      propertyId: numbers,
      roomId: numbers,
      bookingId: numbers,
      masterId: numbers,
      filter: oneOf('read', 'unread'),
      maxAge: between(1, 999),
      source: oneOf('host', 'guest', 'internalNote', 'system'),
      ...paged,
    }),
  },
  'GET /properties': {
    query: some({
      id: numbers,
      roomId: numbers,
      includeLanguages: list(filled),
      includeTexts: list(oneOf('all', 'property', 'roomType')),
      includePictures: flag,
      includeOffers: flag,
      includePriceRules: flag,
      includeUpsellItems: flag,
      includeAllRooms: flag,
      includeUnitDetails: flag,
      ...paged,
    }),
  },
  'GET /inventory/rooms/calendar': {
    query: exactly({
      startDate: day,
      endDate: day,
      ...optional({
        roomId: numbers,
        propertyId: numbers,
        includeNumAvail: flag,
        includeMinStay: flag,
        includeMaxStay: flag,
        includeMultiplier: flag,
        includeOverride: flag,
        includePrices: flag,
        includeLinkedPrices: flag,
        includeChannels: flag,
        ...paged,
      }),
    }),
  },
  'GET /inventory/rooms/offers': {
    query: exactly({
      arrival: day,
      departure: day,
      numAdults: id,
      ...optional({
        numChildren: count,
        propertyId: numbers,
        roomId: numbers,
        offerId: numbers,
        includeTexts: list(filled),
        agentCode: text,
        ...paged,
      }),
    }),
  },
  'GET /channels/airbnb/reviews': { query: exactly({ roomId: id }) },
  'GET /channels/booking/reviews': { query: exactly({ propertyId: id, from: day }) },
  'POST /bookings': { each: exactly(booking) },
  'POST /bookings/messages': {
    each: exactly({
      bookingId: id,
      message: filled,
      ...optional({
        id,
        read: orNull(bool),
        attachment: orNull(text),
        attachmentName: orNull(text),
        attachmentMimeType: orNull(oneOf('image/jpeg', 'image/png', 'image/gif', 'application/pdf')),
        source: oneOf('host', 'guest', 'internalNote', 'system'),
      }),
    }),
  },
  'POST /inventory/rooms/calendar': { each: exactly({ roomId: id, calendar: list(range, 1) }) },
  'POST /properties': {
    each: exactly({
      ...fieldsOf(propertyFields),
      checkInStart: opt(orNull(quarterHour)),
      checkInEnd: opt(orNull(quarterHour)),
      checkOutEnd: opt(orNull(quarterHour)),
      roomTypes: opt(list(exactly({ ...fieldsOf(roomFields), texts: opt(anything) }))),
      texts: opt(anything),
    }),
  },
} satisfies RouteShapes
