/** Bookings that a vendor does not describe itself: off until somebody turns them on. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defaultWritePolicy } from '../../src/connector-kit/capabilities.ts'
import { connectors } from '../../src/connectors/index.ts'
import { errorOf } from './pms-world.ts'
import { startVendorWorld, type VendorWorld } from './vendor-world.ts'

const policyUrl = '/v1/connect/hospitable/write-policy'

describe('bookings known from third parties only', { concurrency: false }, () => {
  let world: VendorWorld
  before(async () => {
    world = await startVendorWorld('hospitable', { writePolicy: {} })
  })
  after(() => world.close())

  const book = (slot = world.slot()) =>
    world.send('POST', '/v1/reservations', {
      listingId: slot.listingId,
      checkIn: slot.checkIn,
      checkOut: slot.checkOut,
      guest: { firstName: 'Ada', lastName: 'Lovelace' },
      adults: 2,
    })
  const shown = async () => (await world.app.get('/v1/connect/hospitable')).body
  const flags = async () => {
    const { create, cancel, quote, customPrice, verifiedAgainst } = (await shown())['capabilities'][
      'reservations'
    ] as Record<string, unknown>
    return [create, cancel, quote, customPrice, verifiedAgainst]
  }

  it('are off for every PMS that says so, and for no other; what a channel waits for is a setting of the server', () => {
    for (const { manifest } of Object.values(connectors)) {
      const { api } = defaultWritePolicy(manifest).reservations
      const isOff = manifest.category === 'pms' && manifest.verifiedAgainst === 'third_party'
      assert.equal(api, !isOff, manifest.id)
    }
  })

  it('are off after connecting, and the answer says why and how to turn them on', async () => {
    assert.deepEqual(await flags(), [false, false, false, false, 'third_party'])
    const { body: policy } = await world.app.get(policyUrl)
    assert.equal(policy['writePolicy']['reservations']['api'], false)
    assert.equal(policy['defaults']['reservations']['api'], false)
    const before = await world.counts()
    world.simulator.calls.clear()
    const error = errorOf(await book(), 409, 'pms_writes_off')
    assert.match(String(error['message']), /third parties/)
    assert.match(String(error['fix']), /PATCH \/v1\/connect\/hospitable\/write-policy.*"api": true/)
    assert.deepEqual(world.simulator.calls.list(), [])
    assert.deepEqual(await world.counts(), before)
  })

  it('are made once a person has turned them on, and stay on when the account is connected again', async () => {
    const on = await world.send('PATCH', policyUrl, { reservations: { api: true } })
    assert.equal(on.status, 200, on.text)
    assert.deepEqual(await flags(), [true, true, true, true, 'third_party'])
    const again = await world.app.post('/v1/connect/hospitable/credentials', {
      credentials: world.simulator.credentials,
    })
    assert.equal(again.body['writePolicy']['reservations']['api'], true)
    const made = await book()
    assert.equal(made.status, 201, made.text)
  })
})
