import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking } from './records.ts'
import { openAccount, type ListAnswer } from './test-account.ts'

const all = '/v2/reservations/bookings?stayFilter=All&trash=All'

test('without the key, or with another, the answer is 401 in the vendor’s words', async (t) => {
  const { simulator, get } = await openAccount(t, { listings: 1, reservations: 1 })
  for (const headers of [{}, { 'X-ApiKey': 'x'.repeat(88) }]) {
    const response = await fetch(`${simulator.url}/v2/properties`, { headers })
    assert.equal(response.status, 401)
    const body = (await response.json()) as Record<string, unknown>
    assert.deepEqual(Object.keys(body), ['message', 'code', 'correlation_id', 'event_id'])
    assert.equal(body.code, 'NotAuthorized')
  }
  assert.equal((await get('/v2/properties')).status, 200)
})

test('unknown paths and records answer 404 in the vendor’s words', async (t) => {
  const { get, send } = await openAccount(t, { listings: 1, reservations: 1 })
  const rates = 'HouseId=1&RoomTypeId=2&StartDate=2026-05-11&EndDate=2026-05-12'
  const paths = [
    ...['/v2/nothing', '/v2/properties/1', '/v2/properties/1/rooms', '/v2/reservations/bookings/1'],
    ...['/v1/reservation/booking/1', '/v1/reservation/enquiry/1', '/v1/availability/1/2'],
    ...['/v2/rates/settings?houseId=1', `/v2/rates/calendar?${rates}`],
  ]
  for (const path of paths) {
    const { status, body } = await get<{ code: string }>(path)
    assert.deepEqual([status, body.code], [404, 'NotFound'], path)
  }
  assert.equal((await get<{ title: string }>('/v2/messaging/5')).body.title, 'The thread is not known')
  assert.equal((await send('POST', '/v1/reservation/enquiry', {})).status, 404)
  assert.equal((await send('POST', '/v1/reservation/booking', {})).status, 400)
})

test('lists come in numbered pages of 50 at most, counted on request', async (t) => {
  const { get, bookings } = await openAccount(t, { listings: 3, reservations: 140 })
  const held = bookings().length
  const first = (await get<ListAnswer<Booking>>(`${all}&size=500`)).body
  assert.deepEqual([first.count, first.items.length], [null, 50])
  const seen: number[] = []
  for (let page = 1; page <= 3; page++) {
    const { count, items } = (await get<ListAnswer<Booking>>(`${all}&page=${page}&includeCount=true`)).body
    assert.equal(count, held)
    seen.push(...items.map(({ id }) => id))
  }
  assert.equal(new Set(seen).size, held)
  assert.deepEqual((await get<ListAnswer<Booking>>(`${all}&page=99`)).body.items, [])
  assert.equal((await get<ListAnswer<unknown>>('/v2/properties?size=2')).body.items.length, 2)
})

test('the older list goes by position, ten at a time unless told', async (t) => {
  const { get } = await openAccount(t, { listings: 3, reservations: 90 })
  type Inbox = { items: unknown[]; total: number; next: string | null }
  const read = async (query: string) => (await get<Inbox>(`/v1/reservation?${query}`)).body
  const first = await read('')
  assert.deepEqual([first.items.length, first.next], [10, '/v1/reservation?offset=10&limit=10'])
  assert.equal((await read('limit=500')).items.length, 50)
  const last = await read(`limit=50&offset=${first.total - 5}`)
  assert.deepEqual([last.items.length, last.next], [5, null])
})

test('each version of the API has its own limit', async (t) => {
  const { get, control } = await openAccount(t, { listings: 1, reservations: 1, rateLimit: 'vendor' })
  const times = async (count: number, path: string) => {
    for (let made = 0; made < count; made++) assert.equal((await get(path)).status, 200)
  }
  await times(600, '/v1/reservation/not_read')
  const { status, body } = await get<{ message: string }>('/v1/reservation/not_read')
  assert.deepEqual([status, /rate limit/i.test(body.message)], [429, true])
  await times(750, '/v2/deletedProperties')
  assert.equal((await get('/v2/deletedProperties')).status, 429)
  assert.equal((await control('GET', '/calls')).status, 200)
  await control('POST', '/clock', { advanceSeconds: 61 })
  await times(1, '/v1/reservation/not_read')
})

test('a withdrawn key works again when the fault is over', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 1 })
  await control('POST', '/faults', { kind: 'token_expired' })
  for (const status of [401, 200]) assert.equal((await get('/v2/properties')).status, status)
})

test('a stay is priced by the shortest length written for its nights, and only what is left can be opened', async (t) => {
  const { send, get, state } = await openAccount(t, { listings: 18, reservations: 0 })
  const listing = state().listings.at(-1)
  const [property_id, room_type_id] = [listing?.property.id, listing?.room_type_id]
  const quote = `/v2/quote/${property_id}?arrival=2028-03-01&departure=2028-03-03&roomTypes[0].Id=${room_type_id}`
  assert.equal((await get<{ code: string }>(quote)).body.code, 'NoRateDefined')
  const night = { is_default: false, start_date: '2028-03-01', end_date: '2028-03-03' }
  const long = { ...night, min_stay: 28, price_per_day: 72 }
  const rates = [long, { ...night, min_stay: 2, max_stay: 27, price_per_day: 98 }]
  await send('POST', '/v1/rates/savewithoutavailability', { property_id, room_type_id, rates })
  type Quote = { room_types: { price_types: { subtotal: number }[] }[] }
  const [quoted] = (await get<Quote[]>(quote)).body
  assert.equal(quoted?.room_types[0]?.price_types[0]?.subtotal, 196)
  const set = `/v1/availability/${property_id}/${room_type_id}/set`
  const range = { period_start: '2028-03-01', period_end: '2028-03-02' }
  const statuses = [0, 1, 2].map(
    async (available) => (await send('POST', set, { ...range, available })).status,
  )
  assert.deepEqual(await Promise.all(statuses), [200, 200, 400])
})
