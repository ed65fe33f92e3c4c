/** Keys by the API: what each shows, what none can give, and how a secret is replaced. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAuthentication } from '../../src/features/tenancy/workspaces/auth.ts'
import { startTestApp, type TestAnswer, type CallOptions, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
})
after(() => app.close())

const second = 1000
const codeOf = ({ status, body }: TestAnswer) => `${status} ${String(body['error']?.['code'])}`
const make = async (body: object, options: CallOptions = {}) =>
  app.post('/v1/keys', { name: 'Made', ...body }, options)
async function made(body: object, options: CallOptions = {}): Promise<{ id: string; secret: string }> {
  const answer = await make(body, options)
  assert.equal(answer.status, 201, answer.text)
  return { id: String(answer.body['id']), secret: String(answer.body['secret']) }
}
const opens = async (key: string, url = '/v1/kv') => (await app.get(url, { key })).status
const change = (id: string, body: object, key: string) => app.call('PATCH', `/v1/keys/${id}`, { key, body })
const rotate = (id: string, body: object | undefined, options: CallOptions = {}) =>
  app.post(`/v1/keys/${id}/rotate`, body, options)
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * second).toISOString()

describe('a key that is made', () => {
  it('shows its secret once, and opens what it may', async () => {
    const expiresAt = inSeconds(3600)
    const answer = await make({ name: 'Price tool', scopes: ['kv:read'], expiresAt })
    assert.equal(answer.status, 201, answer.text)
    const { secret, ...shown } = answer.body as unknown as Record<string, unknown>
    assert.match(String(secret), /^sk_live_[A-Za-z0-9]{40}$/)
    assert.deepEqual(
      [shown['name'], shown['scopes'], shown['expiresAt'], shown['state'], shown['prefix']],
      ['Price tool', ['kv:read'], expiresAt, 'active', String(secret).slice(0, 12)],
    )
    assert.equal(await opens(String(secret)), 200)
    assert.equal(await opens(String(secret), '/v1/keys'), 403)
    const read = await app.get(`/v1/keys/${String(shown['id'])}`)
    assert.deepEqual(read.body, shown)
    const listed = await app.get('/v1/keys')
    assert.deepEqual(listed.body['data'][0], shown)
    assert.ok(!listed.text.includes(String(secret)))
    const { rows } = await sql<{ text: string }>`
      select string_agg(k::text, ' ') as text from api_keys k`.execute(app.db)
    assert.ok(!rows[0]?.text.includes(String(secret)))
  })

  it('says who made it, and is of the space of that key', async () => {
    const first = await made({})
    const second = await make({}, { key: first.secret })
    assert.equal(second.body['createdBy'], `key:${first.id}`)
    const sandbox = await make({}, { key: app.sandboxKey })
    assert.match(String(sandbox.body['secret']), /^sk_test_/)
    const id = String(sandbox.body['id'])
    assert.equal(codeOf(await app.get(`/v1/keys/${id}`)), '404 not_found')
    assert.equal((await app.get(`/v1/keys/${id}`, { key: app.sandboxKey })).status, 200)
  })

  it('is of the child workspace that is addressed', async () => {
    const child = await app.addWorkspace({ parentId: app.workspace.id })
    const { id, secret } = await made({}, { headers: { 'x-workspace-id': child.id } })
    assert.equal((await app.get(`/v1/keys/${id}`, { key: child.liveKey })).status, 200)
    assert.equal(codeOf(await app.get(`/v1/keys/${id}`)), '404 not_found')
    assert.equal(
      codeOf(await app.get('/v1/kv', { key: secret, headers: { 'x-workspace-id': app.workspace.id } })),
      '404 not_found',
    )
  })

  it('is not made for a workspace that is closed, nor is anybody invited to it', async () => {
    const child = await app.addWorkspace({ parentId: app.workspace.id })
    const headers = { 'x-workspace-id': child.id }
    const invite = (email: string) => app.post('/v1/members', { email, role: 'owner' }, { headers })
    const before = await invite('before@example.com')
    assert.equal(before.status, 201, before.text)
    await sql`update workspaces set deactivated_at = now() where id = ${child.id}`.execute(app.db)
    const again = await app.post(`/v1/members/${String(before.body['id'])}/invitation`, {}, { headers })
    const refused = [await make({}, { headers }), await invite('late@example.com'), again]
    assert.deepEqual(refused.map(codeOf), Array<string>(3).fill('409 invalid_state'))
    const { rows } = await sql`
      select from api_keys where workspace_id = ${child.id} and name = 'Made'
      union all select from members where workspace_id = ${child.id} and email = 'late@example.com'`.execute(
      app.db,
    )
    assert.equal(rows.length, 0)
  })

  it('is one, however often it is asked for with one Idempotency-Key, and its secret is nowhere in clear', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await make({}, { headers })
    const again = await make({}, { headers })
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotency-status'], 'cached')
    const secret = String(first.body['secret'])
    const { rows } = await sql<{ body: Buffer }>`
      select body from idempotency_keys where key = ${headers['idempotency-key']}`.execute(app.db)
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.body.includes(secret))
  })

  it('is not shown again to another key that repeats the request', async () => {
    const weak = await made({ scopes: ['keys:write'] })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await make({ scopes: null }, { headers })
    const theirs = await make({ scopes: null }, { headers, key: weak.secret })
    assert.equal(codeOf(theirs), '422 idempotency_key_reused')
    assert.ok(!theirs.text.includes(String(first.body['secret'])))
  })

  it('refuses an end in the past', async () => {
    assert.equal(codeOf(await make({ expiresAt: inSeconds(0) })), '400 invalid_body')
    assert.equal(codeOf(await make({ expiresAt: '9999-12-31T23:59:59-12:00' })), '400 invalid_body')
  })
})

describe('a key gives no more than it has', () => {
  it('no other scope, no later end, also through a key it makes or changes', async () => {
    const end = inSeconds(3600)
    const own = await made({ scopes: ['keys:read', 'keys:write', 'kv:read'], expiresAt: end })
    const as = { key: own.secret }
    const less = await made({ scopes: ['kv:read'], expiresAt: inSeconds(60) }, as)
    for (const body of [
      { scopes: null },
      { scopes: ['*:read'] },
      { scopes: ['kv:write'] },
      { scopes: ['kv:read', 'listings:read'] },
      { expiresAt: null },
      { expiresAt: inSeconds(3601) },
    ]) {
      const about = JSON.stringify(body)
      for (const answer of [await make(body, as), await change(less.id, body, own.secret)]) {
        assert.equal(codeOf(answer), '403 forbidden', about)
        assert.equal(answer.body['error']?.['field'], Object.keys(body)[0], about)
      }
    }
    const same = await make({}, as)
    assert.deepEqual(
      [same.body['scopes'], same.body['expiresAt']],
      [['keys:read', 'keys:write', 'kv:read'], end],
    )
  })

  it('neither the secret nor the end of a key with more rights', async () => {
    const strong = await made({ scopes: ['keys:write', 'kv:read', 'kv:write'] })
    const weak = await made({ scopes: ['keys:write'] })
    for (const answer of [
      await rotate(strong.id, undefined, { key: weak.secret }),
      await change(strong.id, { scopes: ['keys:write'] }, weak.secret),
      await app.delete(`/v1/keys/${strong.id}`, { key: weak.secret }),
    ]) {
      assert.equal(codeOf(answer), '403 forbidden', answer.text)
      assert.equal(answer.body['error']?.['field'], 'id')
    }
    assert.equal(await opens(strong.secret), 200)
    // The other way round it may.
    assert.equal((await app.delete(`/v1/keys/${weak.id}`, { key: strong.secret })).status, 200)
  })

  it('nothing in the moment in which it is revoked or narrowed', async () => {
    const own = await made({ scopes: ['keys:write', 'kv:read'] })
    assert.equal((await make({}, { key: own.secret })).status, 201)
    await sql`update api_keys set scopes = '{keys:write}' where id = ${own.id}`.execute(app.db)
    assert.equal(codeOf(await make({ scopes: ['kv:read'] }, { key: own.secret })), '403 forbidden')
    await sql`update api_keys set revoked_at = now() where id = ${own.id}`.execute(app.db)
    assert.equal(codeOf(await make({}, { key: own.secret })), '401 unauthorized')
  })
})

describe('a secret that is replaced', () => {
  it('works for the overlap beside the new one, and is not what a rotation starts from', async () => {
    const key = await made({})
    const answer = await rotate(key.id, { overlapSeconds: 60 })
    assert.equal(answer.status, 200, answer.text)
    const secret = String(answer.body['secret'])
    assert.equal(answer.body['id'], key.id)
    assert.equal(answer.body['previousSecretValidUntil'], inSeconds(60))
    assert.deepEqual([await opens(secret), await opens(key.secret)], [200, 200])
    // It ends before its key does, so it cannot be turned into a lasting one.
    assert.equal(codeOf(await rotate(key.id, {}, { key: key.secret })), '403 forbidden')
    assert.equal(codeOf(await make({ expiresAt: null }, { key: key.secret })), '403 forbidden')
    app.clock.advance(60 * second - 1)
    assert.equal(await opens(key.secret), 200)
    app.clock.advance(1)
    assert.deepEqual([await opens(secret), await opens(key.secret)], [200, 401])
    assert.equal((await app.get(`/v1/keys/${key.id}`)).body['previousSecretValidUntil'], null)
  })

  it('works for a day unless told, and not at all with an overlap of 0', async () => {
    const key = await made({})
    assert.equal((await rotate(key.id, undefined)).body['previousSecretValidUntil'], inSeconds(86_400))
    const answer = await rotate(key.id, { overlapSeconds: 0 })
    assert.equal(answer.body['previousSecretValidUntil'], null)
    assert.deepEqual([await opens(String(answer.body['secret'])), await opens(key.secret)], [200, 401])
    assert.equal(codeOf(await rotate(key.id, { overlapSeconds: 604_801 })), '400 invalid_body')
  })

  it('is given again to the key that replaced its own and lost the answer', async () => {
    const key = await made({})
    const headers = { 'idempotency-key': randomUUID() }
    const first = await rotate(key.id, {}, { key: key.secret, headers })
    const again = await rotate(key.id, {}, { key: key.secret, headers })
    assert.equal(first.status, 200, first.text)
    assert.equal(again.text, first.text)
  })

  it('never outlives its key', async () => {
    const key = await made({ expiresAt: inSeconds(30) })
    await rotate(key.id, { overlapSeconds: 60 })
    app.clock.advance(30 * second)
    assert.equal(await opens(key.secret), 401)
    assert.equal(codeOf(await rotate(key.id, {})), '409 invalid_state')
  })
})

describe('a key that is revoked', () => {
  it('opens nothing, with either secret, and stays in the list', async () => {
    const key = await made({})
    const secret = String((await rotate(key.id, {})).body['secret'])
    const answer = await app.delete(`/v1/keys/${key.id}`)
    assert.deepEqual([answer.status, answer.body['state']], [200, 'revoked'])
    app.clock.advance(second - 1)
    assert.deepEqual([await opens(secret), await opens(key.secret)], [401, 401])
    assert.equal((await app.delete(`/v1/keys/${key.id}`)).text, answer.text)
    for (const refused of [await rotate(key.id, {}), await change(key.id, { name: 'x' }, app.liveKey)]) {
      assert.equal(codeOf(refused), '409 invalid_state')
      assert.equal(refused.body['error']?.['currentStatus'], 'revoked')
    }
    const revoked = await app.get('/v1/keys?state=revoked&limit=100')
    assert.ok([...revoked.body['data']].some((row) => row['id'] === key.id))
    const active = await app.get('/v1/keys?state=active&limit=100')
    assert.ok(![...active.body['data']].some((row) => row['id'] === key.id))
  })

  it('may have revoked itself', async () => {
    const key = await made({ scopes: ['keys:write'] })
    assert.equal((await app.delete(`/v1/keys/${key.id}`, { key: key.secret })).status, 200)
  })
})

describe('a key leaves traces', () => {
  it('when and from where it was last used', async () => {
    const key = await made({})
    const authentication = createAuthentication(app.services)
    await authentication.authenticate(key.secret, '203.0.113.7')
    const used = app.clock.now().toISOString()
    app.clock.advance(10 * second)
    await authentication.flush()
    const { body } = await app.get(`/v1/keys/${key.id}`)
    assert.deepEqual([body['lastUsedAt'], body['lastUsedFrom']], [used, '203.0.113.7'])
  })

  it('lines of the audit log that name it', async () => {
    const key = await made({})
    app.clock.advance(second)
    await change(key.id, { name: 'Other' }, app.liveKey)
    app.clock.advance(second)
    await rotate(key.id, {})
    app.clock.advance(second)
    await app.delete(`/v1/keys/${key.id}`)
    const { body } = await app.get(`/v1/audit?target=key:${key.id}`)
    assert.deepEqual(
      [...body['data']].map((row) => [row['action'], row['outcome']]).toReversed(),
      ['createKey', 'updateKey', 'rotateKey', 'revokeKey'].map((action) => [action, 'done']),
    )
  })
})
