import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createHttpServer } from '../../src/features/http-server.ts'
import { createAuthentication } from '../../src/features/tenancy/workspaces/auth.ts'
import { serverVersion } from '../../src/platform/version.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { freshSpace, recordsIn } from './rows.ts'

const now = '2026-06-15T12:00:00.000Z'
const epoch = Date.parse(now) / 1000

let app: TestApp
/** The same application once more, to call it without the credential that the harness sends by itself. */
let bare: Awaited<ReturnType<typeof createHttpServer>>['app']
before(async () => {
  app = await startTestApp({ now, env: { BURST_LIMIT: '120' } })
  bare = (await createHttpServer(app.services, { strictReplies: true })).app
})
after(async () => {
  await bare.close()
  await app.close()
})

async function raw(headers: Record<string, string>, url = '/v1/listings') {
  const response = await bare.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, body: response.json<TestAnswer['body']>(), headers: response.headers }
}

describe('the API key', () => {
  it('is taken as a bearer credential or in x-api-key', async () => {
    const { liveKey } = await freshSpace(app)
    const accepted: Record<string, string>[] = [
      { authorization: `Bearer ${liveKey}` },
      { authorization: `bearer ${liveKey}` },
      { authorization: `BEARER   ${liveKey} ` },
      { 'x-api-key': liveKey },
    ]
    for (const headers of accepted) {
      const answer = await raw(headers)
      assert.equal(answer.status, 200, JSON.stringify(headers))
    }
  })

  it('must be there and be right', async () => {
    const { liveKey } = await freshSpace(app)
    const refused: Record<string, string>[] = [
      {},
      { authorization: liveKey },
      { authorization: `Basic ${liveKey}` },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${liveKey}x` },
      { authorization: `Bearer ${liveKey} ${liveKey}` },
      { authorization: `Bearer ${liveKey.replace('live', 'test')}` },
      { authorization: `Bearer ${liveKey.toUpperCase()}` },
      { authorization: "Bearer sk_live_' or 1=1" },
      { 'x-api-key': `${liveKey.slice(0, -1)}` },
    ]
    for (const headers of refused) {
      const answer = await raw(headers)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code']],
        [401, 'unauthorized'],
        JSON.stringify(headers),
      )
      assert.ok(answer.headers['x-request-id'])
    }
  })

  it('stops working within a second after it was revoked, heard of or not', async () => {
    const { liveKey: key, id } = await freshSpace(app)
    assert.equal((await app.get('/v1/listings', { key })).status, 200)
    await sql`update api_keys set revoked_at = now() where workspace_id = ${id}`.execute(app.db)
    app.clock.advance(999)
    const answer = await app.get('/v1/listings', { key })
    assert.deepEqual([answer.status, answer.body['error']?.['code']], [401, 'unauthorized'])
  })

  it('stops working when it expires, by the clock of the server, and says so', async () => {
    const { liveKey: key, id } = await freshSpace(app)
    const end = new Date(app.clock.now().getTime() + 60_000)
    await sql`update api_keys set expires_at = ${end} where workspace_id = ${id}`.execute(app.db)
    app.clock.advance(59_999)
    assert.equal((await app.get('/v1/listings', { key })).status, 200)
    // It is remembered from a moment ago, and over all the same.
    app.clock.advance(1)
    const { status, body } = await app.get('/v1/listings', { key })
    assert.deepEqual([status, body['error']?.['code']], [401, 'unauthorized'])
    assert.match(String(body['error']?.['message']), new RegExp(`expired at ${end.toISOString()}`))
  })

  it('stops working as soon after its revocation when the clock is set back meanwhile', async () => {
    const { liveKey: key, id } = await freshSpace(app)
    app.clock.jump(2 * 24 * 3_600_000)
    assert.equal((await app.get('/v1/listings', { key })).status, 200)
    app.clock.jump(-2 * 24 * 3_600_000)
    await sql`update api_keys set revoked_at = now() where workspace_id = ${id}`.execute(app.db)
    app.clock.advance(999)
    assert.equal((await app.get('/v1/listings', { key })).status, 401)
  })

  it('stops working with its workspace, the sandbox’s too', async () => {
    const { id, liveKey, sandboxKey } = await freshSpace(app)
    for (const key of [liveKey, sandboxKey])
      assert.equal((await app.get('/v1/listings', { key })).status, 200)
    await sql`update workspaces set deactivated_at = now() where id = ${id}`.execute(app.db)
    app.clock.advance(999)
    for (const key of [liveKey, sandboxKey])
      assert.equal((await app.get('/v1/listings', { key })).status, 401)
  })

  it('opens live or sandbox data, never both', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const sandbox = { key: space.sandboxKey }
    assert.deepEqual(await space.ids('/v1/listings'), [id])
    assert.deepEqual(recordsIn(await space.get('/v1/listings', sandbox)), [])
    assert.equal((await space.get(`/v1/listings/${id}`, sandbox)).status, 404)
  })

  it('is not needed for the health of the server', async () => {
    const answer = await raw({}, '/v1/health')
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', version: serverVersion }])
    assert.equal((await raw({ authorization: 'Bearer nonsense' }, '/v1/health')).status, 200)
  })

  it('leaves the time it was last used', async () => {
    const space = await freshSpace(app)
    const authentication = createAuthentication(app.services)
    await authentication.authenticate(space.liveKey, '127.0.0.1')
    await authentication.flush()
    const { rows } = await sql<{ mode: string; used: Date | null }>`
      select mode, last_used_at as used from api_keys where workspace_id in (${space.live.workspaceId},
        ${space.sandbox.workspaceId}) order by mode`.execute(app.db)
    assert.deepEqual(rows, [
      { mode: 'live', used: app.clock.now() },
      { mode: 'sandbox', used: null },
    ])
  })
})

describe('X-Workspace-Id', () => {
  it('addresses a workspace that the caller’s own one created', async () => {
    const parent = await freshSpace(app)
    const child = await freshSpace(app, { parentId: parent.id })
    const own = await parent.rows.listing()
    const theirs = await child.rows.listing()
    const stay = await child.rows.stay({
      listing_id: theirs,
      check_in: '2026-07-01',
      check_out: '2026-07-02',
    })
    const headers = { 'x-workspace-id': child.id }
    const read = (url: string) => parent.get(url, { headers })
    assert.deepEqual(
      recordsIn(await read('/v1/listings')).map((row) => row['id']),
      [theirs],
    )
    assert.deepEqual(
      recordsIn(await read('/v1/properties')).map((row) => row['id']),
      [theirs],
    )
    assert.deepEqual(
      recordsIn(await read('/v1/reservations')).map((row) => row['id']),
      [stay],
    )
    assert.equal((await read(`/v1/availability/${theirs}?from=2026-07-01&to=2026-07-01`)).status, 200)
    assert.equal((await read(`/v1/listings/${own}`)).status, 404)
    assert.equal((await parent.get(`/v1/listings/${theirs}`)).status, 404)
    const closed = await parent.post(
      '/v1/listings/status',
      { listingIds: [theirs], active: false },
      { headers },
    )
    assert.deepEqual(closed.body['updated'], [theirs])
    assert.equal((await child.get(`/v1/listings/${theirs}`)).status, 403)
    assert.equal((await parent.get('/v1/listings', { headers: { 'x-workspace-id': parent.id } })).status, 200)
  })

  it('knows no other workspace', async () => {
    const parent = await freshSpace(app)
    const child = await freshSpace(app, { parentId: parent.id })
    const grandchild = await freshSpace(app, { parentId: child.id })
    const stranger = await freshSpace(app)
    const sandbox = parent.sandbox.workspaceId
    const unknown = [
      stranger.id,
      grandchild.id,
      sandbox,
      '899999999',
      '0',
      'abc',
      "1' or 1=1",
      '9'.repeat(30),
    ]
    for (const id of unknown) {
      const answer = await parent.get('/v1/listings', { headers: { 'x-workspace-id': id } })
      assert.deepEqual([answer.status, answer.body['error']?.['code']], [404, 'not_found'], id)
    }
    const upwards = await child.get('/v1/listings', { headers: { 'x-workspace-id': parent.id } })
    assert.equal(upwards.status, 404)
    const inSandbox = { key: parent.sandboxKey, headers: { 'x-workspace-id': child.id } }
    assert.equal((await app.get('/v1/listings', inSandbox)).status, 404)
  })

  it('has cursors of its own', async () => {
    const parent = await freshSpace(app)
    const child = await freshSpace(app, { parentId: parent.id })
    for (const { rows } of [parent, parent, child, child]) await rows.listing()
    const page = await parent.get('/v1/listings?limit=1')
    const url = `/v1/listings?limit=1&cursor=${String(page.body['pagination']?.['nextCursor'])}`
    assert.equal((await parent.get(url)).status, 200)
    assert.equal((await parent.get(url, { headers: { 'x-workspace-id': child.id } })).status, 400)
  })
})

describe('the burst limit', () => {
  const burst = ({ headers }: TestAnswer) => ({
    limit: headers['x-ratelimit-limit'],
    remaining: headers['x-ratelimit-remaining'],
    reset: headers['x-ratelimit-reset'],
    policy: headers['x-ratelimit-policy'],
  })
  async function call(key: string, times: number): Promise<TestAnswer> {
    let answer = await app.get('/v1/listings?limit=0', { key })
    for (let count = 1; count < times; count += 1) answer = await app.get('/v1/listings?limit=0', { key })
    return answer
  }

  it('lets through as many requests in 60 seconds as it says, and then says when to come back', async () => {
    const { liveKey: key } = await freshSpace(app)
    app.clock.set(now)
    const first = await call(key, 1)
    assert.deepEqual(burst(first), {
      limit: '120',
      remaining: '119',
      reset: String(epoch),
      policy: '120;w=60',
    })
    assert.equal(first.headers['x-ratelimit-reset-daily'], '2026-06-16T00:00:00.000Z')
    assert.equal(first.headers['x-ratelimit-limit-daily'], undefined)
    app.clock.advance(20_000)
    const last = await call(key, 119)
    assert.deepEqual(burst(last), {
      limit: '120',
      remaining: '0',
      reset: String(epoch + 60),
      policy: '120;w=60',
    })
    app.clock.advance(500)
    const refused = await call(key, 1)
    const { code, scope, limit, window_seconds, retry_after, request_id } = refused.body[
      'error'
    ] as unknown as Record<string, unknown>
    assert.equal(refused.status, 429)
    assert.deepEqual(
      { code, scope, limit, window_seconds, retry_after },
      { code: 'rate_limit_exceeded', scope: 'per_api_key', limit: 120, window_seconds: 60, retry_after: 40 },
    )
    assert.equal(request_id, refused.headers['x-request-id'])
    assert.equal(refused.headers['retry-after'], '40')
    assert.deepEqual(burst(refused), {
      limit: '120',
      remaining: '0',
      reset: String(epoch + 60),
      policy: '120;w=60',
    })
    // The window slides: after 60 s only the first request has left it, and refused ones never counted.
    app.clock.set(new Date((epoch + 60) * 1000 - 1))
    assert.equal((await call(key, 1)).status, 429)
    app.clock.advance(1)
    assert.equal((await call(key, 1)).status, 400)
    assert.equal((await call(key, 1)).status, 429)
    app.clock.advance(20_000)
    assert.equal((await call(key, 119)).status, 400)
    assert.equal((await call(key, 1)).status, 429)
  })

  it('counts each key for itself', async () => {
    const { liveKey, sandboxKey } = await freshSpace(app)
    assert.equal((await call(liveKey, 121)).status, 429)
    assert.equal((await call(sandboxKey, 1)).status, 400)
  })

  it('holds sandbox keys to 100 until the contact address is confirmed', async () => {
    const { id, liveKey, sandboxKey } = await freshSpace(app, { contactConfirmed: false })
    const hundredth = await call(sandboxKey, 100)
    assert.deepEqual(
      [hundredth.status, burst(hundredth).limit, burst(hundredth).policy],
      [400, '100', '100;w=60'],
    )
    assert.equal((await call(sandboxKey, 1)).body['error']?.['limit'], 100)
    assert.equal((await call(liveKey, 120)).status, 400)
    await sql`update workspaces set contact_confirmed = true where id = ${id}`.execute(app.db)
    app.clock.advance(999)
    const confirmed = await call(sandboxKey, 1)
    assert.deepEqual([confirmed.status, burst(confirmed).limit], [400, '120'])
  })

  it('does not hold the health of the server', async () => {
    for (let count = 0; count < 125; count += 1) assert.equal((await raw({}, '/v1/health')).status, 200)
  })
})
