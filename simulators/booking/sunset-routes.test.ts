import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from './test-account.ts'

const path = '/hotels/ota/OTA_HotelDescriptiveContentNotif'
const body = '<OTA_HotelDescriptiveContentNotifRQ/>'

test('an address that has ended is refused from its last day on', async (t) => {
  const { ask, simulator } = await openAccount(t, { now: '2026-12-30T23:59:00Z', reservations: 0 })
  assert.equal((await ask(path, body)).status, 404)
  simulator.clock.advanceSeconds(120)
  const { status, text } = await ask(path, body)
  assert.deepEqual([status, /sunset on 2026-12-31/.test(text)], [400, true])
})
