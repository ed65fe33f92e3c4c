/** Signing in by a link that is mailed, and what a session opens and when it ends. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { invitationSeconds, sessionSeconds, signInSeconds } from '../../src/contract/members.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { codeOf, peopleOf, tokenIn, type People } from './people.ts'

let app: TestApp
let people: People
let own: TestWorkspace
let address = ''
let count = 0
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  people = peopleOf(app)
})
after(() => app.close())
beforeEach(async () => {
  own = await app.addWorkspace()
  address = `ada${(count += 1)}@example.com`
  // The limits of the test before are over.
  app.clock.advance(900_000)
})

const as = () => ({ key: own.liveKey })
const ask = (email: string, more: object = {}) => app.post('/v1/sign-in', { email, ...more }, { key: null })
const opens = async (key: string, url = '/v1/members/me') => (await app.get(url, { key })).status

describe('an invitation', () => {
  it('confirms the address and signs in', async () => {
    await people.invite(address, 'manager', as())
    const answer = await people.redeem(await people.token())
    assert.equal(answer.status, 201, answer.text)
    const { body } = answer
    assert.match(String(body['token']), /^ms_live_\w{40}$/)
    assert.equal(body['workspaceId'], own.id)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['set-cookie'], undefined)
    const now = app.clock.now().toISOString()
    assert.deepEqual(
      ['status', 'confirmedAt', 'lastSignInAt'].map((field) => body['member']?.[field]),
      ['active', now, now],
    )
    assert.equal(body['member']?.['invitation']?.['status'], 'accepted')
    const me = await app.get('/v1/members/me', { key: String(body['token']) })
    const { workspace, sandbox, ...member } = me.body as Record<string, Record<string, unknown>>
    assert.deepEqual(member, body['member'])
    assert.deepEqual([workspace?.['id'], workspace?.['mode']], [own.id, 'live'])
    assert.equal(sandbox?.['mode'], 'sandbox')
    const uses = await app.get('/v1/audit?action=secret.member_link.mail', as())
    assert.match(String(uses.body['data']?.[0]?.['targets']), /^member_link:/)
  })

  it('opens for seven days to the moment, and no longer', async () => {
    for (const [ms, code] of [
      [invitationSeconds * 1000 - 1, '201 undefined'],
      [invitationSeconds * 1000, '401 sign_in_link_invalid'],
    ] as const) {
      const { id = '' } = await people.invite(`${ms}${address}`, 'manager', as())
      const token = await people.token()
      app.clock.advance(ms)
      assert.equal(codeOf(await people.redeem(token)), code)
      const { body } = await app.get(`/v1/members/${id}`, as())
      assert.equal(body['invitation']?.['status'], code.startsWith('201') ? 'accepted' : 'expired')
    }
  })

  it('opens nothing once the member was removed', async () => {
    const { id = '' } = await people.invite(address, 'manager', as())
    const token = await people.token()
    await app.delete(`/v1/members/${id}`, as())
    assert.equal(codeOf(await people.redeem(token)), '401 sign_in_link_invalid')
  })
})

describe('a sign-in link', () => {
  it('is mailed to whoever confirmed the address, one for each workspace, in the language asked for', async () => {
    await people.join(address, 'owner', as())
    const other = await app.addWorkspace()
    await people.join(address, 'read_only', { key: other.liveKey })
    const third = await app.addWorkspace()
    await people.invite(address, 'owner', { key: third.liveKey })
    await people.mails()
    const answer = await ask(address.toUpperCase(), { locale: 'fr' })
    assert.deepEqual(
      [answer.status, answer.body],
      [202, { status: 'accepted', expiresInSeconds: signInSeconds }],
    )
    const mails = await people.mails()
    assert.deepEqual(
      mails.map(({ to }) => to),
      [address, address],
    )
    assert.ok(mails.every(({ subject }) => subject.startsWith('Connexion à')))
    const opened = await Promise.all(mails.map(({ text }) => people.redeem(tokenIn(text))))
    assert.deepEqual(opened.map(({ body }) => body['workspaceId']).toSorted(), [own.id, other.id].toSorted())
  })

  it('opens once: of many who send it at the same moment one is signed in', async () => {
    await people.join(address, 'owner', as())
    await ask(address)
    const token = await people.token()
    const answers = await Promise.all(Array.from({ length: 10 }, () => people.redeem(token)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.ok(
      answers.every((answer) => ['201 undefined', '401 sign_in_link_invalid'].includes(codeOf(answer))),
    )
  })

  it('opens for fifteen minutes to the moment', async () => {
    await people.join(address, 'owner', as())
    for (const [ms, status] of [
      [signInSeconds * 1000 - 1, 201],
      [signInSeconds * 1000, 401],
    ] as const) {
      await ask(address)
      const token = await people.token()
      app.clock.advance(ms)
      assert.equal((await people.redeem(token)).status, status)
    }
  })

  it('ends when a newer one is asked for', async () => {
    await people.join(address, 'owner', as())
    await ask(address)
    const first = await people.token()
    await ask(address)
    const second = await people.token()
    assert.equal((await people.redeem(first)).status, 401)
    assert.equal((await people.redeem(second)).status, 201)
  })

  it('is not made for who was only invited, for a workspace that is closed, or for nobody', async () => {
    const closed = await app.addWorkspace()
    await people.join(address, 'owner', { key: closed.liveKey })
    await sql`update workspaces set deactivated_at = now() where id = ${closed.id}`.execute(app.db)
    await people.invite(`x${address}`, 'owner', as())
    await people.mails()
    for (const email of [address, `x${address}`, `nobody${address}`])
      assert.equal((await ask(email)).status, 202)
    assert.deepEqual(await people.mails(), [])
  })

  it('is answered the same, with the same work, whoever has the address', async () => {
    await people.join(address, 'owner', as())
    const statements: string[][] = []
    for (const email of [address, `nobody${address}`]) {
      const { queries, answer } = await recorded(() => ask(email))
      assert.equal(answer.status, 202)
      statements.push(queries)
    }
    assert.deepEqual(statements[0], statements[1])
    assert.ok(!statements.flat().some((text) => /\bmembers\b/.test(text)), statements.flat().join('\n'))
    await people.mails()
  })

  it('is limited by address and by network, whoever has the address', async () => {
    for (const email of [address, `nobody${address}`]) {
      for (let i = 0; i < 5; i += 1) assert.equal((await ask(email)).status, 202)
      const refused = await ask(email)
      assert.equal(codeOf(refused), '429 rate_limit_exceeded')
      assert.equal(refused.headers['retry-after'], '900')
    }
    app.clock.advance(900_000)
    await ask(`earlier${address}`)
    app.clock.advance(600_000)
    for (let i = 0; i < 5; i += 1) assert.equal((await ask(address)).status, 202)
    assert.equal((await ask(address)).headers['retry-after'], '900', 'not that of another address')
    app.clock.advance(900_000)
    for (let i = 0; i < 30; i += 1) assert.equal((await ask(`${i}${address}`)).status, 202)
    assert.equal(codeOf(await ask(`more${address}`)), '429 rate_limit_exceeded')
    app.clock.advance(899_999)
    assert.equal((await ask(`more${address}`)).status, 429)
    app.clock.advance(1)
    assert.equal((await ask(`more${address}`)).status, 202)
    await people.mails()
  })

  it('keeps neither its secret nor that of the session in clear', async () => {
    await people.invite(address, 'owner', as())
    const pending = await sql<{
      text: string
    }>`select string_agg(l::text, ' ') as text from member_links l`.execute(app.db)
    const token = await people.token()
    const sent = await sql<{ text: string; secrets: number }>`
      select string_agg(l::text, ' ') as text, count(secret)::int as secrets from member_links l`.execute(
      app.db,
    )
    const { body } = await people.redeem(token)
    const keys = await sql<{ text: string }>`select string_agg(k::text, ' ') as text from api_keys k`.execute(
      app.db,
    )
    for (const { rows } of [pending, sent, keys]) {
      assert.ok(!rows[0]?.text.includes(token) && !rows[0]?.text.includes(Buffer.from(token).toString('hex')))
    }
    assert.equal(sent.rows[0]?.secrets, 0, 'what was sent is forgotten')
    assert.ok(!keys.rows[0]?.text.includes(String(body['token'])))
  })

  it('refuses what never was a link', async () => {
    for (const token of ['x', `ml_${own.id}_${'0'.repeat(40)}`, `ml_${own.id}_`, own.liveKey]) {
      assert.equal(codeOf(await people.redeem(token)), '401 sign_in_link_invalid')
    }
  })
})

describe('a session', () => {
  it('opens what the role may, and nothing of others', async () => {
    const reader = await people.join(address, 'read_only', as())
    assert.deepEqual(
      [
        await opens(reader.token),
        await opens(reader.token, '/v1/listings'),
        await opens(reader.token, '/v1/keys'),
      ],
      [200, 200, 200],
    )
    const kv = await app.call('PUT', '/v1/kv/a', { key: reader.token, body: { value: 1 } })
    assert.equal(codeOf(kv), '403 forbidden')
    assert.match(String(kv.body['error']?.['message']), /^This session may not/)
  })

  it('ends after seven days to the moment', async () => {
    const { token } = await people.join(address, 'owner', as())
    app.clock.advance(sessionSeconds * 1000 - 1)
    assert.equal(await opens(token), 200)
    app.clock.advance(1)
    const over = await app.get('/v1/members/me', { key: token })
    assert.match(String(over.body['error']?.['message']), /^This session ended at/)
    assert.equal(over.status, 401)
  })

  it('is listed with where it was used, and ended by its member', async () => {
    const first = await people.join(address, 'read_only', as())
    await ask(address)
    const { body } = await people.redeem(await people.token())
    const [second, secondId] = [String(body['token']), String(body['sessionId'])]
    const list = await app.get('/v1/sessions', { key: second })
    assert.deepEqual(
      [...(list.body['data'] ?? [])].map((row) => [row['id'], row['current']]),
      [
        [secondId, true],
        [first.sessionId, false],
      ],
    )
    assert.equal((await app.delete(`/v1/sessions/${first.sessionId}`, { key: second })).status, 200)
    app.clock.advance(1000)
    assert.deepEqual([await opens(first.token), await opens(second)], [401, 200])
    assert.equal((await app.delete(`/v1/sessions/${secondId}`, { key: second })).status, 200)
    app.clock.advance(1000)
    assert.equal(await opens(second), 401)
    assert.equal(codeOf(await app.delete(`/v1/sessions/${secondId}`, as())), '404 not_found')
  })

  it('of others is seen and ended by owners and by keys that may change members, and by nobody else', async () => {
    const owner = await people.join(address, 'owner', as())
    const manager = await people.join(`m${address}`, 'manager', as())
    const theirs = `/v1/sessions?memberId=${owner.id}`
    assert.deepEqual((await app.get(theirs, { key: manager.token })).body['data'], [])
    assert.equal(
      codeOf(await app.delete(`/v1/sessions/${owner.sessionId}`, { key: manager.token })),
      '404 not_found',
    )
    for (const key of [owner.token, own.liveKey]) {
      assert.equal([...((await app.get('/v1/sessions', { key })).body['data'] ?? [])].length, 2)
    }
    const weak = await app.post('/v1/keys', { name: 'Reads', scopes: ['*:read'] }, as())
    assert.deepEqual((await app.get('/v1/sessions', { key: String(weak.body['secret']) })).body['data'], [])
    assert.equal((await app.delete(`/v1/sessions/${manager.sessionId}`, { key: owner.token })).status, 200)
    app.clock.advance(1000)
    assert.equal(await opens(manager.token), 401)
  })

  it('ends when the role becomes narrower or the member is removed, and may more with a wider one', async () => {
    const { id, token } = await people.join(address, 'read_only', as())
    const write = async () => (await app.call('PUT', '/v1/kv/a', { key: token, body: { value: 1 } })).status
    const change = (role: string) =>
      app.call('PATCH', `/v1/members/${id}`, { key: own.liveKey, body: { role } })
    assert.equal(await write(), 403)
    await change('manager')
    app.clock.advance(1000)
    assert.notEqual(await write(), 403)
    await change('read_only')
    app.clock.advance(1000)
    assert.equal(await write(), 401)
    await ask(address)
    const { body } = await people.redeem(await people.token())
    await app.delete(`/v1/members/${id}`, as())
    app.clock.advance(1000)
    assert.equal(await opens(String(body['token'])), 401)
  })

  it('of a sandbox opens the sandbox', async () => {
    const { token } = await people.join(address, 'owner', { key: own.sandboxKey })
    assert.match(token, /^ms_test_/)
    const { body } = await app.get('/v1/members', { key: token })
    assert.equal([...(body['data'] ?? [])].length, 1)
    assert.deepEqual((await app.get('/v1/members', as())).body['data'], [])
  })

  it('is nobody where a key asks: not_found', async () => {
    assert.equal(codeOf(await app.get('/v1/members/me', as())), '404 not_found')
  })
})

describe('the cookie of the console', () => {
  const page = { 'x-lodgewire-console': 'live' }
  const signedIn = async () => {
    await people.invite(address, 'owner', as())
    const answer = await people.redeem(await people.token(), page)
    assert.equal(answer.body['token'], null)
    const header = String(answer.headers['set-cookie'])
    assert.match(
      header,
      /^lodgewire_session=ms_live_\w{40}; Path=\/v1; Max-Age=604800; HttpOnly; Secure; SameSite=Strict$/,
    )
    return { cookie: header.split(';')[0] ?? '', id: String(answer.body['sessionId']) }
  }
  const asking = (method: string, url: string, headers: Record<string, string>) =>
    app.call(method, url, { key: null, headers })

  it('opens what the role may do, with the header of the console alone', async () => {
    const { cookie, id } = await signedIn()
    const both = { cookie: `other=1; ${cookie}`, ...page }
    for (const url of ['/v1/members/me', '/v1/sessions', '/v1/listings', '/v1/keys', '/v1/audit']) {
      assert.equal((await asking('GET', url, both)).status, 200, url)
      assert.equal(codeOf(await asking('GET', url, { cookie })), '401 unauthorized')
      assert.equal(codeOf(await asking('GET', url, page)), '401 unauthorized')
      const ofAnother = { cookie, 'x-connect-page': '1' }
      assert.equal(
        codeOf(await asking('GET', url, ofAnother)),
        '401 unauthorized',
        'the connect page is nobody',
      )
      const sandbox = { cookie, 'x-lodgewire-console': 'sandbox' }
      assert.equal(
        codeOf(await asking('GET', url, sandbox)),
        '401 unauthorized',
        'each window has its cookie',
      )
    }
    const out = await asking('DELETE', `/v1/sessions/${id}`, both)
    assert.equal(out.status, 200, out.text)
    assert.match(String(out.headers['set-cookie']), /^lodgewire_session=; Path=\/v1; Max-Age=0;/)
    app.clock.advance(1000)
    assert.equal((await asking('GET', '/v1/members/me', both)).status, 401)
  })

  it('is none that a page of another site could have sent', async () => {
    const { headers } = await app.call('OPTIONS', '/v1/members/me', {
      key: null,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-connect-page, x-lodgewire-console',
      },
    })
    assert.doesNotMatch(String(headers['access-control-allow-headers']), /x-connect-page|x-lodgewire-console/)
    assert.equal(headers['access-control-allow-credentials'], undefined)
  })
})

/** What a request asks the database, without its values. */
async function recorded<T>(work: () => Promise<T>): Promise<{ answer: T; queries: string[] }> {
  const { pool } = app.services
  const queries: string[] = []
  const seen = new WeakSet<object>()
  const listen = (client: { query: (...args: never[]) => unknown }) => {
    if (seen.has(client)) return
    seen.add(client)
    const { query } = client
    client.query = function recording(this: unknown, ...args: never[]) {
      const [given] = args as unknown as [string | { text: string }]
      queries.push(typeof given === 'string' ? given : given.text)
      return query.apply(this, args)
    }
    restore.push(() => void (client.query = query))
  }
  const restore: (() => void)[] = []
  pool.on('acquire', listen as never)
  try {
    return { answer: await work(), queries }
  } finally {
    pool.off('acquire', listen as never)
    for (const back of restore) back()
  }
}
