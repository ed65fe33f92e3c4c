/** Agents let in by OAuth, and those who try to get in beside it. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { startTestApp, type TestAnswer, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { codeOf, peopleOf, type Joined, type People } from '../members/people.ts'
import { startAgentSite, type AgentSite } from './agent-site.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const verifier = 'v'.repeat(50)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const callback = 'https://agent.example.com/callback'
const resource = 'http://lodgewire.test/mcp'
const limits = { kinds: ['closure'], writes_per_day: 5 }

type Fields = Record<string, string>

let app: TestApp
let site: AgentSite
let people: People
let own: TestWorkspace
let owner: Joined
let joined = 0
/** Of each address few mails are sent. */
const join = (role: string) => people.join(`p${(joined += 1)}@example.com`, role, { key: own.liveKey })

before(async () => {
  app = await startTestApp()
  site = await startAgentSite()
  people = peopleOf(app)
})
after(async () => {
  await site.close()
  await app.close()
})
beforeEach(async () => {
  own = await app.addWorkspace()
  owner = await join('owner')
})

const requestOf = (changes: Fields = {}): string =>
  new URLSearchParams({
    client_id: site.url,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
    state: 'xyz',
    ...changes,
  }).toString()

const preview = (request: string, key: string | null = owner.token) =>
  app.post('/v1/agent-authorizations/preview', { request }, { key })
const decide = (body: Record<string, unknown> = {}, key = owner.token) =>
  app.post('/v1/agent-authorizations', { request: requestOf(), approve: true, ...body }, { key })

