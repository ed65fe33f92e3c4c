import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

interface HalAnswer {
  _embedded: Record<string, JsonRow[]>
  _links: Record<string, { href: string }>
  page_size: number
  page_count: number
  total_items: number
}

const open = (t: TestContext, options: SimulatorOptions = {}) =>
  openSimulator(
    t,
    'track',
    { listings: 3, reservations: 60, ...options },
    {
      prefix: '/api',
      headers: ({ credentials: { apiKey, apiSecret } }) => ({
        authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      }),
    },
  )

test('lists are HAL, count pages from 1 and end at a number of rows', async (t) => {
  const { get } = await open(t, { habits: { resultWindow: 40 } })
  const first = (await get<HalAnswer>('/v2/pms/reservations', { size: 20 })).body
  assert.deepEqual([first.total_items, first.page_count, first._embedded.reservations?.length], [60, 3, 20])
  assert.ok(first._links.next?.href.includes('page=2'))
  assert.equal(first._links.prev, undefined)
  assert.equal((await get('/v2/pms/reservations', { page: 0 })).status, 400)
  assert.equal((await get('/v2/pms/reservations', { page: 3, size: 20 })).status, 400)
})

test('a bound of arrival takes a day and passes over a moment', async (t) => {
  const { get } = await open(t)
  const count = async (arrivalStart: string) =>
    (await get<HalAnswer>('/v2/pms/reservations', { arrivalStart })).body.total_items
  assert.ok((await count('2026-06-01')) < 60)
  assert.equal(await count('2026-06-01T00:00:00Z'), 60)
})

test('a block shows in the nights and in no reservation', async (t) => {
  const { get, state } = await open(t, { reservations: 0 })
  const nights = await get<JsonRow[]>('/v2/pms/units/104/availability')
  assert.equal(nights.body.filter(({ count }) => count === 0).length, 3)
  assert.deepEqual(state().reservations, [])
})

test('a booking without a payment is a hold, and its nights are refused to the next', async (t) => {
  const { send, get } = await open(t, { reservations: 0 })
  const body = {
    ...{ unitId: 101, arrivalDate: '2026-07-01', departureDate: '2026-07-04' },
    contact: { firstName: 'Ines', lastName: 'Marchetti', primaryEmail: 'ines@example.com' },
  }
  const made = await send('POST', '/pms/reservations', body)
  assert.deepEqual([made.status, made.body.status], [200, 'Hold'])
  const again = await send('POST', '/pms/reservations', body)
  assert.deepEqual([again.status, again.body.validation_messages], [422, ['Unit is not available.']])
  const quote = await send('POST', '/v2/pms/quotes', { ...body, contact: undefined })
  assert.deepEqual([quote.body.isAvailable, quote.body.isValid], [false, false])
  const contacts = await get<HalAnswer>('/crm/contacts', { email: 'ines@example.com' })
  assert.equal(contacts.body.total_items, 1)
})
