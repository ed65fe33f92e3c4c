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

test('a booking is made, changed and cancelled; taken nights are refused', async (t) => {
  const { get, send, state } = await openAccount(t)
  const apartmentId = state().listings[0]?.id
  const stay = { apartmentId, arrivalDate: '2028-03-02', departureDate: '2028-03-06', channelId: 13 }
  const made = await send('POST', '/reservations', { ...stay, firstName: 'Ada', price: 400.5, adults: 2 })
  assert.equal(made.status, 200)
  const { id } = made.body
  assert.equal((await send('POST', '/reservations', stay)).status, 400)
  // The vendor answers wrong input with a 500.
  assert.equal((await send('POST', '/reservations', { ...stay, channelId: 1 })).status, 500)
  await send('PUT', `/reservations/${String(id)}`, { adults: 1, arrivalDate: '2028-05-01' })
  const { arrival, adults, price } = (await get(`/reservations/${String(id)}`)).body
  assert.deepEqual([arrival, adults, price], ['2028-03-02', 1, 400.5])
  assert.equal((await send('DELETE', `/reservations/${String(id)}`)).status, 200)
  assert.equal((await get(`/reservations/${String(id)}`)).body.type, 'cancellation')
  assert.equal((await send('POST', '/reservations', { ...stay, channelId: 11 })).status, 200)
})

test('rates are written and asked for; a minimum stay needs a price', async (t) => {
  const { send, state } = await openAccount(t)
  const id = Number(state().listings[0]?.id)
  const dates = ['2028-03-02', '2028-03-03', '2028-03-04']
  const operations = [{ dates, daily_price: 81.5, min_length_of_stay: 3 }]
  assert.equal((await send('POST', '/rates', { apartments: [id], operations })).status, 200)
  const ask = async (departureDate: string) =>
    (
      await send('POST', '/booking/checkApartmentAvailability', {
        ...{ arrivalDate: '2028-03-02', departureDate, apartments: [id], customerId: 1 },
      })
    ).body as { prices: Record<string, { price: number }>; errorMessages: Record<string, object> }
  assert.equal((await ask('2028-03-05')).prices[id]?.price, 244.5)
  assert.ok((await ask('2028-03-04')).errorMessages[id])
})
