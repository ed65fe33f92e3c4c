/** A listing that a channel keeps takes bookings there only: a night that is sold here would stay open for its guests. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '../../src/connectors/index.ts'
import { errorOf } from './pms-world.ts'
import { startVendorWorld, type VendorWorld } from './vendor-world.ts'

let world: VendorWorld
before(async () => {
  world = await startVendorWorld('airbnb', { listings: 2, writePolicy: {} })
})
after(() => world.close())

test('a booking is refused, whatever the write policy says, and changes nothing', async () => {
  const { listingId, checkIn, checkOut } = world.slot()
  const body = { listingId, checkIn, checkOut, guest: { firstName: 'Ada' }, adults: 2 }
  const before = await world.counts()
  errorOf(await world.send('POST', '/v1/reservations', body), 422, 'channel_not_supported')
  const policy = { reservations: { api: true } }
  assert.equal((await world.send('PATCH', '/v1/connect/airbnb/write-policy', policy)).status, 200)
  errorOf(await world.send('POST', '/v1/reservations', body), 422, 'channel_not_supported')
  assert.deepEqual(await world.counts(), before)
  const { capabilities } = (await world.app.get(`/v1/listings/${listingId}`)).body
  const { create, modify, cancel } = capabilities?.['reservations'] ?? {}
  assert.deepEqual([create, modify, cancel], [false, false, false])
})

test('without its settings Airbnb cannot be connected, and the refusal names them', async () => {
  const { services } = world.app
  const joined = services.connectors
  services.connectors = connectors
  try {
    const answer = await world.send('POST', '/v1/connect/airbnb', { redirectUrl: 'https://app.example.com/' })
    const { message } = errorOf(answer, 409, 'provider_unavailable')
    assert.match(String(message), /AIRBNB_CLIENT_ID and AIRBNB_CLIENT_SECRET/)
  } finally {
    services.connectors = joined
  }
})
