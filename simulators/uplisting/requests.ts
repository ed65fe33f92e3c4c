import * as is from '../kit/shape.ts'

/** Shapes of all routes, from public notes on the vendor's documentation. */
const night = is.exactly({
  date: is.day,
  ...is.optional({
    available: is.bool,
    day_rate: is.price,
    minimum_length_of_stay: is.between(1, 365),
    note: is.text,
  }),
})

const property = is.exactly({
  data: is.exactly({ type: is.oneOf('properties'), id: is.filled }),
})

export const requests: is.RouteShapes = {
  'GET /users/me': {},
  'GET /properties': { query: is.some({ page: is.count, include: is.text }) },
  'GET /calendar/:id': { query: is.exactly({ from: is.day, to: is.day }) },
  'POST /calendar/:id': {
    body: is.exactly({
      calendar: is.exactly({ days: is.list(night, 1) }),
      notification_url: is.opt(is.address),
    }),
  },
  'GET /bookings/:id': {
    query: is.some({ from: is.day, to: is.day, page: is.count, per_page: is.between(1, 50) }),
  },
  'POST /v2/bookings': {
    body: is.exactly({
      data: is.exactly({
        type: is.opt(is.oneOf('bookings')),
        attributes: is.exactly({
          ...{ check_in: is.day, check_out: is.day },
          ...is.optional({
            guest_name: is.text,
            guest_email: is.email,
            guest_phone: is.text,
            number_of_guests: is.id,
          }),
        }),
        relationships: is.exactly({ property }),
      }),
    }),
  },
  'PATCH /v2/bookings/:id': {
    body: is.exactly({
      data: is.exactly({
        ...{ type: is.oneOf('bookings'), id: is.filled },
        attributes: is.exactly({ status: is.oneOf('cancelled') }),
      }),
    }),
  },
  'GET /hooks': {},
  'POST /hooks': {
    body: is.exactly({
      target_url: is.address,
      event: is.oneOf(
        ...['booking_created', 'booking_updated', 'booking_removed'],
        ...['property_created', 'property_updated', 'property_removed'],
      ),
    }),
  },
  'DELETE /hooks/:id': {},
}
