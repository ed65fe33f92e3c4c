/** Who is let in at `/mcp`, and that a tool can do no more than the key. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { connectAgent, eras, rowsOf, type AnswerRow } from './agent-client.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }

describe('the endpoint of agents', () => {
  let app: TestApp
  let url: string
  before(async () => {
    app = await startTestApp()
    url = await app.listen()
    await app.post('/v1/sandbox/seed', {}, { key: app.sandboxKey })
  })
  after(() => app.close())

  const post = (headers: Record<string, string>, body: unknown = list) =>
    app.post('/mcp', body, { key: app.sandboxKey, headers: { ...accept, host: 'localhost', ...headers } })

  async function keyWith(fields: Record<string, unknown>): Promise<string> {
    const { status, body } = await app.post('/v1/keys', { name: 'Agent', ...fields }, { key: app.sandboxKey })
    assert.equal(status, 201, JSON.stringify(body))
    return String(body['secret'])
  }

  it('asks for a key, and refuses one that is wrong, revoked or expired', async () => {
    const revoked = await keyWith({})
    const { body } = await app.get('/v1/keys', { key: app.sandboxKey })
    const id = String(rowsOf(body).find(({ name }) => name === 'Agent')?.['id'])
    await app.delete(`/v1/keys/${id}`, { key: app.sandboxKey })
    const expired = await keyWith({ expiresAt: '2026-06-15T13:00:00Z' })
    const call = (key: string | null) =>
      app.post('/mcp', list, { key, headers: { ...accept, host: 'localhost' } })
    assert.equal((await call(expired)).status, 200)
    app.clock.advance(2 * 3_600_000)
    for (const key of [null, 'sk_test_nobody', revoked, expired]) {
      const { status, body: refusal } = await call(key)
      assert.deepEqual([status, refusal['error']['code']], [401, 'unauthorized'])
    }
  })

  it('refuses pages under a name that is not its own', async () => {
    assert.equal((await post({})).status, 200)
    assert.equal((await post({ host: 'lodgewire.test' })).status, 200)
    assert.equal((await post({ host: '192.168.1.4:3000' })).status, 200)
    assert.equal((await post({ origin: 'http://localhost:6274' })).status, 200)
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const { status, body } = await post(headers)
      assert.deepEqual([status, body['error']['code']], [403, 'forbidden'], JSON.stringify(headers))
    }
  })

  it('refuses large bodies, what is no JSON, and sessions', async () => {
    assert.equal((await post({}, { ...list, params: { text: 'x'.repeat(300_000) } })).status, 413)
    const broken = { key: app.sandboxKey, headers: { ...accept, host: 'localhost' }, rawBody: '{"jsonrpc"' }
    const answer = await app.call('POST', '/mcp', broken)
    assert.equal(answer.status, 400)
    assert.match(answer.text, /-32700/)
    for (const method of ['GET', 'DELETE'])
      assert.equal((await app.call(method, '/mcp', { ...broken, rawBody: '' })).status, 405)
  })

  it('answers hostile messages without a fault of its own', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const bodies = [
      'null',
      '[]',
      '""',
      '0',
      deep,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_listings","arguments":${deep}}}`,
      `[${Array.from({ length: 2_000 }, (_, id) => JSON.stringify({ ...list, id })).join(',')}]`,
      JSON.stringify({ ...list, method: 'tools/call', params: { name: '__proto__', arguments: {} } }),
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_listings","arguments":{"__proto__":{"limit":1}}}}',
      JSON.stringify({
        ...list,
        method: 'resources/read',
        params: { uri: 'lodgewire://docs/..%2f..%2fv1/keys' },
      }),
      JSON.stringify({ ...list, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }),
      JSON.stringify({
        ...list,
        method: 'prompts/get',
        params: { name: 'morning_briefing', arguments: { date: 'x' } },
      }),
    ]
    for (const rawBody of bodies)
      for (const version of eras) {
        const headers = { ...accept, host: 'localhost', 'mcp-protocol-version': version }
        const begun = performance.now()
        const { status, text } = await app.call('POST', '/mcp', { key: app.sandboxKey, headers, rawBody })
        assert.ok(status < 500, `${status} ${rawBody.slice(0, 80)}`)
        if (rawBody.startsWith('[')) assert.equal(status, 400)
        assert.doesNotMatch(text, /root:|node_modules|\.ts:/)
        assert.ok(performance.now() - begun < 3_000, `slow: ${rawBody.slice(0, 80)}`)
      }
  })

  for (const era of eras)
    it(`says what a key may not do, in the words of the API (${era})`, async () => {
      const key = await keyWith({ scopes: ['listings:read'] })
      const agent = await connectAgent({ url, key }, { era })
      assert.equal(rowsOf((await agent.use('find_listings')).answer, 'listings').length, 3)
      const { answer, isError } = await agent.use('reviews')
      assert.equal(isError, true)
      assert.equal(answer['code'], 'forbidden')
      assert.match(String(answer['message']), /reviews:read/)
      assert.ok(answer['fix'])
      await agent.close()
    })

  it('shows a key for one listing that listing alone', async () => {
    const { body } = await app.get('/v1/listings', { key: app.sandboxKey })
    const [own, foreign] = rowsOf(body).map(({ id }) => String(id))
    const key = await keyWith({ listingIds: [own] })
    const agent = await connectAgent({ url, key })
    const { answer } = await agent.use('find_listings')
    assert.deepEqual(
      rowsOf(answer, 'listings').map(({ id }) => id),
      [own],
    )
    const stays = rowsOf((await agent.use('find_stays')).answer, 'stays')
    assert.ok(stays.length > 0 && stays.every(({ listing_id }) => listing_id === own))
    assert.equal((await agent.use('nights_and_prices', { listing_id: foreign })).answer['code'], 'not_found')
    assert.equal((await agent.use('accounts')).answer['code'], 'forbidden')
    await agent.close()
  })

  it('shows nothing of another workspace', async () => {
    const { body } = await app.get('/v1/reservations', { key: app.sandboxKey })
    const other = await app.addWorkspace()
    const agent = await connectAgent({ url, key: other.liveKey })
    assert.equal((await agent.use('find_stays')).answer['total'], 0)
    const { answer } = await agent.use('stay_story', { reservation_id: String(rowsOf(body)[0]?.['id']) })
    assert.equal(answer['code'], 'not_found')
    await agent.close()
  })

  it('writes its requests and those of its tools into the log of requests', async () => {
    const agent = await connectAgent({ url, key: app.sandboxKey })
    await agent.use('quote', { listing_id: '999', check_in: '2026-08-01', check_out: '2026-08-03' })
    const { answer } = await agent.use('find_listings')
    assert.equal(answer['total'], 3)
    await app.logRequests()
    const { body } = await app.get('/v1/usage/logs?limit=100', { key: app.sandboxKey })
    const operations = new Set(rowsOf(body).map(({ operationId }) => String(operationId)))
    assert.ok(operations.has('callMcp') && operations.has('getQuote') && operations.has('listListings'))
    const refused = rowsOf(body).find(({ operationId }) => operationId === 'getQuote')
    const story = await agent.use('explain', { request_id: String(refused?.['id']) })
    assert.equal((story.answer['request'] as AnswerRow)['operation'], 'getQuote', story.text)
    await agent.close()
  })

  it('counts against the limits of the key', async () => {
    const other = await app.addWorkspace({ plan: 'free' })
    const call = () =>
      app.post('/mcp', list, { key: other.liveKey, headers: { ...accept, host: 'localhost' } })
    const first = await call()
    assert.equal(first.status, 200)
    const limit = Number(first.headers['x-ratelimit-limit'])
    assert.ok(limit > 0, JSON.stringify(first.headers))
    for (let count = 1; count < limit; count += 1) await call()
    const { status, body } = await call()
    assert.deepEqual([status, body['error']['code']], [429, 'rate_limit_exceeded'])
  })
})
