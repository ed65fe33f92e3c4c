/** Counting requests, what is shown of it, and what happens at the plan's quotas. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createMeter } from '../../src/features/tenancy/usage/meter.ts'
import { addStep, percentileOf } from '../../src/features/tenancy/usage/latencies.ts'
import { limitsOf } from '../../src/contract/plans.ts'
import type { Principal } from '../../src/http/route.ts'
import type { ApiError } from '../../src/platform/api-error.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'

const operation = { id: 'listListings', ai: false }

describe('usage', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  })
  after(() => t?.close())

  const principalOf = (of: TestWorkspace, plan: Principal['plan']): Principal => ({
    keyId: '1',
    memberId: null,
    workspaceId: of.id,
    mode: 'live',
    plan,
    contactConfirmed: true,
    limits: limitsOf(plan, {}, 600),
    onlyConnectionIds: null,
    onlyListingIds: null,
    agentLimits: null,
    scopes: null,
    expiresAt: null,
  })
  const tierOf = async (of: TestWorkspace) => (await t.get('/v1/usage/tier', { key: of.liveKey })).body
  /** Requests that another process let in and wrote down. */
  async function requestsElsewhere(of: TestWorkspace, count: number, plan: Principal['plan'] = 'starter') {
    const meter = createMeter(t.services)
    const principal = principalOf(of, plan)
    await meter.know(principal, t.clock.now())
    for (let number = 0; number < count; number += 1) {
      meter.admit(principal, operation, t.clock.now())
      meter.seen(principal, { operation, at: t.clock.now(), status: 200, ms: 10 })
    }
    await meter.flush()
  }
  const warnings = async (of: TestWorkspace) => {
    const { body } = await t.get('/v1/events?type=usage.quota.warning', { key: of.liveKey })
    return [...body['data']!].map((event) => event['data'] as unknown as Record<string, unknown>)
  }

  it('counts every request of a key by operation and outcome', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    for (const path of ['/v1/listings', '/v1/listings', '/v1/listings/999', '/v1/guests?nonsense=1']) {
      await t.get(path, { key: of.liveKey })
    }
    await t.get('/v1/health')
    await t.get('/v1/listings', { key: of.sandboxKey })
    await t.countUsage()
    const tier = await tierOf(of)
    assert.deepEqual(tier as unknown, {
      tier: 'starter',
      limits: {
        dailyRequests: 25_000,
        monthlyRequests: 100_000,
        dailyAiRequests: 1_000,
        burstRequests: 600,
        activeListings: 50,
        dynamicPricingListings: null,
      },
      used: { daily: 4, monthly: 4, dailyAi: 0, activeListings: 0 },
      remaining: { daily: 24_996, monthly: 99_996, dailyAi: 1_000, activeListings: 50 },
      dailyResetsAt: '2026-06-16T00:00:00.000Z',
      resetsAt: '2026-07-01T00:00:00.000Z',
    })
    const { body } = await t.get('/v1/usage/summary?range=7d', { key: of.liveKey })
    assert.deepEqual(
      [...body['breakdown']!].map((row) => [
        row['operationId'],
        row['requestCount'],
        row['errorCount'],
        row['errorRate'],
      ]),
      [
        ['listListings', 2, 0, 0],
        ['getListing', 1, 1, 100],
        ['listGuests', 1, 1, 100],
      ],
    )
    assert.deepEqual(
      [...body['timeline']!].map((row) => [row['day'], row['requestCount'], row['errorCount']]),
      [
        ...[9, 10, 11, 12, 13, 14].map((day) => [`2026-06-${String(day).padStart(2, '0')}`, 0, 0]),
        ['2026-06-15', 4, 2],
      ],
    )
    assert.deepEqual(body['statusDistribution'] as unknown, { '2xx': 2, '3xx': 0, '4xx': 2, '5xx': 0 })
    assert.equal(body['range'], '7d')
    // The sandbox has counts of its own.
    await t.countUsage()
    const sandbox = await t.get('/v1/usage/tier', { key: of.sandboxKey })
    assert.deepEqual([sandbox.body['tier'], sandbox.body['used']!['daily']], ['starter', 1])
  })

  it('refuses an unknown range', async () => {
    const { status, body } = await t.get('/v1/usage/summary?range=1y')
    assert.deepEqual([status, body['error']!['field']], [400, 'range'])
  })

  it('adds up what several processes count, and knows the month', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    t.clock.set('2026-06-14T23:59:59.000Z')
    await requestsElsewhere(of, 3)
    t.clock.set('2026-06-15T12:00:00.000Z')
    await Promise.all([requestsElsewhere(of, 5), requestsElsewhere(of, 7), requestsElsewhere(of, 1)])
    assert.deepEqual((await tierOf(of))['used'] as unknown, {
      daily: 13,
      monthly: 16,
      dailyAi: 0,
      activeListings: 0,
    })
    const { headers } = await t.get('/v1/usage/tier', { key: of.liveKey })
    assert.equal(headers['x-ratelimit-limit-daily'], '25000')
    assert.equal(headers['x-ratelimit-reset-daily'], '2026-06-16T00:00:00.000Z')
    const before = Number(headers['x-ratelimit-remaining-daily'])
    const next = await t.get('/v1/usage/tier', { key: of.liveKey })
    assert.equal(Number(next.headers['x-ratelimit-remaining-daily']), before - 1)
    await t.countUsage()
    const learned = await t.get('/v1/usage/tier', { key: of.liveKey })
    // Two elsewhere-counted batches and the four of this process.
    assert.equal(Number(learned.headers['x-ratelimit-remaining-daily']), 25_000 - 13 - 4)
    const custom = await t.get('/v1/usage/tier')
    assert.equal(custom.headers['x-ratelimit-limit-daily'], undefined)
    assert.deepEqual(custom.body['remaining'] as unknown, {
      daily: null,
      monthly: null,
      dailyAi: null,
      activeListings: null,
    })
  })

  it('warns once a day when the daily quota is near, whoever counts', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    await requestsElsewhere(of, 19_999)
    assert.deepEqual(await warnings(of), [])
    await Promise.all([requestsElsewhere(of, 1), requestsElsewhere(of, 1), requestsElsewhere(of, 1)])
    await requestsElsewhere(of, 1)
    const [warning, ...more] = await warnings(of)
    assert.deepEqual(more, [])
    const { used, percentUsed, remaining, topOperation, ...rest } = warning ?? {}
    assert.ok(Number(used) >= 20_000 && Number(used) <= 20_002)
    assert.equal(percentUsed, 80)
    assert.equal(remaining, 25_000 - Number(used))
    assert.equal((topOperation as { operationId: string }).operationId, 'listListings')
    assert.deepEqual(rest, {
      scope: 'daily_requests',
      tier: 'starter',
      limit: 25_000,
      resetsAt: '2026-06-16T00:00:00.000Z',
      windowKey: '2026-06-15',
    })
    t.clock.set('2026-06-16T01:00:00.000Z')
    await requestsElsewhere(of, 20_000)
    assert.deepEqual(
      (await warnings(of)).map(({ windowKey }) => windowKey),
      ['2026-06-15', '2026-06-16'],
    )
    t.clock.set('2026-06-15T12:00:00.000Z')
  })

  it('refuses what is more than the plan allows, and opens again with the next window', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    await requestsElsewhere(of, 24_998)
    await t.get('/v1/listings', { key: of.liveKey })
    await t.countUsage()
    const last = await t.get('/v1/listings', { key: of.liveKey })
    assert.deepEqual([last.status, last.headers['x-ratelimit-remaining-daily']], [200, '0'])
    const refused = await t.get('/v1/listings', { key: of.liveKey })
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, String(12 * 3600)])
    const { code, scope, tier, used, limit, resets_at: resetsAt, top_operation: top } = refused.body['error']!
    assert.deepEqual([code, scope, tier, used, limit, resetsAt] as unknown, [
      'daily_limit_exceeded',
      'daily',
      'starter',
      25_000,
      25_000,
      '2026-06-16T00:00:00.000Z',
    ])
    assert.deepEqual(top as unknown, { operation_id: 'listListings', share_percent: 100 })
    t.clock.set('2026-06-16T00:00:00.000Z')
    assert.equal((await t.get('/v1/listings', { key: of.liveKey })).status, 200)
    t.clock.set('2026-06-15T12:00:00.000Z')
  })

  it('holds a month to its quota', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    await t.get('/v1/listings', { key: of.liveKey })
    await requestsElsewhere(of, 999, 'free')
    await t.countUsage()
    const { status, body } = await t.get('/v1/listings', { key: of.liveKey })
    assert.equal(status, 429)
    const { code, scope, tier, resets_at: resetsAt } = body['error']!
    assert.deepEqual([code, scope, tier, resetsAt] as unknown, [
      'rate_limit_exceeded',
      'monthly',
      'free',
      '2026-07-01T00:00:00.000Z',
    ])
  })

  for (const [plan, spent] of [
    ['starter', 'the day'],
    ['free', 'the month'],
  ] as const) {
    it(`shows usage and deletes although the quota of ${spent} is spent, and counts it`, async () => {
      const of = await t.addWorkspace({ plan })
      const key = { key: of.liveKey }
      const hook = await t.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] }, key)
      assert.equal(hook.status, 201, hook.text)
      await requestsElsewhere(of, plan === 'free' ? 1_000 : 25_000, plan)
      await t.countUsage()
      const isSpent = async () => (await t.get('/v1/listings', key)).status === 429
      assert.ok(await isSpent())
      const before = Number((await tierOf(of))['used']!['monthly'])
      for (const url of ['/v1/usage/tier', '/v1/usage/summary?range=7d'])
        assert.equal((await t.get(url, key)).status, 200, url)
      const url = `/v1/webhooks/${String(hook.body['id'])}`
      assert.ok([200, 204].includes((await t.delete(url, key)).status))
      // What is not there is told as such.
      assert.equal((await t.delete(url, key)).status, 404)
      await t.countUsage()
      assert.equal(Number((await tierOf(of))['used']!['monthly']), before + 5)
      assert.ok(await isSpent())
    })
  }

  it('holds AI operations to a quota of their own', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    const meter = createMeter(t.services)
    const principal = principalOf(of, 'free')
    const ai = { id: 'generateContent', ai: true }
    await meter.know(principal, t.clock.now())
    for (let number = 0; number < (principal.limits.dailyAiRequests ?? 0); number += 1)
      meter.admit(principal, ai, t.clock.now())
    assert.throws(() => meter.admit(principal, ai, t.clock.now()), { code: 'rate_limit_exceeded' })
    meter.admit(principal, operation, t.clock.now())
  })

  it('knows percentiles of the time to answer, over days and processes', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    const principal = principalOf(of, 'starter')
    const times = Array.from({ length: 1000 }, (_, i) => 1 + 3 * i)
    for (const [day, from] of [
      ['2026-06-14T10:00:00.000Z', 0],
      ['2026-06-15T12:00:00.000Z', 1],
    ] as const) {
      t.clock.set(day)
      const meters = [createMeter(t.services), createMeter(t.services)]
      for (const [at, ms] of times.entries())
        if (at % 2 === from)
          meters[at % 3 === 0 ? 0 : 1]?.seen(principal, { operation, at: t.clock.now(), status: 200, ms })
      for (const meter of meters) await meter.flush()
    }
    const { body } = await t.get('/v1/usage/summary?range=7d', { key: of.liveKey })
    const [row] = body['breakdown']! as unknown as Record<string, number>[]
    for (const [name, exact] of [
      ['p50LatencyMs', 1500],
      ['p95LatencyMs', 2850],
      ['p99LatencyMs', 2970],
    ] as const) {
      const told = row?.[name] ?? 0
      assert.ok(Math.abs(told / exact - 1) < 0.19, `${name} is ${told}, not ${exact}`)
      assert.equal(body['totals']![name], told)
    }
    // What was counted before there were steps.
    await t.db
      .updateTable('usage_operations')
      .set({ latencies: [] })
      .where('workspace_id', '=', of.id)
      .execute()
    const { body: old } = await t.get('/v1/usage/summary?range=7d', { key: of.liveKey })
    assert.equal(old['totals']!['p50LatencyMs'], null)
    assert.equal(old['totals']!['requests'], 1000)
  })

  it('is never off by more than a step, whatever the times', () => {
    const stepsOf = (...times: number[]) => {
      const steps: number[] = []
      for (const ms of times) addStep(steps, ms)
      return steps
    }
    for (const of of [
      (i: number) => i * i,
      (i: number) => 2 ** (i / 40),
      (i: number) => (i < 990 ? 3 : 900),
    ]) {
      const times = Array.from({ length: 1000 }, (_, i) => 1 + (of(i) % 60_000)).toSorted((a, b) => a - b)
      const steps = stepsOf(...times)
      for (const share of [0.5, 0.9, 0.95, 0.99]) {
        const exact = times[share * 1000 - 1] ?? 0
        const told = percentileOf(steps, share) ?? 0
        assert.ok(Math.abs(told - exact) <= 0.19 * exact + 0.5, `${share}: ${told}, not ${exact}`)
      }
    }
    assert.equal(percentileOf([], 0.5), null)
    assert.equal(percentileOf(stepsOf(0.2), 0.99), 1)
    assert.equal(percentileOf(stepsOf(3_600_000), 0.5), percentileOf(stepsOf(60_000), 0.5))
  })

  it('names what is asked for most in the first refusal, of any process, whenever it began', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    const limited = { ...principalOf(of, 'starter'), limits: limitsOf('starter', {}, 600) }
    limited.limits.dailyRequests = 4
    const now = t.clock.now()
    const ask = async (meter: ReturnType<typeof createMeter>, id: string) => {
      await meter.know(limited, now)
      meter.admit(limited, { id, ai: false }, now)
      meter.seen(limited, { operation: { id, ai: false }, at: now, status: 200, ms: 1 })
    }
    const isNamed = { code: 'daily_limit_exceeded', extra: { operation_id: 'listGuests', share_percent: 75 } }
    const refusal = async (meter: ReturnType<typeof createMeter>) => {
      const error = await ask(meter, 'listListings').then(
        () => assert.fail('it was let in'),
        (thrown: unknown) => thrown as ApiError,
      )
      return { code: error.code, extra: error.extra.top_operation }
    }
    const first = createMeter(t.services)
    for (const id of ['listGuests', 'listReviews', 'listGuests', 'listGuests']) await ask(first, id)
    // Nothing was written down yet.
    assert.deepEqual(await refusal(first), isNamed)
    assert.deepEqual(await refusal(createMeter(t.services)), isNamed, 'as after a restart')
    limited.limits.dailyRequests = 100
    const third = createMeter(t.services)
    await third.know(limited, now)
    limited.limits.dailyRequests = 2
    assert.deepEqual(await refusal(third), isNamed, 'a limit that was lowered below what was used')
  })

  it('keeps what could not be written down', async () => {
    const of = await t.addWorkspace({ plan: 'starter' })
    let broken = true
    const meter = createMeter({
      ...t.services,
      get db() {
        if (broken) throw new Error('the database is away')
        return t.db
      },
    })
    const principal = principalOf(of, 'starter')
    const one = () => meter.seen(principal, { operation, at: t.clock.now(), status: 503, ms: 1 })
    one()
    await assert.rejects(meter.flush(), /away/)
    one()
    broken = false
    await meter.flush()
    assert.equal((await tierOf(of))['used']!['daily'], 2)
  })
})
