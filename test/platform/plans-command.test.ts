/** `lodgewire plans`: what it changes holds in a running server, and is written down. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Fastify from 'fastify'
import { changeTerms } from '../../src/features/tenancy/plans/change-terms.ts'
import { planChanges } from '../../src/features/tenancy/plans/queries.ts'
import type { PlanTerms } from '../../src/features/tenancy/plans/queries.ts'
import { docsPages } from '../../src/http/docs-pages.ts'
import { makerOf } from '../harness/fixtures.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'

describe('terms of a workspace', () => {
  let t: TestApp
  before(async () => void (t = await startTestApp()))
  after(() => t?.close())

  const change = (of: TestWorkspace, next: (before: PlanTerms) => PlanTerms) =>
    changeTerms(t.db, of.id, { origin: 'command', action: 'cli.plans.test', now: t.clock.now() }, next)
  const limit = (of: TestWorkspace, overrides: PlanTerms['overrides']) =>
    change(of, ({ plan }) => ({ plan, overrides }))
  /** Within a minute, it is said; keys are looked up anew much sooner. */
  const minute = () => t.clock.advance(60_000)
  const get = (of: TestWorkspace, url = '/v1/usage/tier') => t.get(url, { key: of.liveKey })

  it('any limit can be another for one workspace, within a minute, its sandbox too', async () => {
    const [of, other] = [await t.addWorkspace({ plan: 'free' }), await t.addWorkspace({ plan: 'free' })]
    assert.equal((await get(of)).body['limits']!['dailyRequests'], 2_000)
    const set = {
      burstRequests: 5,
      dailyRequests: 50,
      monthlyRequests: 60,
      dailyAiRequests: null,
      activeListings: 4,
    }
    await limit(of, set)
    minute()
    const { body, headers } = await get(of)
    assert.deepEqual(body['limits'] as unknown, { ...set, dynamicPricingListings: null })
    assert.equal(headers['x-ratelimit-policy'], '5;w=60')
    assert.equal(headers['x-ratelimit-limit-daily'], '50')
    assert.equal(
      headers['ratelimit-policy'],
      '"burst";q=5;w=60, "daily";q=50;w=86400, "monthly";q=60;w=2592000',
    )
    assert.match(
      String(headers['ratelimit']),
      /^"burst";r=4;t=60, "daily";r=4[0-9];t=43140, "monthly";r=5[0-9];t=\d+$/,
    )
    const sandbox = await t.get('/v1/usage/tier', { key: of.sandboxKey })
    assert.equal(sandbox.headers['x-ratelimit-policy'], '5;w=60')
    assert.equal((await get(other)).headers['x-ratelimit-policy'], '600;w=60')
    for (let n = 0; n < 4; n += 1) await get(of)
    assert.equal((await get(of)).body['error']!['limit'], 5)
  })

  it('a burst limit that changes keeps what was asked before', async () => {
    const of = await t.addWorkspace()
    await limit(of, { burstRequests: 10 })
    for (let n = 0; n < 8; n += 1) assert.equal((await get(of)).status, 200)
    await limit(of, { burstRequests: 6 })
    t.clock.advance(30_000)
    assert.equal((await get(of)).status, 429)
    await limit(of, { burstRequests: 9 })
    t.clock.advance(29_000)
    // Of the eight only the newest six were kept, which were all that the smaller limit asks for.
    for (let n = 0; n < 3; n += 1) assert.equal((await get(of)).status, 200)
    assert.equal((await get(of)).status, 429)
  })

  it('holds a raised daily limit, refuses at it, and warns at 80 % of it', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    await limit(of, { dailyRequests: 10, monthlyRequests: null })
    for (let n = 0; n < 8; n += 1) assert.equal((await get(of, '/v1/listings')).status, 200)
    await t.countUsage()
    const events = await get(of, '/v1/events?type=usage.quota.warning')
    const [warning] = [...events.body['data']!].map(({ data }) => data as unknown as Record<string, unknown>)
    assert.deepEqual([warning?.['limit'], warning?.['used'], warning?.['percentUsed']], [10, 8, 80])
    assert.equal((await get(of, '/v1/listings')).status, 200)
    const { status, body } = await get(of, '/v1/listings')
    assert.deepEqual([status, body['error']!['code'], body['error']!['limit']] as unknown, [
      429,
      'daily_limit_exceeded',
      10,
    ])
    await limit(of, { dailyRequests: 20, monthlyRequests: null })
    minute()
    assert.equal((await get(of, '/v1/listings')).status, 200)
  })

  it('counts listings against the limit that was set, and says where to turn', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    const make = makerOf(t.db, of.live)
    for (let n = 0; n < 4; n += 1) await make.listing()
    const refused = await get(of, '/v1/listings')
    assert.deepEqual([refused.status, refused.body['error']!['limit']] as unknown, [402, 3])
    const told = String(refused.body['error']!['upgrade_url'])
    assert.equal(told, 'http://lodgewire.test/docs/guides/plans')
    const pages = Fastify()
    await pages.register(docsPages, { publicUrl: () => 'http://lodgewire.test' })
    const page = await pages.inject(new URL(told).pathname)
    assert.deepEqual([page.statusCode, page.body.includes('Plans</h1>')], [200, true])
    await pages.close()
    await limit(of, { activeListings: 4 })
    minute()
    assert.equal((await get(of, '/v1/listings')).status, 200)
    const { body } = await get(of)
    assert.deepEqual(
      [body['used']!['activeListings'], body['remaining']!['activeListings']] as unknown,
      [4, 0],
    )
  })

  it('is written down with what held before, and only what changed', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    await change(of, (before) => ({ ...before, plan: 'starter' }))
    await change(of, (before) => ({ ...before, plan: 'starter' }))
    await limit(of, { dailyRequests: 7 })
    const told = await planChanges(t.db, of.id, 10)
    assert.deepEqual(
      told.map(({ origin, before, after: next }) => [origin, before, next]),
      [
        ['command', { plan: 'starter', overrides: {} }, { plan: 'starter', overrides: { dailyRequests: 7 } }],
        ['command', { plan: 'free', overrides: {} }, { plan: 'starter', overrides: {} }],
      ],
    )
    assert.equal(await change({ ...of, id: '999999' }, (before) => before), undefined)
  })

  it('a process that has just started knows what was used before it', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    await limit(of, { dailyRequests: 5, monthlyRequests: null })
    for (let n = 0; n < 5; n += 1) await get(of, '/v1/listings')
    await t.countUsage()
    const { createHttpServer } = await import('../../src/features/http-server.ts')
    const { app } = await createHttpServer(t.services)
    const headers = { authorization: `Bearer ${of.liveKey}` }
    const first = await app.inject({ url: '/v1/listings', headers })
    assert.equal(first.statusCode, 429, first.body)
    await app.close()
  })
})
