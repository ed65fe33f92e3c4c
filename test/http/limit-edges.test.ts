/** Limits at the exact edges of their windows, on a clock that the test moves and that somebody sets to and fro. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { limitsOf } from '../../src/contract/plans.ts'
import { createMeter } from '../../src/features/tenancy/usage/meter.ts'
import { createBurstLimiter } from '../../src/http/limits/rate-limit.ts'
import type { Principal } from '../../src/http/route.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('the sliding window', () => {
  it('lets in no more than the limit in any 60 seconds, and never less', () => {
    const clock = fakeClock('2026-06-15T12:00:00Z')
    const limiter = createBurstLimiter(clock)
    const letIn: number[] = []
    // Steps of a length that never falls on the edges, and some that do.
    for (let n = 0; n < 5_000; n += 1) {
      const at = clock.monotonicMs()
      const within = letIn.filter((then) => then > at - minute).length
      const state = limiter.hit('key', 7)
      assert.equal(state.allowed, within < 7, `at ${at} ms, after ${within} in the window`)
      if (state.allowed) letIn.push(at)
      assert.equal(state.remaining, Math.max(0, 7 - within - 1))
      if (letIn.length > 20) letIn.shift()
      clock.advance(n % 3 === 0 ? 7_919 : n % 3 === 1 ? 1 : 52_080)
    }
  })

  it('opens a slot to the millisecond, and says when', () => {
    const clock = fakeClock('2026-06-15T12:00:00Z')
    const limiter = createBurstLimiter(clock)
    limiter.hit('key', 2)
    clock.advance(10_000)
    assert.equal(limiter.hit('key', 2).waitMs, 50_000)
    assert.deepEqual(limiter.hit('key', 2), { allowed: false, limit: 2, remaining: 0, waitMs: 50_000 })
    clock.advance(49_999)
    assert.equal(limiter.hit('key', 2).waitMs, 1)
    clock.advance(1)
    assert.equal(limiter.hit('key', 2).allowed, true)
    assert.equal(limiter.hit('key', 2).allowed, false)
  })

  it('does not care what the wall clock says', () => {
    const clock = fakeClock('2026-06-15T12:00:00Z')
    const limiter = createBurstLimiter(clock)
    for (const jump of [400 * day, -800 * day, minute]) {
      assert.equal(limiter.hit('key', 3).allowed, true)
      clock.jump(jump)
    }
    assert.equal(limiter.hit('key', 3).allowed, false)
    clock.advance(minute)
    assert.equal(limiter.hit('key', 3).allowed, true)
  })
})

describe('quotas by the calendar', () => {
  let t: TestApp
  before(async () => void (t = await startTestApp()))
  after(() => t?.close())

  /** A workspace with these limits, and a way to ask with its key at a time. */
  async function limited(limits: Record<string, number | null>) {
    const of = await t.addWorkspace()
    for (const [name, value] of Object.entries(limits)) {
      await sql`insert into limit_overrides values (${of.id}, ${name}, ${value}, now())`.execute(t.db)
    }
    const ask = () => t.get('/v1/listings', { key: of.liveKey })
    return {
      of,
      ask,
      statuses: async (count: number) => {
        const found: number[] = []
        for (let n = 0; n < count; n += 1) found.push((await ask()).status)
        return found
      },
    }
  }

  it('a day ends with the last millisecond before UTC midnight', async () => {
    t.clock.set('2026-06-20T23:59:59.999Z')
    const { ask, statuses } = await limited({ dailyRequests: 2 })
    assert.deepEqual(await statuses(3), [200, 200, 429])
    const { headers, body } = await ask()
    assert.equal(headers['retry-after'], '1')
    assert.equal(headers['ratelimit'], '"burst";r=596;t=60, "daily";r=0;t=1')
    assert.equal(String(body['error']!['resets_at']), '2026-06-21T00:00:00.000Z')
    t.clock.advance(1)
    assert.deepEqual(await statuses(3), [200, 200, 429])
  })

  for (const [what, last, next, seconds] of [
    ['of 28 days', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z', 28 * 86_400],
    ['of a leap year', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00.000Z', 29 * 86_400],
    ['of 30 days', '2028-04-30T23:59:59.999Z', '2028-05-01T00:00:00.000Z', 30 * 86_400],
    ['at the end of a year', '2028-12-31T23:59:59.999Z', '2029-01-01T00:00:00.000Z', 31 * 86_400],
  ] as const) {
    it(`a month ${what} ends with it, and its last day counts`, async () => {
      t.clock.set(new Date(Date.parse(last) - day))
      const { ask, statuses } = await limited({ monthlyRequests: 3 })
      assert.deepEqual(await statuses(2), [200, 200])
      // Over midnight: whether it was written down by then or not, it counts.
      t.clock.advance(day)
      assert.deepEqual(await statuses(2), [200, 429])
      const { headers, body } = await ask()
      assert.equal(String(body['error']!['resets_at']), next)
      assert.equal(headers['ratelimit-policy'], `"burst";q=600;w=60, "monthly";q=3;w=${seconds}`)
      await t.countUsage()
      assert.equal((await ask()).status, 429)
      t.clock.advance(1)
      assert.deepEqual(await statuses(4), [200, 200, 200, 429])
    })
  }

  it('a clock that was a day ahead for a moment, or behind, gives nothing away and takes nothing', async () => {
    t.clock.set('2029-03-10T12:00:00.000Z')
    const { statuses } = await limited({ dailyRequests: 3 })
    assert.deepEqual(await statuses(2), [200, 200])
    t.clock.jump(day)
    assert.deepEqual(await statuses(4), [200, 200, 200, 429])
    t.clock.jump(-day)
    assert.deepEqual(await statuses(2), [200, 429])
    await t.countUsage()
    t.clock.jump(-day)
    assert.deepEqual(await statuses(1), [200])
    t.clock.jump(day)
    assert.deepEqual(await statuses(1), [429])
  })

  it('reports the first limit that is hit: the burst before the day, the day before the month', async () => {
    t.clock.set('2029-04-10T12:00:00.000Z')
    const all = await limited({ burstRequests: 2, dailyRequests: 3, monthlyRequests: 3 })
    const told = async () => {
      const { body } = await all.ask()
      return [String(body['error']!['code']), String(body['error']!['scope'])]
    }
    assert.deepEqual(await all.statuses(2), [200, 200])
    assert.deepEqual(await told(), ['rate_limit_exceeded', 'per_api_key'])
    t.clock.advance(minute)
    assert.deepEqual(await all.statuses(1), [200])
    assert.deepEqual(await told(), ['daily_limit_exceeded', 'daily'])
    t.clock.advance(day)
    assert.deepEqual(await told(), ['rate_limit_exceeded', 'monthly'])
  })

  it('several processes differ by what the others let in since they last wrote it down, and no more', async () => {
    t.clock.set('2029-05-10T12:00:00.000Z')
    const of: TestWorkspace = await t.addWorkspace()
    const principal: Principal = {
      ...{ keyId: '1', workspaceId: of.id, mode: 'live', plan: 'custom', contactConfirmed: true },
      limits: limitsOf('custom', { dailyRequests: 100 }, 600),
      memberId: null,
      onlyConnectionIds: null,
      onlyListingIds: null,
      agentLimits: null,
      scopes: null,
      expiresAt: null,
    }
    const operation = { id: 'listListings', ai: false }
    const now = t.clock.now()
    const processes = [createMeter(t.services), createMeter(t.services), createMeter(t.services)] as const
    for (const meter of processes) await meter.know(principal, now)
    const letIn = (meter: (typeof processes)[number], most: number) => {
      let count = 0
      try {
        for (; count < most; count += 1) {
          meter.admit(principal, operation, now)
          meter.seen(principal, { operation, at: now, status: 200, ms: 1 })
        }
      } catch {
        return count
      }
      return count
    }
    // Each 30, and nobody knows of the others: 90 of 100.
    for (const meter of processes) assert.equal(letIn(meter, 30), 30)
    for (const meter of processes) await meter.flush()
    // The last to write knows of all; the first of none but its own.
    assert.deepEqual(
      processes.map((meter) => letIn(meter, 1_000)),
      [70, 40, 10],
    )
    for (const meter of processes) await meter.flush()
    assert.deepEqual(
      processes.map((meter) => letIn(meter, 1_000)),
      [0, 0, 0],
    )
  })
})
