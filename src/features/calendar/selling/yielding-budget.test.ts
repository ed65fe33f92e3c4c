import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryBudget } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { createYieldingBudget } from './yielding-budget.ts'

const limits = [{ per: 'account' as const, calls: 20, windowSeconds: 60 }]

function world() {
  let nowMs = 0
  const state = { hasChanged: false, slept: 0 }
  const sleep = async (ms: number) => {
    nowMs += ms
    state.slept += 1
    if (state.slept === 3) state.hasChanged = true
  }
  const inner = memoryBudget({ now: () => nowMs, sleep })
  const budget = createYieldingBudget({ budget: inner, sleep }, async () => state.hasChanged)
  const fill = async (lane: 'calendar' | 'bookings', calls: number) => {
    for (let call = 0; call < calls; call += 1) await budget.take('vendor:1', limits, lane)
  }
  return { budget, fill, state, nowMs: () => nowMs }
}

describe('a call that waits for room in a limit', () => {
  it('is refused as soon as something was sold, and not before', async () => {
    const { budget, fill, state, nowMs } = world()
    await fill('calendar', 15)
    assert.equal(state.slept, 0)
    const refused = await budget.take('vendor:1', limits, 'calendar').then(
      () => null,
      (error: unknown) => error,
    )
    assert.ok(refused instanceof VendorError && refused.kind === 'rate_limited')
    assert.deepEqual([state.slept, nowMs()], [3, 1500])
  })

  it('does not keep what was sold waiting', async () => {
    const { fill, state } = world()
    await fill('calendar', 15)
    // Three calls are left to requests.
    await fill('bookings', 2)
    assert.equal(state.slept, 0)
  })
})
