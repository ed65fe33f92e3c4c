import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openAccount } from './test-account.ts'

test('a request is signed over its sorted query, however that is written', async (t) => {
  const { get, state } = await openAccount(t)
  const id = String(state().listings[0]?.id)
  const sent = `start_date=2026-06-01&apartments[]=${id}&end_date=2026-06-03`
  const signed = `apartments%5B%5D=${id}&end_date=2026-06-03&start_date=2026-06-01`
  const { status, body } = await get(`/rates?${sent}`, { signed })
  assert.equal(status, 200)
  const nights = (body.data as Record<string, object>)[id] ?? {}
  assert.deepEqual(Object.keys(nights), ['2026-06-01', '2026-06-02', '2026-06-03'])
  assert.equal((await get(`/rates?${sent}`, { signed: sent })).status, 401)
})

test('a nonce counts once, an old signature not at all', async (t) => {
  const { get } = await openAccount(t)
  const headers = { 'x-nonce': randomUUID() }
  assert.equal((await get('/me', { headers })).status, 200)
  assert.equal((await get('/me', { headers })).status, 401)
  assert.equal((await get('/me', { headers: { 'x-timestamp': '2026-05-11T09:34:00Z' } })).status, 200)
  for (const wrong of [
    { 'x-timestamp': '2026-05-11T09:24:30Z' },
    { 'x-timestamp': '2026-05-11 09:30:00' },
    { 'x-nonce': '1' },
    { 'x-signature': 'AAAA' },
    { 'x-api-key': 'somebody else' },
  ]) {
    assert.equal((await get('/me', { headers: wrong })).status, 401, JSON.stringify(wrong))
  }
})

test('cancellations and parts of prices come only when asked for', async (t) => {
  const { get, state } = await openAccount(t)
  const rows = async (query: string) =>
    (await get(`/reservations?${query}`)).body as { total_items: number; bookings: Record<string, unknown>[] }
  const usual = await rows('pageSize=100')
  assert.ok(usual.bookings.every(({ type }) => type !== 'cancellation'))
  assert.ok(usual.bookings.every((row) => !('priceElements' in row)))
  assert.ok(usual.bookings.some((row) => row['is-blocked-booking'] === true))
  const all = await rows('includePriceElements=true&pageSize=500&showCancellation=true')
  assert.equal(all.total_items, state().reservations.length)
  assert.equal(all.bookings.length, 100)
  assert.ok(all.bookings.every((row) => 'priceElements' in row))
})

test('the limit is told and kept', async (t) => {
  const { get } = await openAccount(t, { rateLimit: 'vendor' })
  assert.equal((await get('/me')).headers.get('x-ratelimit-remaining'), '699')
  for (let calls = 1; calls < 700; calls += 1) await get('/me')
  const refused = await get('/me')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('x-ratelimit-retry-after')) > 0)
})
