import { conformance } from '../kit/testing/conformance.ts'
import type { SchemaFields, Json, ConformanceSample } from '../kit/testing/conformance.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { reservationFields } from './reservation-record.ts'
import { openAccount } from './test-account.ts'
import type { ListAnswer, TestAccount } from './test-account.ts'

const isFields = (value: Json | undefined): value is SchemaFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Slips of the description: ids described as objects, often without any fields; an enum of items beside an array;
 * references to blocks described as text beside an example with objects.
 */
function mend(schema: SchemaFields, name: string): SchemaFields {
  const isObject = schema.type === 'object'
  if (isObject && (schema.format === 'string' || name === '_id')) return { type: 'string' }
  if (isObject && Object.keys(schema.properties ?? {}).length === 0) return {}
  if (name === 'blockRefs') return { type: 'array' }
  const { enum: _words, ...rest } = schema
  return schema.type === 'array' ? rest : schema
}

const item = (schema: Json): Json => (isFields(schema) ? (schema.items ?? schema) : schema)

const missing = '5f92cbf10cf217478ba9ffff'

/** Every read of the vendor the simulator knows, with the description's path for each. */
async function* walk(account: TestAccount): AsyncGenerator<ConformanceSample> {
  yield { template: '/accounts/me', value: (await account.get('/accounts/me')).body }
  yield* homes(account)
  yield* bookings(account)
  yield* inbox(account)
  yield* registrations(account)
  yield* bookingWrites(account)
  yield* otherWrites(account)
}

async function* homes({ get, state }: TestAccount): AsyncGenerator<ConformanceSample> {
  const { results } = (await get<ListAnswer<JsonRow>>('/listings', { limit: 100 })).body
  for (const value of results) yield { template: '/listings', value, part: item }
  const calendars = '/availability-pricing/api/calendar/listings'
  const range = { startDate: '2026-04-01', endDate: '2026-09-30', includeAllotment: true }
  const { listings, units } = state()
  for (const { id } of [...listings, ...units]) {
    yield { template: '/listings/{id}', value: (await get(`/listings/${id}`)).body }
    const { body } = await get<{ data: { days: JsonRow[] } }>(`${calendars}/${id}`, range)
    for (const value of body.data.days) yield { template: `${calendars}/{id}`, value }
  }
  const ids = { listingIds: `${listings[0]?.id},${listings[1]?.id}` }
  const { body } = await get<{ data: { days: JsonRow[] } }>(calendars, { ...range, ...ids })
  for (const value of body.data.days) yield { template: calendars, value }
  const template = `${calendars}/{id}`
  yield { template, status: 404, value: (await get(`${calendars}/${missing}`, range)).body }
  yield { template, status: 422, value: (await get(`${calendars}/${missing}`)).body }
}

async function* bookings({ get, state }: TestAccount): AsyncGenerator<ConformanceSample> {
  const fields = [...Object.keys(reservationFields), 'id'].join(' ')
  const stays = state().reservations
  for (let skip = 0; skip < stays.length; skip += 100) {
    const { body } = await get<ListAnswer<JsonRow>>('/reservations', { fields, skip, limit: 100 })
    for (const value of body.results) yield { template: '/reservations', value }
  }
  for (const { id } of stays.slice(0, 60)) {
    yield { template: '/reservations/{id}', value: (await get(`/reservations/${id}`, { fields })).body }
    const { body } = await get('/reservations-v3', { 'reservationIds[]': id })
    yield { template: '/reservations-v3', value: body }
  }
  const refused = await get<unknown>(`/reservations/${missing}`)
  yield { template: '/reservations/{id}', status: 404, value: refused.body }
}

async function* inbox({ get, state }: TestAccount): AsyncGenerator<ConformanceSample> {
  const path = '/communication/conversations'
  yield { template: path, value: (await get(path, { limit: 100 })).body }
  const { conversations, guests, reviews } = state()
  for (const { id } of conversations) {
    yield { template: `${path}/{conversationId}`, value: (await get(`${path}/${id}`)).body }
    yield { template: `${path}/{conversationId}/posts`, value: (await get(`${path}/${id}/posts`)).body }
  }
  const columns = 'firstName lastName fullName email phone address picture preferredLanguage'
  yield { template: '/guests-crud', value: (await get('/guests-crud', { columns })).body }
  for (const { id } of guests.slice(0, 30)) {
    const { body } = await get(`/guests-crud/${String(id)}`, { fields: columns })
    yield { template: '/guests-crud/{guestId}', value: body }
  }
  yield { template: '/reviews', value: (await get('/reviews')).body }
  for (const { id } of reviews)
    yield { template: '/reviews/{reviewId}', value: (await get(`/reviews/${id}`)).body }
}

