/** A property that has not named this server in the extranet cannot be connected, and its owner is told what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from '../../simulators/index.ts'
import { startTestApp } from '../harness/app.ts'

const openWith = async (partner: Record<string, string>, url: string) =>
  startTestApp({ env: { ...partner, VENDOR_BASE_URLS: `booking=${url}` } })

test('a property of Booking.com is connected once it has named this server', async (t) => {
  const simulator = await startSimulator('booking', { listings: 2, reservations: 0, rateLimit: 'off' })
  t.after(() => simulator.close())
  const app = await openWith(simulator.partner, simulator.url)
  t.after(() => app.close())
  const { hotelId = '' } = simulator.credentials
  const connect = (id: string) =>
    app.post('/v1/connect/booking/credentials', { credentials: { hotelId: id } })
  const extranet = async (connection: string) => {
    const answer = await fetch(`${simulator.control}/extranet/hotels/${hotelId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ connection }),
    })
    assert.equal(answer.status, 200, await answer.text())
  }

  await extranet('pending')
  const early = await connect(hotelId)
  assert.equal(early.status, 401)
  const { code, message, reason } = early.body['error'] as unknown as Record<string, string>
  assert.deepEqual([code, reason], ['invalid_credentials', 'not_designated'])
  assert.match(message ?? '', /is not connected to this server yet.*extranet/)

  const strange = await connect('999999')
  assert.equal(strange.status, 401)
  assert.match(strange.text, /no access to property 999999/)

  await extranet('active')
  const connected = await connect(hotelId)
  assert.equal(connected.status, 200, connected.text)
  assert.equal((connected.body['accountInfo'] as { externalAccountId?: string }).externalAccountId, hotelId)
})

test('two properties use one token of the server', async (t) => {
  const simulator = await startSimulator('booking', {
    ...{ listings: 6, reservations: 0, rateLimit: 'off', habits: { hotels: 1 } },
  })
  t.after(() => simulator.close())
  const app = await openWith(simulator.partner, simulator.url)
  t.after(() => app.close())
  const { hotels } = simulator.operations.state(new Set(['hotels'])) as { hotels: { id: number }[] }
  for (const { id } of hotels.slice(0, 2)) {
    const connected = await app.post('/v1/connect/booking/credentials', {
      credentials: { hotelId: String(id) },
    })
    assert.equal(connected.status, 200, connected.text)
  }
  const asked = simulator.calls.list().filter(({ path }) => path.startsWith('/token-based-authentication'))
  assert.equal(asked.length, 1)
})

test('without a machine account Booking.com is told to be unavailable, with the settings that are missing', async (t) => {
  const app = await startTestApp({})
  t.after(() => app.close())
  const answer = await app.post('/v1/connect/booking/credentials', { credentials: { hotelId: '4012300' } })
  assert.equal(answer.status, 409)
  assert.match(answer.text, /BOOKING_CLIENT_ID and BOOKING_CLIENT_SECRET/)
})
