import {
  address,
  anything,
  atLeast,
  between,
  bool,
  count,
  currency,
  day,
  email,
  exactly,
  filled,
  int,
  like,
  list,
  moment,
  oneOf,
  opt,
  optional,
  orNull,
  some,
  text,
  upTo,
  uuid,
} from '../kit/shape.ts'
import type { RouteShapes } from '../kit/shape.ts'

/** What every route takes, from the vendor's reference; making and cancelling bookings from third parties. */

const include = like('^[a-z_.]+(,[a-z_.]+)*$')
const paged = { page: between(1, 1_000_000), per_page: between(1, 100) }
const party = { adults: count, children: count, infants: count, pets: count }
const message = exactly({ body: filled, images: opt(list(address)) })

export const requests: RouteShapes = {
  'GET /user': {},
  'GET /properties': { query: some({ include, ...paged }) },
  'GET /properties/:uuid': { query: some({ include }) },
  'GET /properties/:uuid/images': {},
  'GET /properties/:uuid/calendar': { query: some({ start_date: day, end_date: day }) },
  'GET /properties/:uuid/reviews': { query: some({ include, page: paged.page, per_page: between(1, 50) }) },
  'GET /reservations': {
    query: exactly({
      properties: list(uuid, 1),
      ...optional({
        start_date: day,
        end_date: day,
        date_query: oneOf('checkin', 'checkout'),
        platform_id: filled,
        conversation_id: uuid,
        last_message_at: moment,
        include,
        ...paged,
      }),
    }),
  },
  'GET /reservations/:uuid': { query: some({ include }) },
  'GET /reservations/:uuid/messages': {},
  'GET /inquiries': {
    query: exactly({
      properties: list(uuid, 1),
      ...optional({ last_message_at: moment, include, ...paged }),
    }),
  },
  'GET /inquiries/:uuid': { query: some({ include }) },
  'PUT /properties/:uuid/calendar': {
    body: exactly({
      dates: list(
        exactly({
          date: day,
          ...optional({
            price: exactly({ amount: int, currency: opt(currency) }),
            available: bool,
            min_stay: count,
            closed_for_checkin: bool,
            closed_for_checkout: bool,
          }),
        }),
      ),
    }),
  },
  'POST /properties/:uuid/quote': {
    body: exactly({
      checkin_date: day,
      checkout_date: day,
      guests: exactly({ ...optional(party), adults: count }),
      guest_details: opt(some({ first_name: text, last_name: text, email, phone: text })),
      promo_code: opt(text),
    }),
  },
  'POST /reservations': {
    body: atLeast({
      property_id: uuid,
      check_in: day,
      check_out: day,
      guests: opt(some(party)),
      guest: atLeast({
        first_name: filled,
        last_name: opt(orNull(text)),
        email: opt(orNull(email)),
        phone: opt(orNull(text)),
      }),
      financials: opt(anything),
      reservation_code: opt(upTo(255)),
      notes: opt(orNull(text)),
      language: opt(text),
      channel: opt(text),
    }),
  },
  'POST /reservations/:uuid/cancel': { body: atLeast({ initiated_by: text }) },
  'POST /reservations/:uuid/messages': { body: message },
  'POST /inquiries/:uuid/messages': { body: message },
  'POST /reviews/:uuid/respond': { body: exactly({ response: filled }) },
}
