import * as is from '../kit/shape.ts'

/** Shapes of all routes. Paths and bodies of the calendar are invented; README.md says what is known. */

const span = { from: is.day, to: is.day }
const paged = { page: is.between(1, 100_000), pageSize: is.between(1, 100) }

const editorial = {
  listingName: is.filled,
  homeDescription: is.filled,
  photos: is.list(is.atLeast({ url: is.address })),
}
const plain = {
  checkIn: is.clockTime,
  checkOut: is.clockTime,
  maxOccupancy: is.between(1, 50),
  cleaningFee: is.price,
  instantBook: is.bool,
}

export const requests = {
  'POST /authenticate': { body: is.exactly({ clientId: is.filled, clientSecret: is.filled }) },
  'GET /v2/listings': { query: is.some(paged) },
  'GET /v2/listings/:id': {},
  'PATCH /v2/listings/:id': { body: is.some({ ...editorial, ...plain }) },
  'GET /v2/bookings': { query: is.some(paged) },
  'GET /v2/bookings/:code': {},
  'GET /v2/webhooks/config': {},
  'POST /v2/webhooks/config': {
    body: is.exactly({ isActive: is.bool, endpoints: is.exactly({ bookings: is.orNull(is.address) }) }),
  },
  'GET /v2/listings/:id/blocked-dates': {},
  'PUT /v2/listings/:id/blocked-dates': {
    body: is.exactly({ blockedDates: is.list(is.exactly(span)) }),
  },
  'GET /v2/listings/:id/custom-prices': {},
  'PUT /v2/listings/:id/custom-prices': {
    body: is.exactly({ customPrices: is.list(is.exactly({ ...span, price: is.price })) }),
  },
  'GET /v2/listings/:id/restrictions': {},
  'PUT /v2/listings/:id/restrictions': {
    body: is.some({
      minNights: is.between(1, 365),
      bookingWindowDays: is.between(1, 1095),
      changeOverDays: is.list(
        is.oneOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
      ),
    }),
  },
} as const
