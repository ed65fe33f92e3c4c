/** The operator's API: plans and limits of any workspace, for the one key of the server and for no other. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { operatorRoutes } from '../../src/features/tenancy/plans/routes.ts'
import { routes } from '../../src/features/routes.ts'
import { unknownPath } from '../../src/http/unknown-path.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'

const operatorKey = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw5'
const urlOf = (url: string, id: string) => url.replaceAll(/:\w+/g, id)
const body = { plan: 'custom', overrides: { dailyRequests: null } }

describe('the operator', () => {
  let t: TestApp
  before(async () => void (t = await startTestApp({ env: { OPERATOR_API_KEY: operatorKey } })))
  after(() => t?.close())

  const asked = (method: string, path: string, sent?: unknown, key: string | null = operatorKey) =>
    t.call(method, `/v1/operator/workspaces${path}`, { key, ...(sent === undefined ? {} : { body: sent }) })
  const change = (of: Pick<TestWorkspace, 'id'>, sent: unknown) => asked('PATCH', `/${of.id}/plan`, sent)
  const read = async (of: TestWorkspace) => (await asked('GET', `/${of.id}/plan`)).body

  it('changes plan and limits, in force within a minute, and clears one again', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    const tier = async (key = of.liveKey) => (await t.get('/v1/usage/tier', { key })).body
    assert.equal((await tier())['limits']!['dailyRequests'], 2_000)
    const changed = await change(of, {
      plan: 'starter',
      overrides: { dailyRequests: 70, monthlyRequests: null, burstRequests: 9 },
    })
    assert.equal(changed.status, 200, changed.text)
    const limits = {
      burstRequests: 9,
      dailyRequests: 70,
      monthlyRequests: null,
      dailyAiRequests: 1_000,
      activeListings: 50,
    }
    assert.deepEqual(changed.body as unknown, {
      workspaceId: of.id,
      name: 'Test',
      plan: 'starter',
      overrides: { dailyRequests: 70, monthlyRequests: null, burstRequests: 9 },
      limits,
    })
    assert.deepEqual(await read(of), changed.body)
    t.clock.advance(60_000)
    for (const key of [of.liveKey, of.sandboxKey]) {
      assert.equal((await tier(key))['tier'], 'starter')
      assert.deepEqual((await tier(key))['limits'] as unknown, { ...limits, dynamicPricingListings: null })
    }
    const cleared = await change(of, { clear: ['dailyRequests'] })
    assert.deepEqual(cleared.body['overrides'] as unknown, { monthlyRequests: null, burstRequests: 9 })
    assert.equal(cleared.body['limits']!['dailyRequests'], 25_000)
  })

  it('leaves a line in the audit log of the workspace and one in the list of changes, once', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    for (let n = 0; n < 2; n += 1) assert.equal((await change(of, body)).status, 200)
    const lines = await t.get('/v1/audit?action=changeWorkspacePlan', { key: of.liveKey })
    const [line, ...more] = lines.body['data'] as unknown as Record<string, unknown>[]
    assert.deepEqual(more, [])
    assert.deepEqual(line?.['actor'], { id: 'operator:api', prefix: null, name: null })
    assert.deepEqual(line?.['targets'], [`workspace:${of.id}`])
    assert.deepEqual(line?.['details'], {
      plan: 'custom',
      was: 'free',
      limits: { dailyRequests: null },
      limitsWere: {},
    })
    assert.equal(line?.['ip'], '127.0.0.1')
    assert.equal(typeof line?.['requestId'], 'string')
    const changes = await asked('GET', `/${of.id}/plan/changes`)
    assert.deepEqual(changes.body as unknown, {
      data: [
        {
          changedAt: t.clock.now().toISOString(),
          origin: 'api',
          before: { plan: 'free', overrides: {} },
          after: { plan: 'custom', overrides: { dailyRequests: null } },
        },
      ],
      pagination: { nextCursor: null, hasMore: false, total: 1 },
    })
  })

  it('lists every workspace with a plan of its own, page by page', async () => {
    const child = await t.addWorkspace({ parentId: t.workspace.id })
    const ids: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const { body: page, text } = await asked('GET', `?limit=2${next && `&cursor=${next}`}`)
      ids.push(...[...page['data']!].map(({ workspaceId }) => String(workspaceId)))
      assert.ok(page['pagination'], text)
      next = page['pagination']['nextCursor'] as string | null
    }
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => Number(a) - Number(b)),
    )
    assert.ok(ids.includes(t.workspace.id) && !ids.includes(child.id))
    assert.ok(!ids.includes(t.workspace.sandbox.workspaceId))
  })

  it('a key in a workspace that this one made has its plan and limits too, and no limit of listings', async () => {
    const of = await t.addWorkspace({ plan: 'custom' })
    const child = await t.addWorkspace({ parentId: of.id })
    const grandchild = await t.addWorkspace({ parentId: child.id })
    await change(of, { plan: 'free', overrides: { dailyRequests: 77 } })
    t.clock.advance(6_000)
    for (const key of [child.liveKey, child.sandboxKey, grandchild.liveKey]) {
      const { body: tier, headers } = await t.get('/v1/usage/tier', { key })
      assert.deepEqual([tier['tier'], tier['limits']!['dailyRequests']] as unknown, ['free', 77])
      assert.equal(tier['limits']!['activeListings'] as unknown, null)
      assert.equal(headers['x-ratelimit-limit-daily'], '77')
    }
  })

  it('what a migration brought is switched off and on again, however small the plan of who asked for it', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    const child = await t.addWorkspace({ parentId: of.id, plan: 'free' })
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push(await makerOf(t.db, child.live).listing())
    const through = { key: of.liveKey, headers: { 'x-workspace-id': child.id } }
    for (const how of [through, { key: child.liveKey }])
      for (const active of [false, true]) {
        const answer = await t.post('/v1/listings/status', { listingIds: [ids[0]], active }, how)
        assert.deepEqual(answer.body['updated'] as unknown, [ids[0]], answer.text)
      }
  })

  it('is refused what no workspace can have, and nothing changes', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    const wrong: unknown[] = [
      {},
      { plan: 'gold' },
      { overrides: { burstRequests: null } },
      { overrides: { burstRequests: 0 } },
      { overrides: { burstRequests: 1_000_001 } },
      { overrides: { dailyRequests: -1 } },
      { overrides: { dailyRequests: 1_000_000_001 } },
      { overrides: { dailyRequests: '5' } },
      { overrides: { hourlyRequests: 5 } },
      { clear: ['hourlyRequests'] },
      { clear: ['dailyRequests'], overrides: { dailyRequests: 5 } },
      { plan: 'starter', tier: 'starter' },
    ]
    for (const sent of wrong) {
      const { status, body: answer } = await change(of, sent)
      assert.equal(`${status} ${String(answer['error']!['code'])}`, '400 invalid_body', JSON.stringify(sent))
    }
    assert.deepEqual([(await read(of))['plan'], (await read(of))['overrides']] as unknown, ['free', {}])
    const child = await t.addWorkspace({ parentId: t.workspace.id })
    for (const id of ['4711', child.id, t.workspace.sandbox.workspaceId]) {
      for (const { method, url } of operatorRoutes.filter((one) => one.params)) {
        const answer = await t.call(method, urlOf(url, id), {
          key: operatorKey,
          ...(method === 'GET' ? {} : { body }),
        })
        assert.equal(`${answer.status} ${String(answer.body['error']!['code'])}`, '404 not_found', url)
      }
    }
  })

  it('two changes at a time both hold', async () => {
    const of = await t.addWorkspace()
    await Promise.all([
      change(of, { overrides: { dailyRequests: 5_000 } }),
      change(of, { overrides: { monthlyRequests: 6_000 } }),
      change(of, { plan: 'starter' }),
    ])
    const { plan, overrides } = (await read(of)) as unknown as Record<string, unknown>
    assert.deepEqual([plan, overrides], ['starter', { dailyRequests: 5_000, monthlyRequests: 6_000 }])
  })

  it('is nobody who has the key of a workspace, whatever the key may do', async () => {
    const of = await t.addWorkspace({ plan: 'free' })
    await sql`update api_keys set scopes = array['*:read', '*:write'] where workspace_id = ${of.id}`.execute(
      t.db,
    )
    const keys = [null, '', 'nonsense', t.liveKey, t.sandboxKey, of.liveKey, of.sandboxKey]
    const near = [
      operatorKey.slice(1),
      `${operatorKey}5`,
      operatorKey.toLowerCase(),
      `sk_live_${operatorKey}`,
    ]
    for (const { method, url, id } of operatorRoutes) {
      for (const key of [...keys, ...near]) {
        const sent = method === 'GET' ? {} : { body }
        const said = { key: null, headers: key === null ? {} : { 'x-api-key': key }, ...sent }
        for (const options of [{ key, ...sent }, said]) {
          const answer = await t.call(method, urlOf(url, of.id), options)
          assert.equal(`${answer.status} ${String(answer.body['error']!['code'])}`, '401 unauthorized', id)
        }
      }
    }
    assert.equal((await read(of))['plan'], 'free')
    const { rows } = await sql`select 1 from plan_changes where workspace_id = ${of.id}`.execute(t.db)
    assert.equal(rows.length, 0)
  })

  it('opens nothing of a workspace with it', async () => {
    const keyed = routes.filter(({ auth, capability, hidden }) => !hidden && auth !== 'none' && !capability)
    assert.ok(keyed.length > 100)
    for (const { method, url } of keyed) {
      const { status, text } = await t.call(method, urlOf(url, '1'), { key: operatorKey })
      assert.equal(status, 401, `${method} ${url}: ${text}`)
    }
  })

  it('leaves the key in no row', async () => {
    await change(t.workspace, { plan: 'starter' })
    await Promise.all([t.countUsage(), t.logRequests()])
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(r)::text as text from request_log r union all
      select to_jsonb(a)::text from audit_lines a union all
      select to_jsonb(p)::text from plan_changes p`.execute(t.db)
    assert.ok(rows.length > 5)
    assert.ok(!rows.some(({ text }) => text.includes(operatorKey)))
  })
})

describe('guesses of the operator’s key', () => {
  it('count against the address', async () => {
    const t = await startTestApp({ env: { OPERATOR_API_KEY: operatorKey, BURST_LIMIT: '5' } })
    try {
      const guess = () => t.get('/v1/operator/workspaces', { key: 'x'.repeat(40) })
      for (let n = 0; n < 5; n += 1) assert.equal((await guess()).status, 401)
      assert.equal((await guess()).status, 429)
      assert.equal((await t.get('/v1/operator/workspaces', { key: operatorKey })).status, 200)
    } finally {
      await t.close()
    }
  })
})

describe('a server without the key of an operator', () => {
  it('has no such path, and no key opens one', async () => {
    const t = await startTestApp()
    try {
      for (const { method, url } of operatorRoutes) {
        for (const key of [operatorKey, t.liveKey, null]) {
          const path = urlOf(url, t.workspace.id)
          const answer = await t.call(method, path, { key, ...(method === 'GET' ? {} : { body }) })
          const { request_id: _, ...error } = answer.body['error']! as unknown as Record<string, unknown>
          assert.deepEqual(
            [answer.status, error['code'], error['message']],
            [404, 'not_found', unknownPath(routes)(method, path).message],
          )
        }
      }
    } finally {
      await t.close()
    }
  })

  it('is not led to one by a slip of the path either', async () => {
    const t = await startTestApp({ env: { OPERATOR_API_KEY: operatorKey } })
    try {
      assert.doesNotMatch((await t.get('/v1/operators/workspaces')).text, /operator\/workspaces/)
    } finally {
      await t.close()
    }
  })
})
