import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { RateLimit } from './manifest.ts'
import {
  blockKeys,
  heldBack,
  isHeldBack,
  laneAllowance,
  limitKey,
  memoryBudget,
  raisedLane,
  type CallLane,
} from './ratelimit.ts'
import { VendorError } from './vendor-error.ts'

const account: RateLimit = { per: 'account', calls: 20, windowSeconds: 10 }
const address: RateLimit = { per: 'address', calls: 15, windowSeconds: 10 }
const lanes: CallLane[] = ['guest', 'bookings', 'messages', 'calendar', 'history']

function setUp() {
  let time = 0
  const budget = memoryBudget({
    now: () => time,
    sleep: async (ms) => {
      time += ms
    },
  })
  return { budget, now: () => time, pass: (ms: number) => void (time += ms) }
}

describe('memoryBudget', () => {
  it('never lets more calls through than any limit allows, in any window', async () => {
    const plan = fc.array(
      fc.record({
        lane: fc.oneof({ weight: 4, arbitrary: fc.constant<CallLane>('guest') }, fc.constantFrom(...lanes)),
        who: fc.constantFrom('v:1', 'v:2'),
        pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
      }),
      { minLength: 30, maxLength: 80 },
    )
    await fc.assert(
      fc.asyncProperty(plan, async (calls) => {
        const { budget, now, pass } = setUp()
        const times = new Map<string, number[]>()
        for (const { lane, who, pause } of calls) {
          pass(pause)
          await budget.take(who, [address, account], lane)
          for (const limit of [address, account]) {
            const key = limitKey(who, limit)
            times.set(key, [...(times.get(key) ?? []), now()])
          }
        }
        for (const [key, taken] of times) {
          const most = key.includes('@address') ? address.calls : account.calls
          for (const start of taken) {
            assert.ok(taken.filter((time) => time >= start && time < start + 10_000).length <= most)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('keeps a reserve for the more urgent', async () => {
    const { budget, now } = setUp()
    for (let call = 0; call < laneAllowance(account, 'history'); call += 1) {
      await budget.take('v:1', [account], 'history')
    }
    assert.equal(now(), 0)
    await budget.take('v:1', [account], 'guest')
    assert.equal(now(), 0, 'a guest had to wait for an import')
    await budget.take('v:1', [account], 'history')
    assert.ok(now() >= 10_000)
  })

  it('raises a lane with every window it waited, but not to what is kept for guests', () => {
    const [window, day] = [10_500, { ...account, windowSeconds: 86_400 }]
    const after = (waitedMs: number) => lanes.map((lane) => raisedLane(lane, waitedMs, account))
    assert.deepEqual(after(window - 1), lanes)
    assert.deepEqual(after(window), ['guest', 'bookings', 'bookings', 'messages', 'calendar'])
    assert.deepEqual(after(100 * window), ['guest', 'bookings', 'bookings', 'bookings', 'bookings'])
    assert.equal(raisedLane('history', 100 * window, day), 'history', 'each limit by its own window')
  })

  it('lets a low lane in although a higher one takes every place that gets free', async () => {
    const { budget, now, pass } = setUp()
    const takes = (lane: CallLane, waitedMs: number) =>
      budget.take('v:1', [account], lane, { waitedMs, longestWaitMs: 0 }).then(
        () => true,
        (error: unknown) => !isHeldBack(error),
      )
    do {
      pass(100)
      while (await takes('messages', 0));
    } while (now() < 120_000 && !(await takes('history', now())))
    assert.ok(now() > 30_000 && now() < 35_000, `it got in after ${now()} ms`)
  })

  it('refuses instead of waiting for longer than told, and takes nothing', async () => {
    const { budget, now } = setUp()
    const single = { ...account, calls: 1 }
    await budget.take('v:1', [single], 'guest')
    await assert.rejects(
      budget.take('v:1', [single], 'guest', { longestWaitMs: 2000 }),
      (error) => isHeldBack(error) && error.retryAfterMs === 10_500,
    )
    assert.equal(now(), 0)
    await budget.take('v:1', [single], 'guest')
    assert.equal(now(), 10_500)
  })

  it('refuses with what is left of the window, and waits where that is just what was allowed', async () => {
    const { budget, now, pass } = setUp()
    const single = { ...account, calls: 1 }
    await budget.take('v:1', [single], 'guest')
    pass(4_000)
    await assert.rejects(
      budget.take('v:1', [single], 'guest', { longestWaitMs: 6_499 }),
      (error) => isHeldBack(error) && error.retryAfterMs === 6_500,
    )
    await budget.take('v:1', [single], 'guest', { longestWaitMs: 6_500 })
    assert.equal(now(), 10_500)
  })

  it('waits for the window of a whole hour where nobody said how long it may', async () => {
    const { budget, now } = setUp()
    const hourly = { ...account, calls: 1, windowSeconds: 3_600 }
    await budget.take('v:1', [hourly], 'history')
    await budget.take('v:1', [hourly], 'history')
    assert.equal(now(), 3_600_500)
  })

  it('gives every lane at least one call, the first all of them', () => {
    const single = { ...account, calls: 1 }
    assert.deepEqual(
      lanes.map((lane) => laneAllowance(single, lane)),
      [1, 1, 1, 1, 1],
    )
    assert.equal(laneAllowance(account, 'guest'), account.calls)
  })

  it('keeps of a narrow limit the three calls of a booking, of a wide one a share', () => {
    const ofLanes = (calls: number) => lanes.map((lane) => laneAllowance({ ...account, calls }, lane))
    assert.deepEqual(ofLanes(4), [4, 3, 3, 3, 2])
    assert.deepEqual(ofLanes(10), [10, 8, 7, 7, 6])
    assert.deepEqual(ofLanes(20), [20, 17, 16, 15, 13])
    assert.deepEqual(ofLanes(1000), [1000, 950, 850, 750, 650])
  })

  it('lets nobody of a blocked identity call, and others go on', async () => {
    const { budget, now } = setUp()
    await budget.block('v:1', [account], 5000)
    await budget.take('v:2', [account], 'history')
    assert.equal(now(), 0)
    await budget.take('v:1', [account], 'guest')
    assert.equal(now(), 5000)
  })

  it('holds every account behind the address where calls are counted by address', async () => {
    const { budget, now } = setUp()
    const address = { ...account, per: 'address' as const }
    await budget.block('v:1', [account, address], 5000)
    await budget.take('w:1', [address], 'history')
    await budget.take('v:9', [account], 'history')
    assert.equal(now(), 0)
    await budget.take('v:2', [address], 'guest')
    assert.equal(now(), 5000)
  })

  it('refuses at once when the block is long', async () => {
    const { budget } = setUp()
    await budget.block('v:1', [account], 3_600_000)
    await assert.rejects(
      budget.take('v:1', [account], 'guest'),
      (error) =>
        error instanceof VendorError && error.kind === 'rate_limited' && error.retryAfterMs === 3_600_000,
    )
  })
})

describe('a limit', () => {
  it('counts for an account, or for all accounts of one vendor behind this address', () => {
    assert.equal(limitKey('hostaway:1', account), 'hostaway:1/10')
    assert.equal(limitKey('hostaway:1', address), 'hostaway@address/10')
    assert.equal(limitKey('hostaway:2', address), 'hostaway@address/10')
    assert.notEqual(limitKey('hostex:1', address), limitKey('hostaway:1', address))
  })

  it('that was overdrawn stops the account, or all behind the address where the vendor counts by it', () => {
    assert.deepEqual(blockKeys('hostaway:1', [account]), ['hostaway:1'])
    assert.deepEqual(blockKeys('hostaway:1', [account, address]), ['hostaway@address/10'])
  })
})

describe('a call that is held back', () => {
  it('says for how long, and whether other calls of ours are the reason', () => {
    const { message, retryAfterMs, isQueued } = heldBack('hostaway:1', 1_500)
    assert.deepEqual([message, retryAfterMs], ['hostaway:1 may not call for another 2 s', 1_500])
    assert.ok(!isQueued)
    assert.equal(heldBack('hostaway:1', 1_500, { isQueued: true }).isQueued, true)
  })

  it('was never sent, unlike one that the vendor refused', () => {
    assert.equal(isHeldBack(heldBack('hostaway:1', 1_500)), true)
    assert.equal(isHeldBack(new VendorError('rate_limited', 'too many', { status: 429 })), false)
    assert.equal(isHeldBack(new VendorError('unavailable', 'gone')), false)
    assert.equal(isHeldBack({ kind: 'rate_limited' }), false)
    assert.equal(isHeldBack(new Error('a fault')), false)
  })
})
