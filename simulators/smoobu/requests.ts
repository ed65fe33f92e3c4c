import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's documentation. A change ignores dates and apartment. */

const party = { adults: is.count, children: is.count }
const booking = {
  price: is.number,
  notice: is.text,
  email: is.text,
  phone: is.text,
  language: is.text,
  arrivalTime: is.text,
  departureTime: is.text,
  assistantNotice: is.text,
  deposit: is.number,
  prepayment: is.number,
  priceStatus: is.between(0, 1),
  prepaymentStatus: is.between(0, 1),
  depositStatus: is.between(0, 1),
  ...party,
}
const detailed = { includeRelated: is.flag, includePriceElements: is.flag }

export const requests: is.RouteShapes = {
  'GET /api/me': {},
  'GET /api/apartments': {},
  'GET /api/apartments/:id': {},
  'GET /api/rates': {
    query: is.exactly({ apartments: is.list(is.id, 1), start_date: is.day, end_date: is.day }),
  },
  'GET /api/reservations': {
    query: is.some({
      created_from: is.dayOrMoment,
      created_to: is.dayOrMoment,
      from: is.day,
      to: is.day,
      arrivalFrom: is.day,
      arrivalTo: is.day,
      departureFrom: is.day,
      departureTo: is.day,
      modifiedFrom: is.dayOrMoment,
      modifiedTo: is.dayOrMoment,
      showCancellation: is.flag,
      excludeBlocked: is.flag,
      page: is.id,
      pageSize: is.id,
      apartmentId: is.id,
      ...detailed,
    }),
  },
  'GET /api/reservations/:id': { query: is.some(detailed) },
  'POST /api/reservations': {
    body: is.exactly({
      arrivalDate: is.day,
      departureDate: is.day,
      apartmentId: is.id,
      channelId: is.id,
      ...is.optional({
        firstName: is.text,
        lastName: is.text,
        address: is.anything,
        country: is.text,
        priceElements: is.list(is.anything),
        ...booking,
      }),
    }),
  },
  'PUT /api/reservations/:id': {
    body: is.atLeast(
      is.optional({ guestName: is.text, guestEmail: is.text, guestPhone: is.text, ...booking }),
    ),
  },
  'DELETE /api/reservations/:id': {},
  'POST /api/rates': {
    body: is.exactly({
      apartments: is.list(is.id, 1),
      operations: is.list(
        is.exactly({
          dates: is.list(is.text, 1),
          daily_price: is.opt(is.number),
          min_length_of_stay: is.opt(is.id),
        }),
        1,
      ),
    }),
  },
  'POST /booking/checkApartmentAvailability': {
    body: is.exactly({
      arrivalDate: is.day,
      departureDate: is.day,
      apartments: is.list(is.id),
      customerId: is.id,
      guests: is.opt(is.count),
      discountCode: is.opt(is.text),
    }),
  },
}
