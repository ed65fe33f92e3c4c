/** A queue that every account is to be asked for in the same pause is asked for at a beat of the account's own. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'

const everySeconds = 20

let world: VendorWorld
before(async () => {
  world = await startVendorWorld('booking', { listings: 1 })
})
after(() => world.close())

const readings = () =>
  world.simulator.calls.list().filter(({ path }) => path.startsWith('/hotels/ota/OTA_HotelResNotif')).length

/** Seconds that pass until it is read again. */
async function untilRead(): Promise<number> {
  const before = readings()
  for (let seconds = 1; seconds <= 40; seconds += 1) {
    await world.pass(1)
    if (readings() > before) return seconds
  }
  return assert.fail('it is not read any more')
}

test('readings that begin late do not move it', async () => {
  await untilRead()
  assert.equal(await untilRead(), everySeconds)
  // Nobody had time for nine seconds.
  const before = readings()
  await world.pass(everySeconds + 9)
  assert.equal(readings(), before + 1)
  assert.equal(await untilRead(), everySeconds - 9)
  assert.equal(await untilRead(), everySeconds)
})