async function* registrations({ get, send }: TestAccount): AsyncGenerator<ConformanceSample> {
  // The description knows the events of 2024 only.
  const wanted = { url: 'http://127.0.0.1:9/hook', events: ['listing.new'] }
  const made = await send<{ _id: string }>('POST', '/webhooks', wanted)
  yield { template: '/webhooks', method: 'post', status: 201, value: made.body }
  yield { template: '/webhooks', value: (await get('/webhooks')).body }
  const one = `/webhooks/${made.body._id}`
  yield { template: '/webhooks/{id}', value: (await get(one)).body }
  yield { template: '/webhooks/{id}', method: 'put', value: (await send('PUT', one, wanted)).body }
  yield {
    template: '/webhooks-v2/secret',
    value: (await get('/webhooks-v2/secret', { url: wanted.url })).body,
  }
}

async function* bookingWrites({ send, state }: TestAccount): AsyncGenerator<ConformanceSample> {
  const home = state().listings.find(({ type, active }) => type === 'SINGLE' && active === true)
  const stay = {
    listingId: home?.id,
    checkInDateLocalized: '2027-09-01',
    checkOutDateLocalized: '2027-09-09',
    source: 'manual',
    guestsCount: 2,
    numberOfGuests: { numberOfAdults: 2, numberOfChildren: 0 },
  }
  const quote = await send('POST', '/quotes', stay)
  yield { template: '/quotes', method: 'post', status: 201, value: quote.body }
  const guest = { firstName: 'Joe', lastName: 'Black', phones: ['+1'], email: 'joe@example.com' }
  const wanted = { ...stay, status: 'confirmed', guest }
  const made = await send<{ reservationId: string }>('POST', '/reservations-v3', wanted)
  yield { template: '/reservations-v3', method: 'post', status: 201, value: made.body }
  const changes: [string, object][] = [
    ['dates', { checkInDateLocalized: '2027-09-01', checkOutDateLocalized: '2027-09-10' }],
    ['guests', { guestsCount: 3, numberOfGuests: { numberOfAdults: 3 } }],
    ['notes', { notes: { other: 'Late.' } }],
    ['status', { status: 'canceled', canceledBy: 'TEAM_MEMBER' }],
  ]
  for (const [path, body] of changes) {
    const answer = await send('PUT', `/reservations-v3/${made.body.reservationId}/${path}`, body)
    yield { template: `/reservations-v3/{reservationId}/${path}`, method: 'put', value: answer.body }
  }
}

async function* otherWrites({ get, send, state }: TestAccount): AsyncGenerator<ConformanceSample> {
  const { listings, conversations, reviews } = state()
  const id = listings[0]?.id ?? ''
  const calendars = '/availability-pricing/api/calendar/listings'
  const nights = { startDate: '2027-09-01', endDate: '2027-09-02', price: 90 }
  const whole = await send('PUT', calendars, [{ listingId: id, ...nights }])
  yield { template: calendars, method: 'put', value: whole.body }
  const single = await send('PUT', `${calendars}/${id}`, nights)
  yield { template: `${calendars}/{id}`, method: 'put', value: single.body }
  const message = { module: { type: 'email' }, body: 'Hello.' }
  const sent = await send(
    'POST',
    `/communication/conversations/${conversations[0]?.id}/send-message`,
    message,
  )
  const template = '/communication/conversations/{conversationId}/send-message'
  yield { template, method: 'post', value: sent.body }
  const open = reviews.find(({ reviewReplies }) => reviewReplies.length === 0)
  const reply = await send('PUT', `/reviews/${open?.id}/reply`, { reviewReply: 'Thank you.' })
  yield { template: '/reviews/{reviewId}/reply', method: 'put', value: reply.body }
  const made = await send<{ _id: string }>('POST', '/guests-crud', { firstName: 'Joe', lastName: 'Black' })
  yield { template: '/guests-crud', method: 'post', value: made.body }
  const changed = await send('PUT', `/guests-crud/${made.body._id}`, { email: 'joe@example.com', tags: [] })
  yield { template: '/guests-crud/{guestId}', method: 'put', value: changed.body }
  const listing = await send('PUT', `/listings/${id}`, { title: 'By the quay' })
  yield { template: '/listings/{id}', method: 'put', value: listing.body }
  const amenities = '/properties-api/amenities'
  yield { template: `${amenities}/supported`, value: (await get(`${amenities}/supported`)).body }
  const chosen = await send('PUT', `${amenities}/${id}`, { amenities: ['Kitchen'] })
  yield { template: `${amenities}/{propertyId}`, method: 'put', value: chosen.body }
  const held = await get(`/address/${id}`)
  yield { template: '/address/{id}', value: held.body }
  const moved = await send('PUT', `/address/${id}/update`, held.body)
  yield { template: '/address/{id}/update', method: 'put', value: moved.body }
}

conformance({
  files: ['guesty.json'],
  mend,
  kinds: 40,
  wrong: { template: '/reservations/{id}', value: { _id: 5, guestsCount: 'five' } },
  walk: async function* (t) {
    yield* walk(await openAccount(t, { listings: 14, reservations: 320 }))
  },
})
