import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../../../platform/clock.ts'
import type { Services } from '../../../services.ts'
import { DeliverySender } from './delivery-sender.ts'
import { defaultDeliverySettings } from './delivery-settings.ts'

it('what another process may be sending is left to it until its turn was looked through, however late that is', async () => {
  let passed = 0
  const clock = { ...systemClock, monotonicMs: () => passed }
  const services = { clock, config: { allowPrivateTargets: false } } as unknown as Services
  const sending = new DeliverySender(services, defaultDeliverySettings, {
    write: async () => {},
    onRoom: () => {},
    onEnd: () => {},
  })
  sending.leave(['one', 'two'], 1_000)
  sending.leave(['three'], 2_000)
  passed = 60_000
  assert.deepEqual(sending.holder.has, ['one', 'two', 'three'])
  assert.equal(sending.released(999), 0)
  assert.equal(sending.released(1_000), 2)
  assert.deepEqual(sending.holder.has, ['three'])
  await sending.close()
})
