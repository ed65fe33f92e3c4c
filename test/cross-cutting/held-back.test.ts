/** While the plan holds listings back, every answer to the workspace's keys says so. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { TestAnswer, TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { keyed, liveReads, makeWorld, randomId, type AnyRoute } from './world.ts'

const world = await makeWorld({ SERVICE_NAME: 'Acme' })
const { t, ask } = world
after(() => t.close())

const notice = {
  code: 'listings_held_back',
  listingsHeldBack: 2,
  activeListingLimit: 3,
  message: '2 listings are held back: 3 may be active on the free plan.',
  fix: 'Move to a larger plan and they become active by themselves, or switch others off and these on with `POST /v1/listings/status`.',
  billingUrl: 'http://lodgewire.test/docs/guides/plans',
}
const headersOf = ({ headers }: TestAnswer) => [
  headers['x-acme-listings-held-back'],
  headers['x-acme-active-listing-limit'],
]

function assertTold(answer: TestAnswer, about: string): void {
  assert.deepEqual(headersOf(answer), ['2', '3'], about)
  assert.match(String(answer.headers['access-control-expose-headers']), /x-acme-listings-held-back/i)
  const body: unknown = answer.body
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const found = isObject ? (body as Record<string, unknown>)['planNotice'] : undefined
  assert.deepEqual(found, isObject && answer.status < 500 ? notice : undefined, `${about}: ${answer.text}`)
}

describe('listings that the plan holds back', () => {
  let held: TestWorkspace
  const records: string[] = []
  const keyFor = (route: AnyRoute) => (route.sandboxOnly ? held.sandboxKey : held.liveKey)
  before(async () => {
    held = await t.addWorkspace({ plan: 'free' })
    await sql`insert into limit_overrides (workspace_id, name, value, set_at)
      values (${held.id}, 'monthlyRequests', null, now())`.execute(t.db)
    for (const scope of [held.live, held.sandbox]) {
      const make = makerOf(t.db, scope)
      records.push(await make.listing())
      for (let n = 0; n < 2; n += 1) await make.listing({ active: false, inactive_reason: 'plan_limit' })
    }
  })

  for (const route of keyed) {
    it(`${route.id} tells it`, async () => {
      const key = keyFor(route)
      // An unknown parameter keeps the request from doing anything.
      assertTold(await ask(route, { call: { key }, query: { surprise: '1' } }), `${route.id}, refused`)
      if (route.method !== 'GET' || liveReads.includes(route.id)) return
      // The named ids do not exist; lists and requests without ids answer 200.
      assertTold(await ask(route, { ids: randomId, call: { key } }), route.id)
    })
  }

  it('is told in both kinds of answer, lists and records', async () => {
    const list = await t.get('/v1/listings', { key: held.liveKey })
    assert.deepEqual(Object.keys(list.body), ['data', 'pagination', 'planNotice'])
    const one = await t.get(`/v1/listings/${records[0]}`, { key: held.liveKey })
    assert.equal(one.status, 200)
    assertTold(one, 'one listing')
  })

  it('is told with a refusal of the limits, and not to who is nobody', async () => {
    await sql`insert into limit_overrides (workspace_id, name, value, set_at)
      values (${held.id}, 'burstRequests', 1, now())`.execute(t.db)
    t.clock.advance(60_000)
    const again = () => t.get('/v1/reviews', { key: held.liveKey })
    await again()
    const refused = await again()
    assert.equal(refused.status, 429)
    assertTold(refused, '429')
    await sql`delete from limit_overrides where name = 'burstRequests'`.execute(t.db)
    t.clock.advance(60_000)
    for (const key of [null, 'nonsense', t.liveKey, (await t.addWorkspace({ plan: 'free' })).liveKey]) {
      const answer = await t.get('/v1/listings', { key })
      assert.deepEqual(headersOf(answer), [undefined, undefined])
      assert.equal(answer.body['planNotice'], undefined)
    }
  })

  it('is not part of a stored answer', async () => {
    const call = { key: held.liveKey, headers: { 'idempotency-key': 'held-back' } }
    const body = { listingIds: [records[0]], active: true }
    const first = await t.post('/v1/listings/status', body, call)
    assertTold(first, 'first')
    await sql`update listings set active = true, inactive_reason = null
      where workspace_id = ${held.id} and inactive_reason = 'plan_limit'`.execute(t.db)
    t.clock.advance(60_000)
    const again = await t.post('/v1/listings/status', body, call)
    assert.equal(again.headers['idempotency-status'], 'cached')
    const { planNotice: _, ...rest } = first.body as unknown as Record<string, unknown>
    assert.deepEqual(again.body as unknown, rest)
    assert.deepEqual(headersOf(again), [undefined, undefined])
  })
})
