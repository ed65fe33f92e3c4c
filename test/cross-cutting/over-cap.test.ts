/** With more active listings than the plan allows, every route answers 402 except those that help out of it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { assertEnvelope, makeWorld, randomId, routes, type AnyRoute } from './world.ts'

const world = await makeWorld()
const { t, ask } = world
after(() => t.close())

/** Only these are served over the cap. */
const exempt = (route: AnyRoute) =>
  route.method === 'DELETE' ||
  route.auth === 'none' ||
  ['getOwnMember', 'listMemberSessions'].includes(route.id) ||
  route.url.startsWith('/v1/usage/') ||
  route.url === '/v1/billing' ||
  ['forgetGuest', 'searchPerson', 'exportGuest'].includes(route.id) ||
  (route.method === 'POST' && route.url === '/v1/listings/status')

describe('over the plan’s cap on active listings', () => {
  let over: TestWorkspace
  const listings: string[] = []
  before(async () => {
    over = await t.addWorkspace({ plan: 'free' })
    for (const scope of [over.live, over.sandbox]) {
      const make = makerOf(t.db, scope)
      for (let i = 0; i < 4; i += 1) listings.push(await make.listing())
    }
  })

  for (const route of routes) {
    it(`${route.id} ${exempt(route) ? 'is served' : 'answers 402'}`, async () => {
      const key = route.sandboxOnly ? over.sandboxKey : over.liveKey
      const answer = await ask(route, { ids: randomId, call: { key } })
      if (exempt(route)) return assert.notEqual(answer.status, 402, answer.text)
      const error = assertEnvelope(answer, 402, 'listings_limit_exceeded', route.id)
      assert.equal(error['tier'], 'free')
      assert.equal(error['limit'], 3)
      assert.equal(error['active_listings'], 4)
      assert.match(String(error['upgrade_url']), /^http/)
      assert.equal(answer.headers['retry-after'], undefined)
    })
  }

  it('is checked for the workspace of the key, after the key itself', async () => {
    const answer = await t.get('/v1/listings', { key: 'sk_live_0000000000000000000000000000' })
    assert.equal(answer.status, 401)
  })

  it('ends within a minute of switching a listing off', async () => {
    const body = { listingIds: listings.slice(0, 1), active: false }
    const changed = await t.post('/v1/listings/status', body, { key: over.liveKey })
    assert.equal(changed.status, 200, changed.text)
    t.clock.advance(60_001)
    const answer = await t.get('/v1/listings', { key: over.liveKey })
    assert.equal(answer.status, 200, answer.text)
    const back = await t.post('/v1/listings/status', { ...body, active: true }, { key: over.liveKey })
    assertEnvelope(back, 402, 'listings_limit_exceeded', 'activation past the cap')
  })
})
