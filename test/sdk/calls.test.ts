/** A call of the SDK: what is sent, what is sent again, and what is thrown. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isLodgewireError,
  Lodgewire,
  LodgewireConnectionError,
  LodgewireError,
} from '../../sdk/typescript/src/index.ts'
import { retryAfterOf } from '../../sdk/typescript/src/retries.ts'

interface Sent {
  method: string
  url: string
  headers: Headers
  body: unknown
}
type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Error

const quick = { 'retry-after': '0' }
const failure = (code: string) => ({
  error: { code, message: 'No.', fix: 'Yes.', request_id: 'req_1', docs_url: '' },
})

/** A client whose server answers with these replies, one after another. */
function clientOf(...replies: Reply[]) {
  const sent: Sent[] = []
  const client = new Lodgewire({
    baseUrl: 'https://api.example.com/pms/',
    apiKey: 'sk_test_1',
    timeoutSeconds: 0.2,
    fetch: async (url, { method = 'GET', headers, body, signal } = {}) => {
      sent.push({
        method,
        url: String(url),
        headers: new Headers(headers),
        body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      })
      signal?.throwIfAborted()
      const reply = replies.shift() ?? { status: 200, body: {} }
      if (reply instanceof Error) throw reply
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
      return new Response(text, { status: reply.status, headers: reply.headers ?? {} })
    },
  })
  return { client, sent }
}

describe('a call', () => {
  it('fills the path, writes the query, and names account and workspace', async () => {
    const { client, sent } = clientOf({ status: 200, body: { id: 'a/b' } })
    await client.get('/v1/reservations/{id}', { path: { id: 'a/b' }, account: '12', workspace: '7' })
    await client.get('/v1/listings', { query: { limit: 2 } })
    assert.deepEqual(
      sent.map(({ url }) => url),
      [
        'https://api.example.com/pms/v1/reservations/a%2Fb',
        'https://api.example.com/pms/v1/listings?limit=2',
      ],
    )
    const { headers } = sent[0] ?? assert.fail()
    assert.equal(headers.get('authorization'), 'Bearer sk_test_1')
    assert.deepEqual([headers.get('x-account-id'), headers.get('x-workspace-id')], ['12', '7'])
    assert.equal(headers.get('idempotency-key'), null)
  })

  it('refuses a path with a hole before anything is sent', async () => {
    const { client, sent } = clientOf()
    await assert.rejects(client.get('/v1/reservations/{id}', { path: { id: '' } }), /needs path\.id/)
    assert.deepEqual(sent, [])
  })

  it('sends a write again under the same key, whether the answer was lost, late or an error', async () => {
    const { client, sent } = clientOf(
      new TypeError('socket hang up'),
      { status: 503, body: '<html>', headers: quick },
      { status: 409, body: failure('idempotency_key_in_use'), headers: quick },
      { status: 200, body: { id: '1' } },
    )
    const body = { url: 'https://example.com/hooks', events: ['*' as never] }
    await client.post('/v1/webhooks', { body })
    assert.equal(sent.length, 4)
    const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')))
    assert.equal(keys.size, 1)
    assert.match([...keys][0] ?? '', /^[\w-]{36}$/)
    assert.deepEqual(sent[3]?.body, body)
    await client.post('/v1/webhooks', { body })
    assert.ok(!keys.has(sent[4]?.headers.get('idempotency-key') ?? ''), 'the next write is another')
  })

  it('does not repeat what is wrong with the request, and throws it with its code and fix', async () => {
    const { client, sent } = clientOf({ status: 422, body: failure('invalid_params') })
    const error = await client.get('/v1/listings').catch((thrown: unknown) => thrown)
    assert.ok(isLodgewireError(error, 'invalid_params') && !isLodgewireError(error, 'not_found'))
    assert.deepEqual([error.status, error.fix, error.requestId], [422, 'Yes.', 'req_1'])
    assert.equal(sent.length, 1)
  })

  it('waits as long as the server says, and not at all for a server that says too long', async () => {
    const { client, sent } = clientOf(
      { status: 429, body: failure('rate_limited'), headers: { 'retry-after': '0.05' } },
      { status: 429, body: failure('rate_limited'), headers: { 'retry-after': '3600' } },
    )
    const error = await client.get('/v1/listings').catch((thrown: unknown) => thrown)
    assert.ok(error instanceof LodgewireError)
    assert.equal(error.retryAfter, 3600)
    assert.equal(sent.length, 2)
  })

  it('gives up after the retries, with the key for who wants to repeat it later', async () => {
    const lost = new TypeError('connect ECONNREFUSED')
    const { client, sent } = clientOf(lost, lost)
    const once = new Lodgewire({
      baseUrl: 'https://a.example',
      apiKey: 'k',
      retries: 0,
      fetch: async () => Promise.reject(lost),
    })
    const call = { body: { name: 'A' } as never, idempotencyKey: 'mine' }
    const error = await once.post('/v1/listings', call).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof LodgewireConnectionError)
    assert.equal(error.idempotencyKey, 'mine')
    assert.ok(!error.message.includes('sk_'), error.message)
    await client.get('/v1/listings')
    assert.equal(sent.length, 3)
  })

  it('stops when it is told to, also while it waits', async () => {
    const { client, sent } = clientOf({ status: 503, body: {}, headers: { 'retry-after': '30' } })
    const stop = new AbortController()
    const call = client.get('/v1/listings', { signal: stop.signal })
    setTimeout(() => stop.abort(), 20)
    await assert.rejects(call, { name: 'AbortError' })
    assert.equal(sent.length, 1)
  })

  it('names what is no answer of the API', async () => {
    const { client } = clientOf({ status: 200, body: '<html>Welcome</html>' })
    await assert.rejects(client.get('/v1/listings'), /no answer of the API: status 200/)
  })

  it('is refused without an address or a key', () => {
    assert.throws(() => new Lodgewire({ baseUrl: 'api.example.com', apiKey: 'k' }), /baseUrl/)
    assert.throws(() => new Lodgewire({ baseUrl: 'https://api.example.com', apiKey: '' }), /apiKey/)
  })

  it('reads Retry-After in seconds and as a date, and nothing else', () => {
    const now = Date.parse('2027-01-01T00:00:00Z')
    assert.equal(retryAfterOf('2', now), 2)
    assert.equal(retryAfterOf('Fri, 01 Jan 2027 00:00:10 GMT', now), 10)
    assert.equal(retryAfterOf('Thu, 31 Dec 2026 00:00:10 GMT', now), 0)
    for (const odd of ['soon', '', null, '-3e9x']) assert.equal(retryAfterOf(odd, now), undefined)
  })
})

