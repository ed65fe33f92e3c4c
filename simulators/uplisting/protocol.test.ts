import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, sender, type JsonRow } from '../kit/testing/open-simulator.ts'

interface BookingsAnswer {
  bookings: JsonRow[]
  meta: { total: number; total_pages: number }
}
interface CalendarAnswer {
  calendar: { days: JsonRow[] }
}

const basic = (words: string) => `Basic ${Buffer.from(words).toString('base64')}`

const open = (t: TestContext, options: SimulatorOptions = {}) =>
  openSimulator(
    t,
    'uplisting',
    { listings: 2, reservations: 30, ...options },
    {
      prefix: '',
      headers: ({ credentials: { apiKey = '', clientId = '' } }) => ({
        authorization: basic(apiKey),
        'x-uplisting-client-id': clientId,
      }),
    },
  )

const bookingOf = (id: string, check_in: string, check_out: string) => ({
  data: {
    attributes: { check_in, check_out, guest_name: 'Ines Marchetti' },
    relationships: { property: { data: { type: 'properties', id } } },
  },
})

test('the key stands alone, and bookings need the client id of a partner', async (t) => {
  const { simulator } = await open(t)
  const { apiKey = '' } = simulator.credentials
  const status = async (authorization: string, path: string) =>
    (await sender(simulator.url, { authorization })('GET', path)).status
  assert.equal(await status(basic(apiKey), '/properties'), 200)
  assert.equal(await status(basic(`${apiKey}:`), '/properties'), 401)
  assert.equal(await status(`Bearer ${apiKey}`, '/properties'), 401)
  const alone = sender(simulator.url, { authorization: basic(apiKey) })
  assert.equal(
    (await alone('POST', '/v2/bookings', bookingOf('7401', '2027-03-01', '2027-03-04'))).status,
    401,
  )
})

test('properties are documents of JSON:API, bookings plain rows in pages from 0', async (t) => {
  const { get } = await open(t, { listings: 1, reservations: 120 })
  const { body } = await get<{ data: JsonRow[]; included: JsonRow[] }>('/properties')
  assert.deepEqual([body.data[0]?.['id'], body.data[0]?.['type']], ['7401', 'properties'])
  assert.ok(body.included.some(({ type }) => type === 'addresses'))
  const page = async (number: number) => (await get<BookingsAnswer>('/bookings/7401', { page: number })).body
  assert.deepEqual((await page(0)).meta, { total: 120, total_pages: 3 })
  assert.deepEqual((await page(2)).bookings.length, 20)
  assert.equal((await get('/bookings/1')).status, 404)
})

test('nights are read for twelve months at most, and written later than the answer', async (t) => {
  const { get, send, simulator } = await open(t, { reservations: 0, habits: { calendarDelaySeconds: 30 } })
  const rateOf = async (day: string) =>
    (await get<CalendarAnswer>('/calendar/7401', { from: day, to: day })).body.calendar.days[0]?.['day_rate']
  assert.equal((await get('/calendar/7401', { from: '2026-06-01', to: '2027-08-01' })).status, 422)
  const before = await rateOf('2026-06-01')
  const days = [
    { date: '2026-06-01', day_rate: 431 },
    { date: '2026-01-01', day_rate: 1 },
  ]
  const sent = await send('POST', '/calendar/7401', { calendar: { days } })
  assert.deepEqual([sent.status, typeof sent.body['request_id']], [202, 'string'])
  assert.equal(await rateOf('2026-06-01'), before)
  simulator.clock.advanceSeconds(31)
  assert.equal(await rateOf('2026-06-01'), 431)
  assert.notEqual(await rateOf('2026-01-01'), 1)
})

test('a partner’s booking takes its nights, and ends as a cancelled row', async (t) => {
  const { get, send } = await open(t, { reservations: 0 })
  const body = bookingOf('7401', '2026-09-01', '2026-09-04')
  const made = await send<{ data: { id: string } }>('POST', '/v2/bookings', body)
  assert.equal(made.status, 201)
  const again = await send<{ errors: JsonRow[] }>('POST', '/v2/bookings', body)
  assert.deepEqual([again.status, again.body.errors[0]?.['detail']], [422, 'Property is not available'])
  const { id } = made.body.data
  const cancel = { data: { type: 'bookings', id, attributes: { status: 'cancelled' } } }
  assert.equal((await send('PATCH', `/v2/bookings/${id}`, cancel)).status, 200)
  const { bookings } = (await get<BookingsAnswer>('/bookings/7401')).body
  assert.deepEqual(
    bookings.map(({ status, channel }) => [status, channel]),
    [['cancelled', 'uplisting']],
  )
})

test('every event has a hook of its own', async (t) => {
  const { get, send } = await open(t)
  const hook = { target_url: 'https://example.com/hook', event: 'booking_created' }
  const { status, body } = await send('POST', '/hooks', hook)
  assert.equal(status, 201)
  assert.equal((await send('POST', '/hooks', hook)).status, 422)
  assert.equal((await send('POST', '/hooks', { ...hook, event: 'booking_moved' })).status, 422)
  assert.equal((await get<{ data: unknown[] }>('/hooks')).body.data.length, 1)
  assert.equal((await send('DELETE', `/hooks/${String(body['id'])}`)).status, 204)
})
