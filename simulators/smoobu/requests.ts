import {
  anything,
  atLeast,
  between,
  count,
  day,
  exactly,
  flag,
  id,
  list,
  number,
  opt,
  optional,
  dayOrMoment,
  some,
  text,
} from '../kit/shape.ts'
import type { RouteShapes } from '../kit/shape.ts'

/** What every route takes, from the vendor's documentation. Of a change dates and apartment are passed over. */

const party = { adults: count, children: count }
const booking = {
  price: number,
  notice: text,
  email: text,
  phone: text,
  language: text,
  arrivalTime: text,
  departureTime: text,
  assistantNotice: text,
  deposit: number,
  prepayment: number,
  priceStatus: between(0, 1),
  prepaymentStatus: between(0, 1),
  depositStatus: between(0, 1),
  ...party,
}
const detailed = { includeRelated: flag, includePriceElements: flag }

export const requests: RouteShapes = {
  'GET /api/me': {},
  'GET /api/apartments': {},
  'GET /api/apartments/:id': {},
  'GET /api/rates': { query: exactly({ apartments: list(id, 1), start_date: day, end_date: day }) },
  'GET /api/reservations': {
    query: some({
      created_from: dayOrMoment,
      created_to: dayOrMoment,
      from: day,
      to: day,
      arrivalFrom: day,
      arrivalTo: day,
      departureFrom: day,
      departureTo: day,
      modifiedFrom: dayOrMoment,
      modifiedTo: dayOrMoment,
      showCancellation: flag,
      excludeBlocked: flag,
      page: id,
      pageSize: id,
      apartmentId: id,
      ...detailed,
    }),
  },
  'GET /api/reservations/:id': { query: some(detailed) },
  'POST /api/reservations': {
    body: exactly({
      arrivalDate: day,
      departureDate: day,
      apartmentId: id,
      channelId: id,
      ...optional({
        firstName: text,
        lastName: text,
        address: anything,
        country: text,
        priceElements: list(anything),
        ...booking,
      }),
    }),
  },
  'PUT /api/reservations/:id': {
    body: atLeast(optional({ guestName: text, guestEmail: text, guestPhone: text, ...booking })),
  },
  'DELETE /api/reservations/:id': {},
  'POST /api/rates': {
    body: exactly({
      apartments: list(id, 1),
      operations: list(
        exactly({
          dates: list(text, 1),
          daily_price: opt(number),
          min_length_of_stay: opt(id),
        }),
        1,
      ),
    }),
  },
  'POST /booking/checkApartmentAvailability': {
    body: exactly({
      arrivalDate: day,
      departureDate: day,
      apartments: list(id),
      customerId: id,
      guests: opt(count),
      discountCode: opt(text),
    }),
  },
}