const form = (url: string, fields: Fields, headers: Fields = {}) =>
  app.call('POST', url, {
    key: null,
    rawBody: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const exchange = (code: string, changes: Fields = {}) =>
  form('/oauth/token', {
    grant_type: 'authorization_code',
    ...{ client_id: site.url, redirect_uri: callback, code_verifier: verifier, resource, code },
    ...changes,
  })
const refresh = (token: string, changes: Fields = {}) =>
  form('/oauth/token', {
    grant_type: 'refresh_token',
    ...{ client_id: site.url, refresh_token: token },
    ...changes,
  })
const revoke = (token: string, client = site.url) => form('/oauth/revoke', { token, client_id: client })

const answerIn = ({ body }: TestAnswer): URLSearchParams => new URL(String(body['returnTo'])).searchParams
async function codeFor(body: Record<string, unknown> = {}, key?: string): Promise<string> {
  const answer = await decide(body, key)
  assert.equal(answer.status, 201, answer.text)
  const code = answerIn(answer).get('code')
  assert.ok(code, answer.text)
  return code
}
interface Tokens {
  access: string
  refresh: string
}
function tokensIn(answer: TestAnswer): Tokens {
  assert.equal(answer.status, 200, answer.text)
  return { access: String(answer.body['access_token']), refresh: String(answer.body['refresh_token']) }
}
const tokensFor = async (body: Record<string, unknown> = {}, key?: string): Promise<Tokens> =>
  tokensIn(await exchange(await codeFor(body, key)))
const oauthError = ({ status, body }: TestAnswer) => `${status} ${String(body['error'])}`
const atMcp = async (token: string | null, body: unknown = list) =>
  app.post('/mcp', body, {
    key: token,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      host: 'localhost',
    },
  })
/** Without notices of the database a token is remembered for less than a second. */
async function statusAt(token: string): Promise<number> {
  app.clock.advance(1000)
  return (await atMcp(token)).status
}
const tool = (name: string, args: object = {}) => ({
  ...list,
  method: 'tools/call',
  params: { name, arguments: args },
})

describe('an agent by OAuth', () => {
  it('finds out where to ask', async () => {
    const refusal = await atMcp(null)
    assert.equal(refusal.status, 401)
    const header = String(refusal.headers['www-authenticate'])
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(header) ?? []
    assert.match(header, /^Bearer .*scope="listings:read /)
    assert.equal(address, 'http://lodgewire.test/.well-known/oauth-protected-resource/mcp')
    const read = async (path: string) => (await app.get(path, { key: null })).body
    for (const path of [new URL(address).pathname, '/.well-known/oauth-protected-resource'])
      assert.deepEqual((await read(path))['authorization_servers'], ['http://lodgewire.test'])
    for (const path of ['oauth-authorization-server', 'openid-configuration']) {
      const server = await read(`/.well-known/${path}`)
      assert.deepEqual(
        [
          server['issuer'],
          server['code_challenge_methods_supported'],
          server['client_id_metadata_document_supported'],
        ],
        ['http://lodgewire.test', ['S256'], true],
      )
    }
  })

  it('is shown to the member, let in, and works until it is sent away', async () => {
    const shown = await preview(requestOf())
    assert.deepEqual(shown.body['client'], {
      id: site.url,
      name: 'Morning helper',
      host: new URL(site.url).host,
    })
    assert.equal(shown.body['redirectHost'], 'agent.example.com')
    const answer = await decide({ scopes: ['listings:read'] })
    const query = answerIn(answer)
    assert.deepEqual([query.get('state'), query.get('iss')], ['xyz', 'http://lodgewire.test'])
    const got = await exchange(String(query.get('code')))
    assert.deepEqual(
      [got.body['token_type'], got.body['expires_in'], got.body['scope'], got.headers['cache-control']],
      ['Bearer', 3600, 'listings:read', 'no-store'],
    )
    const { access } = tokensIn(got)
    assert.match(access, /^at_live_\w{40}$/)
    assert.match((await atMcp(access, tool('find_listings'))).text, /"listings"/)
    assert.match((await atMcp(access, tool('find_stays'))).text, /forbidden/)
    const { body } = await app.get('/v1/sessions', { key: owner.token })
    const agents = [...(body['data'] ?? [])].filter((one) => one['agent'] !== null)
    assert.deepEqual(
      agents.map((one) => [one['id'], one['agent']]),
      [
        [
          String(answer.body['sessionId']),
          { id: site.url, name: 'Morning helper', scopes: ['listings:read'], limits: null },
        ],
      ],
    )
    await app.delete(`/v1/sessions/${String(answer.body['sessionId'])}`, { key: owner.token })
    assert.equal(await statusAt(access), 401)
  })

  it('plans writes only where the member said so, within the limits', async () => {
    const { body } = await decide({ request: requestOf({ scope: 'listings:read plans:write' }), limits })
    const got = await exchange(String(new URL(String(body['returnTo'])).searchParams.get('code')))
    assert.equal(got.body['scope'], 'listings:read plans:write calendar:write')
    const reading = await decide({ request: requestOf({ scope: 'listings:read' }), limits })
    assert.equal(codeOf(reading), '400 invalid_body')
  })

  it('goes away when the member says no', async () => {
    const query = answerIn(await decide({ approve: false }))
    assert.deepEqual(
      [query.get('error'), query.get('code'), query.get('state')],
      ['access_denied', null, 'xyz'],
    )
  })
})

describe('a token of an agent', () => {
  it('is for /mcp alone', async () => {
    const { access } = await tokensFor()
    for (const url of ['/v1/listings', '/v1/members/me', '/v1/sessions', '/v1/plans'])
      assert.equal(codeOf(await app.get(url, { key: access })), '401 unauthorized', url)
    const forged = { 'x-lodgewire-agent': 'mcp' }
    assert.equal((await app.get('/v1/listings', { key: access, headers: forged })).status, 401)
    assert.equal(codeOf(await preview(requestOf(), access)), '401 unauthorized')
    assert.equal(await statusAt(access), 200)
  })

  it('ends after an hour; the refresh token gives another, once', async () => {
    const first = await tokensFor()
    app.clock.advance(3_601_000)
    assert.equal(await statusAt(first.access), 401)
    const second = tokensIn(await refresh(first.refresh, { resource }))
    assert.equal(await statusAt(second.access), 200)
    const third = tokensIn(await refresh(second.refresh))
    assert.equal(await statusAt(second.access), 401)
    assert.equal(await statusAt(third.access), 200)
    // The first one was used: somebody else has it, and nobody knows who.
    assert.equal(oauthError(await refresh(first.refresh)), '400 invalid_grant')
    assert.equal(await statusAt(third.access), 401)
    assert.equal(oauthError(await refresh(third.refresh)), '400 invalid_grant')
  })

  it('of ten who refresh at once gives one a token, and then none', async () => {
    const { refresh: token } = await tokensFor()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    assert.equal(await statusAt(String(winners[0]?.body['access_token'])), 401)
  })

  it('is revoked by its agent, and by no other', async () => {
    const { access, refresh: token } = await tokensFor()
    assert.equal((await revoke(access, 'https://other.example.com/client.json')).status, 200)
    assert.equal((await revoke(token, 'https://other.example.com/client.json')).status, 200)
    assert.equal((await revoke('nonsense')).status, 200)
    assert.equal(await statusAt(access), 200)
    assert.equal((await revoke(token)).status, 200)
    assert.equal(await statusAt(access), 401)
    const other = await tokensFor()
    await revoke(other.access)
    assert.equal(oauthError(await refresh(other.refresh)), '400 invalid_grant')
  })

  it('ends with the role of the member', async () => {
    const bob = await join('manager')
    const eve = await join('manager')
    const [ofBob, ofEve] = [await tokensFor({}, bob.token), await tokensFor({}, eve.token)]
    await app.call('PATCH', `/v1/members/${bob.id}`, { key: own.liveKey, body: { role: 'read_only' } })
    await app.delete(`/v1/members/${eve.id}`, { key: own.liveKey })
    for (const { access, refresh: token } of [ofBob, ofEve]) {
      assert.equal(await statusAt(access), 401)
      assert.equal(oauthError(await refresh(token)), '400 invalid_grant')
    }
  })

  it('grows with no wider role', async () => {
    const bob = await join('manager')
    const { access } = await tokensFor({ scopes: ['listings:read'] }, bob.token)
    await app.call('PATCH', `/v1/members/${bob.id}`, { key: own.liveKey, body: { role: 'owner' } })
    assert.match((await atMcp(access, tool('find_stays'))).text, /forbidden/)
  })

  it('of a reader plans nothing', async () => {
    const reader = await join('read_only')
    const shown = await preview(requestOf({ scope: 'listings:read plans:write' }), reader.token)
    assert.deepEqual(shown.body['scopes'], ['listings:read'])
    const request = requestOf({ scope: 'listings:read plans:write' })
    assert.equal(codeOf(await decide({ request, limits }, reader.token)), '403 forbidden')
    assert.equal(codeOf(await decide({ request }, own.liveKey)), '409 invalid_state')
    assert.equal(codeOf(await preview(request, own.liveKey)), '409 invalid_state')
  })
})

describe('who takes a code', () => {
  it('gets nothing without the verifier, and spoils the code', async () => {
    const code = await codeFor()
    assert.equal(oauthError(await exchange(code, { code_verifier: 'w'.repeat(50) })), '400 invalid_grant')
    assert.equal(oauthError(await exchange(code)), '400 invalid_grant')
  })

  it('gets nothing for another address, client or resource', async () => {
    const changes: [Fields, string][] = [
      [{ redirect_uri: 'http://127.0.0.1/callback' }, 'invalid_grant'],
      [{ client_id: 'https://other.example.com/client.json' }, 'invalid_grant'],
      [{ resource: 'http://lodgewire.test/v1' }, 'invalid_target'],
      [{ resource: '' }, 'invalid_target'],
      [{ code_verifier: 'short' }, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ]
    for (const [change, error] of changes)
      assert.equal(
        oauthError(await exchange(await codeFor(), change)),
        `400 ${error}`,
        JSON.stringify(change),
      )
  })

  it('gets nothing a second time, and ends what came of the first', async () => {
    const code = await codeFor()
    const { access } = tokensIn(await exchange(code))
    assert.equal(oauthError(await exchange(code)), '400 invalid_grant')
    assert.equal(await statusAt(access), 401)
  })

  it('gets nothing after a minute', async () => {
    const code = await codeFor()
    app.clock.advance(61_000)
    assert.equal(oauthError(await exchange(code)), '400 invalid_grant')
  })

  it('gets no token by a form that says two things', async () => {
    const code = await codeFor()
    const twice = new URLSearchParams({ grant_type: 'authorization_code', code, client_id: site.url })
    twice.append('client_id', 'https://other.example.com/client.json')
    const send = (rawBody: string, type: string) =>
      app.call('POST', '/oauth/token', { key: null, rawBody, headers: { 'content-type': type } })
    assert.equal(
      oauthError(await send(twice.toString(), 'application/x-www-form-urlencoded')),
      '400 invalid_request',
    )
    assert.equal(oauthError(await send('{}', 'application/json')), '400 invalid_request')
    assert.equal((await send('x'.repeat(20_000), 'application/x-www-form-urlencoded')).status, 413)
  })
})

describe('a request to let an agent in', () => {
  it('never sends anybody where the agent is not', async () => {
    for (const redirect_uri of [
      'https://evil.example.com/callback',
      'https://agent.example.com/callback/more',
      'https://agent.example.com/callback?x=1',
      'https://agent.example.com.evil.example/callback',
      'http://agent.example.com/callback',
      'javascript:alert(1)',
      'http://127.0.0.1/other',
      'http://user@127.0.0.1/callback',
      '',
    ])
      for (const answer of [
        await preview(requestOf({ redirect_uri })),
        await decide({ request: requestOf({ redirect_uri }) }),
      ])
        assert.equal(codeOf(answer), '400 invalid_body', redirect_uri)
    const port = await preview(requestOf({ redirect_uri: 'http://127.0.0.1:54321/callback' }))
    assert.equal(port.body['redirectHost'], '127.0.0.1:54321')
    assert.equal(
      codeOf(await preview(`${requestOf()}&redirect_uri=https://evil.example`)),
      '400 invalid_body',
    )
  })

  it('tells the agent what it does wrong, and gives no code', async () => {
    const wrongs: [Fields, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
      [{ resource: '' }, 'invalid_target'],
      [{ scope: 'keys:write' }, 'invalid_scope'],
    ]
    for (const [change, error] of wrongs) {
      const request = requestOf(change)
      assert.equal((await preview(request)).body['refusal']?.['error'], error)
      const answer = answerIn(await decide({ request }))
      assert.deepEqual([answer.get('error'), answer.get('code')], [error, null])
    }
    assert.equal(codeOf(await decide({ scopes: ['keys:read'] })), '400 invalid_body')
  })

  it('reads no document inside of the network, nor one that is not what it says', async () => {
    for (const client_id of [
      'http://169.254.169.254/latest/meta-data',
      'https://user@agent.example.com/client.json',
      'https://agent.example.com/',
      'https://agent.example.com/../client.json',
      'file:///etc/passwd',
      'agent',
      '',
    ])
      assert.equal(codeOf(await preview(requestOf({ client_id }))), '400 invalid_body', client_id)
    const document = { ...site.document }
    const spoiled: Record<string, unknown>[] = [
      { client_id: 'https://other.example.com/client.json' },
      { redirect_uris: [] },
      { token_endpoint_auth_method: 'client_secret_basic' },
      { padding: 'x'.repeat(20_000) },
    ]
    for (const change of spoiled) {
      site.document = { ...document, ...change }
      assert.equal(codeOf(await preview(requestOf())), '400 invalid_body')
    }
    site.document = { ...document, client_name: 'Your \u202Ebank\u0007 <b>' }
    assert.equal((await preview(requestOf())).body['client']?.['name'], 'Your bank <b>')
    site.document = document
    site.answer = (_request, response) => response.writeHead(302, { location: site.url }).end()
    assert.equal(codeOf(await preview(requestOf())), '400 invalid_body')
    site.answer = null
  })

  it('reads a document again when its headers say so', async () => {
    const before = site.reads
    await preview(requestOf())
    await preview(requestOf())
    assert.equal(site.reads - before, 2)
    site.cacheControl = 'max-age=60'
    for (let turn = 0; turn < 3; turn += 1) await preview(requestOf())
    assert.equal(site.reads - before, 3)
    app.clock.advance(61_000)
    site.cacheControl = 'no-store'
    await preview(requestOf())
    assert.equal(site.reads - before, 4)
  })
})

describe('a server that reaches no private addresses', () => {
  it('reads no document there', async () => {
    const strict = await startTestApp({ env: { ALLOW_PRIVATE_TARGETS: 'false' } })
    const workspace = await strict.addWorkspace()
    const member = await peopleOf(strict).join('ada@example.com', 'owner', { key: workspace.liveKey })
    const reads = site.reads
    for (const client_id of [
      site.url,
      site.url.replace('http:', 'https:'),
      'https://localhost/client.json',
    ]) {
      const answer = await strict.post(
        '/v1/agent-authorizations/preview',
        { request: requestOf({ client_id }) },
        { key: member.token },
      )
      assert.equal(codeOf(answer), '400 invalid_body')
    }
    assert.equal(site.reads, reads)
    await strict.close()
  })
})
