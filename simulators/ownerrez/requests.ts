import {
  anything,
  between,
  bool,
  count,
  currency,
  day,
  dayOrMoment,
  exactly,
  filled,
  flag,
  id,
  ids,
  list,
  oneOf,
  opt,
  optional,
  orNull,
  price,
  some,
  text,
} from '../kit/shape.ts'
import type { RouteShapes } from '../kit/shape.ts'

/** What every route takes, from the vendor's documentation. */

const paged = { limit: between(1, 1000), offset: count }
const includes = { include_guest: flag, include_charges: flag, include_fields: flag, include_tags: flag }
const party = { adults: count, children: count, infants: count, pets: count }
const stay = { arrival: day, departure: day, guest_id: id, notes: text, ...party }
const guest = {
  first_name: filled,
  last_name: text,
  email_addresses: list(some({ id, address: text, type: text, is_default: bool })),
  phones: list(some({ id, number: text, extension: text, type: text, is_default: bool })),
  addresses: list(anything),
  notes: text,
  opt_out: bool,
}

export const requests: RouteShapes = {
  'GET /properties': { query: some({ active: flag, include_inactive: flag, ...paged }) },
  'GET /properties/:id': {},
  'GET /listings': { query: some({ property_ids: ids, include_descriptions: flag, ...paged }) },
  'GET /calendar/:id': { query: exactly({ from: day, to: day }) },
  'GET /bookings': {
    query: some({
      property_ids: ids,
      since_utc: dayOrMoment,
      from: day,
      to: day,
      status: oneOf('active', 'pending', 'canceled'),
      ...includes,
      ...paged,
    }),
  },
  'GET /bookings/:id': { query: some(includes) },
  'GET /messages': { query: some({ threadId: id, booking_id: id, since_utc: dayOrMoment, ...paged }) },
  'GET /reviews': { query: some({ property_ids: ids, host_review: flag, ...paged }) },
  'GET /guests': { query: some({ q: text, created_since_utc: dayOrMoment, ...paged }) },
  'GET /guests/:id': {},
  'POST /bookings': {
    body: exactly({ ...optional(stay), arrival: day, departure: day, property_id: id }),
  },
  'PATCH /bookings/:id': { body: some(stay) },
  'POST /quotes': {
    body: exactly({
      property_id: id,
      arrival: day,
      departure: day,
      ...optional({ ...party, test: bool, generate_charges: bool }),
    }),
  },
  'POST /guests': { body: exactly({ ...optional(guest), first_name: filled }) },
  'PATCH /guests/:id': { body: some(guest) },
  'PATCH /spotrates': {
    body: list(
      exactly({
        property_id: id,
        date: day,
        currency: opt(currency),
        amount: opt(orNull(price)),
        min_nights: opt(orNull(id)),
      }),
      1,
    ),
  },
}
