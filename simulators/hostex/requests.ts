import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's description. */

const paged = { offset: is.count, limit: is.between(1, 100) }
const channel = is.oneOf(
  ...['airbnb', 'booking.com', 'agoda', 'expedia', 'vrbo', 'trip.com', 'booking_site', 'tujia_intl', 'houfy'],
)
const listing = { channel_type: channel, listing_id: is.filled }
const range = is.each(is.day, 'start_date', 'end_date')
const amount = is.schema({ type: 'number', minimum: 0, maximum: 999_999 })
const departures = is.each(is.day, 'start_check_out_date', 'end_check_out_date')
const stay = is.each(is.day, 'check_in_date', 'check_out_date')
const party = { number_of_guests: is.between(1, 99), remarks: is.upTo(500) }

export const requests: is.RouteShapes = {
  'GET /properties': { query: is.some({ id: is.id, ...paged }) },
  'GET /room_types': { query: is.exactly(paged) },
  'GET /reservations': {
    query: is.some({
      ...{ reservation_code: is.filled, property_id: is.id, channel_type: is.filled },
      status: is.oneOf('wait_accept', 'wait_pay', 'accepted', 'cancelled', 'denied', 'timeout'),
      ...is.each(is.day, 'start_check_in_date', 'end_check_in_date'),
      ...departures,
      order_by: is.oneOf('booked_at', 'check_in_date', 'check_out_date', 'cancelled_at', 'created_at'),
      ...paged,
    }),
  },
  'POST /reservations': {
    body: is.exactly({
      ...is.each(is.id, 'property_id', 'custom_channel_id', 'income_method_id'),
      ...stay,
      ...{ guest_name: is.filled, currency: is.currency },
      ...is.each(amount, 'rate_amount', 'commission_amount', 'received_amount'),
      ...is.optional({ ...party, email: is.text, mobile: is.text }),
    }),
  },
  'PATCH /reservations/:code': {
    body: is.some({
      ...{ ...stay, ...party, guest_name: is.upTo(100), mobile: is.upTo(50), email: is.text },
      ...{ currency: is.currency, rate_amount: amount, commission_amount: amount },
    }),
  },
  'DELETE /reservations/:code': {},
  'GET /availabilities': { query: is.exactly({ property_ids: is.ids, ...range }) },
  'POST /availabilities': {
    body: is.exactly({
      property_ids: is.list(is.id, 1),
      available: is.bool,
      ...is.optional({ ...range, dates: is.list(is.day, 1) }),
    }),
  },
  'POST /listings/calendar': {
    body: is.exactly({ ...range, listings: is.list(is.exactly(listing), 1) }),
  },
  'POST /listings/prices': {
    body: is.exactly({ ...listing, prices: is.list(is.exactly({ ...range, price: is.count }), 1) }),
  },
  'POST /listings/restrictions': {
    body: is.exactly({
      ...listing,
      restrictions: is.list(
        is.exactly({
          ...range,
          ...is.each(is.opt(is.count), 'min_stay_on_arrival', 'max_stay_on_arrival'),
          ...is.each(is.opt(is.bool), 'closed_on_arrival', 'closed_on_departure'),
        }),
        1,
      ),
    }),
  },
  'GET /custom_channels': {},
  'GET /income_methods': {},
  'GET /conversations': { query: is.exactly(paged) },
  'GET /conversations/:id': {},
  'POST /conversations/:id': { body: is.some({ message: is.filled, jpeg_base64: is.filled }) },
  'GET /reviews': {
    query: is.exactly({
      ...paged,
      ...is.optional({
        reservation_code: is.filled,
        property_id: is.id,
        review_status: is.oneOf('pending_guest_review', 'pending_host_review', 'reviewed'),
        ...departures,
      }),
    }),
  },
  'POST /reviews/:code': {
    body: is.some({
      host_review_score: is.schema({ type: 'number', minimum: 0, maximum: 5 }),
      host_review_content: is.filled,
      host_reply_content: is.filled,
    }),
  },
  'GET /webhooks': {},
  'POST /webhooks': { body: is.exactly({ url: is.schema({ type: 'string', format: 'uri' }) }) },
  'DELETE /webhooks/:id': {},
}
