import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

test('bookings are entered without a look at the calendar, and only own ones are cancelled', async (t) => {
  const { send, state } = await openAccount(t)
  const property_id = state().listings[0]?.id
  const stay = { property_id, check_in: '2028-02-01', check_out: '2028-02-04', channel: 'direct' }
  const wanted = { ...stay, guest: { first_name: 'Ada' }, financials: { accommodation: 30_050 } }
  const first = await send<{ data?: JsonRow }>('POST', '/reservations', wanted)
  assert.equal(first.status, 201)
  assert.equal((await send('POST', '/reservations', wanted)).status, 201)
  assert.equal(
    (await send('POST', '/reservations', { ...wanted, reservation_code: 'x'.repeat(51) })).status,
    422,
  )
  const cancel = { initiated_by: 'host' }
  const own = `/reservations/${String(first.body.data?.id)}/cancel`
  assert.equal((await send('POST', own, {})).status, 422)
  assert.equal((await send('POST', own, cancel)).status, 200)
  assert.equal((await send('POST', own, cancel)).status, 422)
  const foreign = state().reservations.find(
    ({ platform, status }) => platform === 'airbnb' && status === 'accepted',
  )
  assert.equal((await send('POST', `/reservations/${String(foreign?.id)}/cancel`, cancel)).status, 422)
})

test('a calendar takes sixty dates, none of a restricted property, and answers before it is done', async (t) => {
  const { send, state } = await openAccount(t)
  const put = (id: unknown, dates: object[]) => send('PUT', `/properties/${String(id)}/calendar`, { dates })
  const [home] = state().listings
  const date = '2027-02-01'
  assert.equal((await put(home?.id, [{ date, available: false }])).status, 202)
  assert.equal(
    (
      await put(
        home?.id,
        Array.from({ length: 61 }, () => ({ date })),
      )
    ).status,
    422,
  )
  assert.equal((await put(home?.id, [{ date, price: { amount: 99.5 } }])).status, 422)
  const restricted = state().listings.find(({ calendar_restricted }) => calendar_restricted === true)
  assert.equal((await put(restricted?.id, [{ date, available: true }])).status, 422)
})

test('a thread takes two messages a minute', async (t) => {
  const { send, state } = await openAccount(t, { rateLimit: 'vendor' })
  const path = `/reservations/${String(state().reservations.find((row) => 'conversation_id' in row)?.id)}/messages`
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1)
    statuses.push((await send('POST', path, { body: `No. ${count}` })).status)
  assert.deepEqual(statuses, [201, 201, 429])
  assert.equal((await send('POST', path, { body: '<b>bold</b>' })).status, 400)
})
