import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's documentation. */

const include = { include: is.text, fields: is.text }
const paged = { page: is.id, per_page: is.between(1, 100), ...include }
const changed = { updated_since: is.dayOrMoment }
const wrapped = (name: string, fields: Parameters<typeof is.exactly>[0]) =>
  is.exactly({ [name]: is.list(is.exactly(fields), 1) })
const amount = is.like('^\\d+(\\.\\d+)?$')
const listOf = (fields: Parameters<typeof is.some>[0]) => is.list(is.someOrNull(fields))

const booking = is.optional({
  ...{ start_at: is.dayOrMoment, end_at: is.dayOrMoment, booked: is.bool, unavailable: is.bool },
  ...{
    tentative_expires_at: is.moment,
    client_id: is.id,
    source_id: is.id,
    adults: is.count,
    children: is.count,
  },
  ...{ currency: is.currency, initial_price: amount, final_price: amount, notes: is.upTo(6000) },
  ...{ external_reference: is.text, cancelation_reason: is.text },
  bookings_fees: listOf({ name: is.text, price: is.text, times_booked: is.ids, rentals_fee_id: is.ids }),
  bookings_taxes: listOf({
    ...{ name: is.text, tax_id: is.ids, taxable_id: is.ids, taxable_type: is.oneOf('Rental', 'Fee') },
    ...{ included: is.bool, amount: is.text, percentage: is.text },
  }),
})
const client = {
  ...{ fullname: is.text, firstname: is.text, lastname: is.text, notes: is.text, preferred_locale: is.text },
  emails: is.list(is.some({ label: is.text, email: is.email })),
  phones: is.list(is.some({ label: is.text, number: is.text })),
  addresses: is.list(is.anything),
}

export const requests: is.RouteShapes = {
  'GET /accounts': { query: is.some(paged) },
  'GET /rentals': { query: is.some({ ...paged, ...changed }) },
  'GET /rentals/:ids': { query: is.some(include) },
  'GET /rentals/search': {
    query: is.exactly({
      ...{ rental_id: is.ids, start_at: is.dayOrMoment, end_at: is.dayOrMoment, adults: is.count },
      ...is.optional({ children: is.count }),
    }),
  },
  'GET /amenities': { query: is.some(paged) },
  'GET /hosts': { query: is.some(paged) },
  'GET /bookings': {
    query: is.some({
      ...{ ...paged, ...changed, from: is.dayOrMoment, until: is.dayOrMoment, months: is.count },
      ...{ status: is.text, include_canceled: is.flag, rental_id: is.ids, client_id: is.ids },
    }),
  },
  'GET /bookings/:ids': { query: is.some({ ...include, include_canceled: is.flag }) },
  'GET /clients': { query: is.some({ ...paged, ...changed }) },
  'GET /reviews': { query: is.some({ ...paged, ...changed }) },
  'GET /inbox/conversations': { query: is.some({ ...paged, ...changed }) },
  'GET /inbox/conversations/:ids': { query: is.some(include) },
  'GET /inbox/attachments/:ids': { query: is.some(include) },
  'POST /rentals/:id/bookings': { body: wrapped('bookings', booking) },
  'PUT /bookings/:id': { body: wrapped('bookings', booking) },
  'DELETE /bookings/:id': {},
  'POST /clients': { body: wrapped('clients', is.optional(client)) },
  'PUT /clients/:id': { body: wrapped('clients', is.optional(client)) },
  'PUT /nightly_rate_maps/:id': {
    body: wrapped('nightly_rate_maps', {
      start_date: is.day,
      rates_map: is.filled,
      minimum_stays_map: is.filled,
    }),
  },
  'POST /inbox/participants': {
    body: wrapped('participants', {
      ...{ conversation_id: is.id, member_id: is.id, member_type: is.oneOf('Client', 'Host') },
    }),
  },
  'POST /inbox/attachments': {
    body: wrapped('attachments', { name: is.opt(is.text), file: is.like('^data:[a-z]+/[a-z]+;base64,') }),
  },
  'POST /inbox/messages': {
    body: wrapped('messages', {
      ...{ conversation_id: is.id, sender_id: is.id, content: is.filled, sent_at: is.moment },
      ...{
        origin: is.oneOf('bookingsync_inbox', 'email', 'inquiry'),
        visibility: is.oneOf('internal', 'external'),
      },
      channel: is.opt(is.oneOf('airbnb', 'homeaway', 'email', 'booking-com')),
      attachment_ids: is.opt(is.list(is.id)),
    }),
  },
}
