/** Keys for agents: what they may not do, and how their plans are counted. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routes } from '../../src/features/routes.ts'
import { takesKey } from '../../src/http/idempotency-rules.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { errorOf, planSpace, stay } from './space.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '100000' } })
})
after(() => app.close())

const kinds = ['booking', 'change', 'cancellation', 'prices', 'closure', 'message'] as const
const everything = { kinds: [...kinds], writes_per_day: 100 }
const eur = (amount: number) => ({ amount, currency: 'EUR' })

describe('a key for agents', () => {
  it('writes by plans alone, whatever the route', async () => {
    const own = await planSpace(app)
    const key = await own.agentKey(everything)
    const plans = ['createPlan', 'confirmPlan']
    const writes = routes.filter((route) => takesKey(route) && !plans.includes(route.id))
    assert.ok(writes.length > 100, `${writes.length} writes`)
    for (const { method, url } of writes) {
      const path = url.replaceAll(/:\w+/g, '1')
      const answer = await app.call(method, path, { key, body: {} })
      errorOf(answer, 403, 'plan_required')
      errorOf(await app.call(method, `${path}?dry_run=true`, { key, body: {} }), 403, 'plan_required')
    }
    assert.equal((await own.get('/v1/listings', { key })).status, 200)
    const plan = await own.plan({ kind: 'booking', listingId: own.listing, ...stay }, key)
    assert.equal((await own.confirm(plan, key)).status, 200)
    assert.equal(await own.stays(), 1)
  })

  it('reads its limits back, gets others and loses them', async () => {
    const own = await planSpace(app)
    const limits = { kinds: ['prices' as const], writes_per_day: 3, money_per_write: eur(50) }
    const key = await own.agentKey(limits)
    const { body } = await own.get('/v1/keys')
    const row = [...(body['data'] ?? [])].find((one) => String(one['name']) === 'agent')
    assert.deepEqual(row?.['agent_limits'], limits)
    const id = String(row?.['id'])
    const changed = await own.send('PATCH', `/v1/keys/${id}`, {
      agent_limits: { ...limits, writes_per_day: 4 },
    })
    assert.equal(changed.body['agent_limits']?.['writes_per_day'], 4)
    assert.equal(
      (await own.send('PATCH', `/v1/keys/${id}`, { agent_limits: null })).body['agent_limits'],
      null,
    )
    app.clock.advance(2_000)
    const direct = await own.send(
      'PUT',
      `/v1/availability/${own.listing}`,
      { dates: ['2026-07-01'], price: 90 },
      key,
    )
    assert.equal(direct.status, 200, direct.text)
  })

  it('makes plans of its kinds only', async () => {
    const own = await planSpace(app)
    const key = await own.agentKey({ kinds: ['prices'], writes_per_day: 10 })
    const error = errorOf(
      await own.ask({ kind: 'closure', listing_id: own.listing, dates: ['2026-07-01'] }, key),
      403,
      'agent_limit_exceeded',
    )
    assert.equal(error['reason'], 'kinds')
  })

  it('confirms as many plans a day as it may, and more on the next', async () => {
    const own = await planSpace(app)
    const key = await own.agentKey({ kinds: ['closure'], writes_per_day: 2 })
    const close = (date: string) => own.plan({ kind: 'closure', listing_id: own.listing, dates: [date] }, key)
    const plans = [await close('2026-07-01'), await close('2026-07-02'), await close('2026-07-03')]
    assert.equal((await own.confirm(plans[0] ?? plans[1]!, key)).status, 200)
    const [second, third] = [plans[1]!, plans[2]!]
    assert.equal((await own.confirm(second, key)).status, 200)
    const error = errorOf(await own.confirm(third, key), 403, 'agent_limit_exceeded')
    assert.deepEqual([error['reason'], error['resets_at']], ['writes_per_day', '2026-06-16T00:00:00.000Z'])
    errorOf(
      await own.ask({ kind: 'closure', listing_id: own.listing, dates: ['2026-07-04'] }, key),
      403,
      'agent_limit_exceeded',
    )
    assert.equal((await own.confirm(second, key)).body['repeated'], true)
  })

  it('moves as much money as it may, to the last unit, even with two at the same time', async () => {
    const own = await planSpace(app)
    const key = await own.agentKey({
      kinds: ['prices'],
      writes_per_day: 10,
      money_per_write: eur(60),
      money_per_day: eur(100),
    })
    const price = (date: string, amount: number) =>
      own.ask({ kind: 'prices', listing_id: own.listing, dates: [date], price: amount }, key)
    const over = errorOf(await price('2026-07-01', 160.01), 403, 'agent_limit_exceeded')
    assert.equal(over['reason'], 'money_per_write')
    const ask = async (date: string, amount: number) => {
      const answer = await price(date, amount)
      assert.equal(answer.status, 201, answer.text)
      return answer.body as unknown as { id: string; token: string }
    }
    const first = await ask('2026-07-01', 160)
    const [a, b] = [await ask('2026-07-02', 140), await ask('2026-07-03', 60)]
    assert.equal((await own.confirm(first, key)).status, 200)
    const answers = await Promise.all([own.confirm(a, key), own.confirm(b, key)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403])
    const refused = answers.find(({ status }) => status === 403)
    assert.ok(refused)
    assert.equal(errorOf(refused, 403, 'agent_limit_exceeded')['reason'], 'money_per_day')
    const prices = [await own.price('2026-07-02'), await own.price('2026-07-03')]
    assert.equal(prices.filter((amount) => amount === 100).length, 1, String(prices))
  })

  it('needs an amount in the currency of its bound', async () => {
    const own = await planSpace(app)
    const key = await own.agentKey({
      kinds: ['booking', 'closure'],
      writes_per_day: 10,
      money_per_write: { amount: 1000, currency: 'USD' },
    })
    const booking = await own.ask({ kind: 'booking', listingId: own.listing, ...stay }, key)
    assert.equal(errorOf(booking, 403, 'agent_limit_exceeded')['reason'], 'money_per_write')
    await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-07-01'] }, key)
  })

  it('reaches its listings only, with the scopes it has', async () => {
    const own = await planSpace(app)
    const other = await own.rows.listing({ currency: 'EUR', default_nightly_price: '100' })
    const key = await own.agentKey(everything, {
      listingIds: [own.listing],
      scopes: ['plans:write', 'plans:read', 'calendar:write'],
    })
    const close = (listing: string, by?: string) =>
      own.ask({ kind: 'closure', listing_id: listing, dates: ['2026-07-01'] }, by ?? key)
    errorOf(await close(other), 404, 'not_found')
    const foreign = (await close(other, own.liveKey)).body as unknown as { id: string }
    errorOf(await own.get(`/v1/plans/${foreign.id}`, { key }), 404, 'not_found')
    const plan = (await close(own.listing)).body as unknown as { id: string; token: string }
    const listed = await own.get('/v1/plans', { key })
    assert.deepEqual(
      [...(listed.body['data'] ?? [])].map((row) => String(row['id'])),
      [plan.id],
    )
    const booking = await own.ask({ kind: 'booking', listingId: own.listing, ...stay }, key)
    assert.equal(errorOf(booking, 403, 'forbidden')['needed_scope'], 'reservations:write')
    assert.equal((await own.confirm(plan, key)).status, 200)
  })

  it('reaches no child workspace', async () => {
    const own = await planSpace(app)
    const child = await app.addWorkspace({ parentId: own.id })
    const key = await own.agentKey(everything)
    const headers = { 'x-workspace-id': child.id }
    assert.equal((await own.get('/v1/listings', { headers })).status, 200)
    errorOf(await own.get('/v1/listings', { key, headers }), 404, 'not_found')
  })

  it('is needed by an agent, and limits that came later hold at the confirmation', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-07-01'] })
    errorOf(await own.confirm(plan, own.liveKey, { 'x-lodgewire-agent': 'mcp' }), 403, 'forbidden')
    assert.equal((await own.confirm(plan)).status, 200)
    const key = await own.agentKey(everything)
    const late = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-07-02'] }, key)
    const { body } = await own.get('/v1/keys')
    const id = [...(body['data'] ?? [])].find((one) => String(one['name']) === 'agent')?.['id']
    await own.send('PATCH', `/v1/keys/${String(id)}`, {
      agent_limits: { kinds: ['prices'], writes_per_day: 1 },
    })
    errorOf(await own.confirm(late, key, { 'x-lodgewire-agent': 'mcp' }), 403, 'agent_limit_exceeded')
  })
})
