import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's documentation. */

const paged = { limit: is.between(1, 1000), offset: is.count }
const includes = is.each(is.flag, 'include_guest', 'include_charges', 'include_fields', 'include_tags')
const party = { adults: is.count, children: is.count, infants: is.count, pets: is.count }
const stay = { arrival: is.day, departure: is.day, guest_id: is.id, notes: is.text, ...party }
const guest = {
  first_name: is.filled,
  last_name: is.text,
  email_addresses: is.list(is.some({ id: is.id, address: is.text, type: is.text, is_default: is.bool })),
  phones: is.list(
    is.some({ id: is.id, number: is.text, extension: is.text, type: is.text, is_default: is.bool }),
  ),
  addresses: is.list(is.anything),
  notes: is.text,
  opt_out: is.bool,
}

export const requests: is.RouteShapes = {
  'GET /properties': { query: is.some({ active: is.flag, include_inactive: is.flag, ...paged }) },
  'GET /properties/:id': {},
  'GET /listings': { query: is.some({ property_ids: is.ids, include_descriptions: is.flag, ...paged }) },
  'GET /calendar/:id': { query: is.exactly({ from: is.day, to: is.day }) },
  'GET /bookings': {
    query: is.some({
      ...{ property_ids: is.ids, since_utc: is.dayOrMoment, from: is.day, to: is.day, ...includes, ...paged },
      status: is.oneOf('active', 'pending', 'canceled'),
    }),
  },
  'GET /bookings/:id': { query: is.some(includes) },
  'GET /messages': {
    query: is.some({ threadId: is.id, booking_id: is.id, since_utc: is.dayOrMoment, ...paged }),
  },
  'GET /reviews': { query: is.some({ property_ids: is.ids, host_review: is.flag, ...paged }) },
  'GET /guests': { query: is.some({ q: is.text, created_since_utc: is.dayOrMoment, ...paged }) },
  'GET /guests/:id': {},
  'POST /bookings': {
    body: is.exactly({ ...is.optional(stay), arrival: is.day, departure: is.day, property_id: is.id }),
  },
  'PATCH /bookings/:id': { body: is.some(stay) },
  'POST /quotes': {
    body: is.exactly({
      property_id: is.id,
      arrival: is.day,
      departure: is.day,
      ...is.optional({ ...party, test: is.bool, generate_charges: is.bool }),
    }),
  },
  'POST /guests': { body: is.exactly({ ...is.optional(guest), first_name: is.filled }) },
  'PATCH /guests/:id': { body: is.some(guest) },
  'PATCH /spotrates': {
    body: is.list(
      is.exactly({
        property_id: is.id,
        date: is.day,
        currency: is.opt(is.currency),
        amount: is.opt(is.orNull(is.price)),
        min_nights: is.opt(is.orNull(is.id)),
      }),
      1,
    ),
  },
}