describe('a list', () => {
  const page = (ids: string[], nextCursor: string | null) => ({
    status: 200,
    body: {
      data: ids.map((id) => ({ id, updatedAt: `2027-01-0${id}T00:00:00Z` })),
      pagination: { nextCursor },
    },
  })

  it('goes on to the end of its pages, and no further than its reader', async () => {
    const { client, sent } = clientOf(page(['1', '2'], 'c2'), page(['3'], null), page(['1'], 'c2'))
    const ids: string[] = []
    for await (const { id } of client.list('/v1/reservations', { query: { limit: 2 } })) ids.push(id)
    assert.deepEqual(ids, ['1', '2', '3'])
    assert.equal(new URL(sent[1]?.url ?? '').search, '?limit=2&cursor=c2')
    for await (const { id } of client.list('/v1/reservations')) if (id === '1') break
    assert.equal(sent.length, 3)
  })

  it('walks changes from the watermark on, and hands no change out twice', async () => {
    const { client, sent } = clientOf(page(['1', '2'], 'c2'), page(['3'], null), page(['3', '4'], null))
    let kept: { at: string; ids: string[] } | undefined
    const keeper = { load: () => kept, save: (mark: { at: string; ids: string[] }) => void (kept = mark) }
    const walk = async () => {
      const ids: string[] = []
      for await (const { id } of client.changes('/v1/reservations', { keeper })) ids.push(id)
      return ids
    }
    assert.deepEqual(await walk(), ['1', '2', '3'])
    assert.deepEqual(kept, { at: '2027-01-03T00:00:00Z', ids: ['3'] })
    assert.deepEqual(await walk(), ['4'])
    const asked = sent.map(({ url }) => new URL(url).searchParams.get('updated_since'))
    assert.deepEqual(asked, ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '2027-01-03T00:00:00Z'])
  })

  it('keeps the place before a page that was not handled to its end', async () => {
    const { client } = clientOf(page(['1', '2'], 'c2'))
    let kept: unknown
    const keeper = { load: () => undefined, save: (mark: unknown) => void (kept = mark) }
    for await (const { id } of client.changes('/v1/reservations', { keeper })) if (id === '1') break
    assert.equal(kept, undefined)
  })
})

describe('the event log', () => {
  const events = (from: number, count: number, hasMore: boolean) => ({
    status: 200,
    body: {
      data: Array.from({ length: count }, (_, i) => ({ event: 'listing.updated', sequence: from + i })),
      nextAfter: from + count - 1,
      hasMore,
    },
  })

  it('is read to its end, and the place is kept after each page', async () => {
    const { client, sent } = clientOf(events(1, 2, true), events(3, 1, false))
    const kept: number[] = []
    const keeper = { load: () => undefined, save: (place: number) => void kept.push(place) }
    const seen: unknown[] = []
    for await (const { sequence } of client.events({ types: ['listing.*'], keeper })) seen.push(sequence)
    assert.deepEqual(seen, [1, 2, 3])
    assert.deepEqual(kept, [2, 3])
    assert.match(sent[1]?.url ?? '', /after=2&type=listing\.\*$/)
  })

  it('keeps the last event that was handled where its reader stops in the middle of a page', async () => {
    const { client } = clientOf(events(1, 3, false))
    const kept: number[] = []
    const keeper = { load: () => 0, save: (place: number) => void kept.push(place) }
    for await (const { sequence } of client.events({ keeper })) if (sequence === 2) break
    assert.deepEqual(kept, [1], 'the second was not handled to its end')
  })
})
