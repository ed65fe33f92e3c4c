import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { memorySession } from './auth/memory-session.ts'
import { bearerToken } from './auth/static.ts'
import type { AuthStrategy } from './auth/auth.ts'
import type { CallRecord } from './exchange.ts'
import { createVendorHttp, type VendorHttpOptions } from './vendor-line.ts'
import type { VendorClient } from './http.ts'
import { memoryBudget } from './ratelimit.ts'
import { VendorError } from './vendor-error.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Serves a vendor that gives the answers in order and repeats the last one. */
async function vendor(answers: Answer[], options: Partial<VendorHttpOptions> = {}) {
  const requests: { method: string; url: string; authorization: string; userAgent: string; body: string }[] =
    []
  const server = createServer((request, response) => {
    // The client's fake clock would differ from this server's Date.
    response.sendDate = false
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      requests.push({
        method,
        url,
        authorization: headers.authorization ?? '',
        userAgent: headers['user-agent'] ?? '',
        body: Buffer.concat(chunks).toString(),
      })
      answer?.(request, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let time = Date.parse('2026-05-01T12:00:00Z')
  const started = time
  const calls: CallRecord[] = []
  const sleep = async (ms: number) => void (time += ms)
  const client: VendorClient = createVendorHttp({
    baseUrl: origin,
    auth: bearerToken('token-of-the-account'),
    session: memorySession(),
    budget: memoryBudget({ now: () => time, sleep }),
    rateLimits: [],
    identity: 'test:1',
    timeoutMs: 5000,
    log: { debug: () => {}, warn: () => {} },
    now: () => new Date(time),
    sleep,
    random: () => 0.5,
    onCall: (call) => void calls.push(call),
    ...options,
  })
  closers.push(async () => {
    await client.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return { client, port: new URL(origin).port, requests, calls, waitedMs: () => time - started }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
const fine = json(200, { ok: true })

async function failure(work: Promise<unknown>): Promise<VendorError> {
  const error = await work.then(
    (value) => assert.fail(`no failure but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof VendorError, String(error))
  return error
}

describe('vendor client', () => {
  it('sends what is given as a form as one', async () => {
    const types: (string | undefined)[] = []
    const note: Answer = (request, response) => {
      types.push(request.headers['content-type'])
      fine(request, response)
    }
    const { client, requests } = await vendor([note])
    await client.post('/a', { body: new URLSearchParams({ b: 'x y&z' }) })
    await client.post('/a', { body: { b: 'x' } })
    assert.deepEqual(
      requests.map(({ body }) => body),
      ['b=x+y%26z', '{"b":"x"}'],
    )
    assert.deepEqual(types, ['application/x-www-form-urlencoded', 'application/json'])
  })

  it('calls another origin of the vendor, except where one address stands for all', async () => {
    const other = await vendor([fine])
    const own = await vendor([fine])
    const origin = `http://127.0.0.1:${other.port}`
    await own.client.get('/hooks', { origin })
    assert.deepEqual([own.requests.length, other.requests.map(({ url }) => url)], [0, ['/hooks']])
    const elsewhere = await vendor([fine], { isElsewhere: true })
    await elsewhere.client.delete('/hooks/1', { origin })
    assert.deepEqual([elsewhere.requests.length, other.requests.length], [1, 1])
  })

  it('sends the idempotency key of a call, and none with others', async () => {
    const keys: unknown[] = []
    const { client } = await vendor([
      (request, response) => {
        keys.push(request.headers['idempotency-key'])
        fine(request, response)
      },
    ])
    await client.post('/a', { body: {}, idempotencyKey: 'once' })
    await client.post('/a', { body: {} })
    assert.deepEqual(keys, ['once', undefined])
  })

  it('sends the proof, the query and the body, and leaves out what is not set', async () => {
    const { client, requests } = await vendor([fine])
    await client.get('/a', { query: { limit: 5, name: 'x y', none: undefined, nothing: null, on: true } })
    await client.post('/b', { body: { a: 1 } })
    assert.deepEqual(
      requests.map(({ method, url, body }) => [method, url, body]),
      [
        ['GET', '/a?limit=5&name=x+y&on=true', ''],
        ['POST', '/b', '{"a":1}'],
      ],
    )
    assert.equal(requests[0]?.authorization, 'Bearer token-of-the-account')
    assert.match(requests[0]?.userAgent ?? '', /^Lodgewire\/\d+\.\d+\.\d+$/)
  })

  it('waits as told: seconds, a date, milliseconds', async () => {
    const headers = [
      [{ 'retry-after': '7' }, 7000],
      [{ 'retry-after': 'Fri, 01 May 2026 12:00:30 GMT' }, 30_000],
      [{ 'retry-after-ms': '1500' }, 1500],
    ] as const
    for (const [header, waitMs] of headers) {
      const { client, requests, waitedMs } = await vendor([json(429, {}, header), fine])
      assert.deepEqual(await client.get('/a'), { ok: true })
      assert.equal(requests.length, 2)
      assert.ok(waitedMs() >= waitMs && waitedMs() < waitMs + 1000, `${waitedMs()} instead of ${waitMs}`)
    }
  })

  it('does not sit through a long wait but says how long it is', async () => {
    const { client, requests, waitedMs } = await vendor([json(429, {}, { 'retry-after': '3600' }), fine])
    const error = await failure(client.get('/a'))
    assert.deepEqual([error.kind, error.retryAfterMs], ['rate_limited', 3_600_000])
    // No other call of this account goes out meanwhile.
    assert.equal((await failure(client.get('/b'))).kind, 'rate_limited')
    assert.equal(requests.length, 1)
    assert.equal(waitedMs(), 0)
  })

  it('tries reads again with growing pauses, and gives up', async () => {
    const { client, requests, calls, waitedMs } = await vendor([json(503, { message: 'down' })])
    const error = await failure(client.get('/a'))
    assert.deepEqual([error.kind, error.status], ['unavailable', 503])
    assert.equal(requests.length, 4)
    assert.deepEqual(
      calls.map(({ retries, failure: kind }) => [retries, kind]),
      [0, 1, 2, 3].map((n) => [n, 'unavailable']),
    )
    assert.equal(waitedMs(), 375 + 750 + 1500)
  })

  it('waits for what was just made', async () => {
    const { client, requests } = await vendor([json(404, {}), json(404, {}), fine])
    assert.deepEqual(await client.get('/a', { awaited: true }), { ok: true })
    assert.equal(requests.length, 3)
    const never = await vendor([json(404, {})])
    assert.equal((await failure(never.client.get('/a', { awaited: true }))).kind, 'unavailable')
    assert.equal((await failure(never.client.get('/a'))).kind, 'not_found')
  })

  it('asks for a token once where every one counts, and as often as for anything else where not', async () => {
    for (const [once, tries] of [
      [true, 1],
      [false, 4],
    ] as const) {
      const request = { method: 'POST', path: '/token', headers: {}, body: '', once } as const
      const auth: AuthStrategy = {
        secrets: [],
        sign: async (_request, context) => {
          await context.send(request)
          return null
        },
        refuses: () => false,
      }
      const { client, requests } = await vendor([json(500, {})], { auth })
      await failure(client.post('/a', { body: {} }))
      assert.deepEqual(
        requests.map(({ url }) => url),
        Array.from({ length: tries }, () => '/token'),
      )
    }
  })

  it('asks again by POST where that only reads', async () => {
    const { client, requests } = await vendor([json(500, {}), fine])
    assert.deepEqual(await client.post('/read', { body: { a: 1 }, safe: true }), { ok: true })
    assert.equal(requests.length, 2)
  })

  it('gives the same object for the same lane', async () => {
    const { client } = await vendor([fine])
    assert.equal(client.lane('guest'), client.lane('guest'))
    assert.notEqual(client.lane('guest'), client.lane('history'))
  })

  it('sends a write once when it may have been acted on, and again when it was refused', async () => {
    const broken = await vendor([json(500, {}), fine])
    assert.equal((await failure(broken.client.post('/a', { body: {} }))).kind, 'unavailable')
    assert.equal(broken.requests.length, 1)
    const busy = await vendor([json(429, {}, { 'retry-after': '1' }), fine])
    assert.deepEqual(await busy.client.put('/a', { body: {} }), { ok: true })
    assert.equal(busy.requests.length, 2)
  })

  it('classifies what cannot be read', async () => {
    const answers: Answer[] = [
      (_request, response) => void response.writeHead(200).end('{"result":[1,2'),
      (_request, response) => void response.writeHead(302, { location: 'http://example.com/' }).end(),
    ]
    for (const answer of answers) {
      const { client } = await vendor([answer])
      assert.equal((await failure(client.get('/a'))).kind, 'malformed')
    }
  })

  it('stops reading an answer that is too large', async () => {
    const { client } = await vendor([json(200, { text: 'x'.repeat(10_000) })], { maxBodyBytes: 5000 })
    const error = await failure(client.get('/a'))
    assert.equal(error.kind, 'malformed')
    assert.match(error.message, /larger than 5000/)
  })

  it('reads an empty success', async () => {
    const { client } = await vendor([(_request, response) => void response.writeHead(204).end()])
    assert.equal(await client.delete('/a'), undefined)
  })

  it('classifies refusals and passes on the words of the vendor, without secrets', async () => {
    const words = 'no: Bearer token-of-the-account is not allowed'
    const kinds = [
      [400, 'rejected'],
      [401, 'credentials'],
      [403, 'rejected'],
      [404, 'not_found'],
      [410, 'not_found'],
      [422, 'rejected'],
    ] as const
    for (const [status, kind] of kinds) {
      const { client, requests } = await vendor([json(status, { message: words })], {
        signals: { messageOf: (body) => (body as { message: string }).message },
      })
      const error = await failure(client.get('/a'))
      assert.equal(error.kind, kind)
      assert.equal(requests.length, 1)
      assert.match(error.vendorMessage ?? '', /is not allowed/)
      assert.ok(!JSON.stringify([error.message, error.vendorMessage]).includes('token-of-the-account'))
    }
  })

  it("believes the vendor's own signals more than the status", async () => {
    const limited = { verdictOf: () => ({ kind: 'rate_limited' as const, retryAfterMs: 120_000 }) }
    const { client } = await vendor([json(200, { status: 'fail' })], { signals: limited })
    const error = await failure(client.get('/a'))
    assert.deepEqual([error.kind, error.retryAfterMs], ['rate_limited', 120_000])
  })

  it('says when nobody answers', async () => {
    const { client } = await vendor([fine], { baseUrl: 'http://127.0.0.1:1' })
    assert.equal((await failure(client.get('/a'))).kind, 'unavailable')
  })

  it('renews a refused proof once, and signs every try anew', async () => {
    let proof = 1
    const auth: AuthStrategy = {
      secrets: [],
      sign: async (request) => {
        request.headers.authorization = `Proof ${proof}`
        return String(proof)
      },
      refuses: ({ status }) => status === 403,
      renew: async () => void (proof += 1),
    }
    const once = await vendor([json(403, {}), fine], { auth })
    assert.deepEqual(await once.client.get('/a'), { ok: true })
    assert.deepEqual(
      once.requests.map(({ authorization }) => authorization),
      ['Proof 1', 'Proof 2'],
    )
    for (const [words, kind] of [
      ['The token has expired', 'reauth'],
      ['Forbidden', 'rejected'],
    ]) {
      const always = await vendor([json(403, { message: words })], { auth })
      assert.equal((await failure(always.client.get('/a'))).kind, kind)
      assert.equal(always.requests.length, 2)
    }
  })
})
