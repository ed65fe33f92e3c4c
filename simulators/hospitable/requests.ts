import * as is from '../kit/shape.ts'

/**
 * Shapes of all routes, from the vendor's reference; those for making and cancelling bookings come from third parties.
 */

const include = is.like('^[a-z_.]+(,[a-z_.]+)*$')
const paged = { page: is.between(1, 1_000_000), per_page: is.between(1, 100) }
const party = { adults: is.count, children: is.count, infants: is.count, pets: is.count }
const message = is.exactly({ body: is.filled, images: is.opt(is.list(is.address)) })

export const requests: is.RouteShapes = {
  'GET /user': {},
  'GET /properties': { query: is.some({ include, ...paged }) },
  'GET /properties/:uuid': { query: is.some({ include }) },
  'GET /properties/:uuid/images': {},
  'GET /properties/:uuid/calendar': { query: is.some({ start_date: is.day, end_date: is.day }) },
  'GET /properties/:uuid/reviews': {
    query: is.some({ include, page: paged.page, per_page: is.between(1, 50) }),
  },
  'GET /reservations': {
    query: is.exactly({
      properties: is.list(is.uuid, 1),
      ...is.optional({
        start_date: is.day,
        end_date: is.day,
        date_query: is.oneOf('checkin', 'checkout'),
        platform_id: is.filled,
        conversation_id: is.uuid,
        last_message_at: is.moment,
        include,
        ...paged,
      }),
    }),
  },
  'GET /reservations/:uuid': { query: is.some({ include }) },
  'GET /reservations/:uuid/messages': {},
  'GET /inquiries': {
    query: is.exactly({
      properties: is.list(is.uuid, 1),
      ...is.optional({ last_message_at: is.moment, include, ...paged }),
    }),
  },
  'GET /inquiries/:uuid': { query: is.some({ include }) },
  'PUT /properties/:uuid/calendar': {
    body: is.exactly({
      dates: is.list(
        is.exactly({
          date: is.day,
          ...is.optional({
            price: is.exactly({ amount: is.int, currency: is.opt(is.currency) }),
            available: is.bool,
            min_stay: is.count,
            closed_for_checkin: is.bool,
            closed_for_checkout: is.bool,
          }),
        }),
      ),
    }),
  },
  'POST /properties/:uuid/quote': {
    body: is.exactly({
      checkin_date: is.day,
      checkout_date: is.day,
      guests: is.exactly({ ...is.optional(party), adults: is.count }),
      guest_details: is.opt(
        is.some({ first_name: is.text, last_name: is.text, email: is.email, phone: is.text }),
      ),
      promo_code: is.opt(is.text),
    }),
  },
  'POST /reservations': {
    body: is.atLeast({
      property_id: is.uuid,
      check_in: is.day,
      check_out: is.day,
      guests: is.opt(is.some(party)),
      guest: is.atLeast({
        first_name: is.filled,
        last_name: is.opt(is.orNull(is.text)),
        email: is.opt(is.orNull(is.email)),
        phone: is.opt(is.orNull(is.text)),
      }),
      financials: is.opt(is.anything),
      reservation_code: is.opt(is.upTo(255)),
      notes: is.opt(is.orNull(is.text)),
      language: is.opt(is.text),
      channel: is.opt(is.text),
    }),
  },
  'POST /reservations/:uuid/cancel': { body: is.atLeast({ initiated_by: is.text }) },
  'POST /reservations/:uuid/messages': { body: message },
  'POST /inquiries/:uuid/messages': { body: message },
  'POST /reviews/:uuid/respond': { body: is.exactly({ response: is.filled }) },
}
