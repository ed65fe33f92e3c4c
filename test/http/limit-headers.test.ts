/** The limits in the headers of every answer of a real server, the odd ones too. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertWorkspace, type TestWorkspace } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { assertLimitHeaders } from '../harness/limit-headers.ts'
import { exchange } from '../harness/raw-socket.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { head } from './world.ts'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

describe('the headers of limits', () => {
  let made: TestDatabase
  let database: Database
  let server: ServerProcess
  let of: TestWorkspace
  const { folder, remove } = testFolder()
  before(async () => {
    made = await createTestDatabase()
    database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
    server = await startServerProcess(folder, {
      ...{ DATABASE_URL: made.url, ROLES: 'api', METRICS_TOKEN: 'a-token-for-prometheus-1' },
    })
    of = await insertWorkspace(database.kysely, { plan: 'starter' })
  })
  after(async () => {
    await server?.stop()
    await database?.close()
    await made?.drop()
    remove()
  })

  async function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
    const request = http.request(`${server.baseUrl}${path}`, { method, headers, agent: false })
    request.end(body)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  }
  const key = () => ({ authorization: `Bearer ${of.liveKey}` })
  const json = { 'content-type': 'application/json' }

  const cases: [what: string, status: number, path: string, sent?: () => Sent][] = [
    ['a list', 200, '/v1/listings', () => ({ headers: key() })],
    ['HEAD', 200, '/v1/listings', () => ({ method: 'HEAD', headers: key() })],
    [
      'something made',
      201,
      '/v1/schema/custom',
      () => ({
        ...{ method: 'POST', headers: { ...key(), ...json } },
        body: '{"name":"made","mappings":{"a":"id"}}',
      }),
    ],
    [
      'a preflight',
      204,
      '/v1/listings',
      () => ({
        ...{ method: 'OPTIONS' },
        headers: { origin: 'https://example.com', 'access-control-request-method': 'GET' },
      }),
    ],
    ['a parameter that is not there', 400, '/v1/listings?surprise=1', () => ({ headers: key() })],
    ['no JSON', 400, '/v1/webhooks', () => ({ method: 'POST', headers: { ...key(), ...json }, body: '{' })],
    ['no key', 401, '/v1/listings'],
    ['a key that nobody has', 401, '/v1/listings', () => ({ headers: { 'x-api-key': 'sk_live_nobody' } })],
    ['what only a sandbox has', 403, '/v1/sandbox/seed', () => ({ method: 'POST', headers: key() })],
    ['a record that is not there', 404, '/v1/listings/1', () => ({ headers: key() })],
    ['a path that is not there', 404, '/v1/nope', () => ({ headers: key() })],
    ['the same without a key', 404, '/nope'],
    ['another method', 405, '/v1/listings', () => ({ method: 'PATCH', headers: key() })],
    ['a method that nothing has', 405, '/v1/listings', () => ({ method: 'PROPFIND', headers: key() })],
    [
      'too large a body',
      413,
      '/v1/webhooks',
      () => ({ method: 'POST', headers: { ...key(), ...json }, body: ' '.repeat(1_100_000) }),
    ],
    [
      'no JSON by its type',
      415,
      '/v1/webhooks',
      () => ({ method: 'POST', headers: { ...key(), 'content-type': 'text/plain' }, body: 'x' }),
    ],
    ['an expectation', 417, '/v1/listings', () => ({ headers: { ...key(), expect: 'the-moon' } })],
    [
      'what was understood and is not possible',
      422,
      '/v1/kv?prefix=',
      () => ({ method: 'DELETE', headers: key() }),
    ],
    ['an operation that is not built', 501, '/v1/connect/vrbo-login/session', () => ({ headers: key() })],
    ['the health', 200, '/v1/health'],
    ['the docs', 200, '/docs'],
    ['the metrics of a stranger', 401, '/metrics'],
    ['an address that moved', 302, '/sign-in'],
    ['a calendar that is not there', 404, `/ical/${'a'.repeat(40)}.ics`],
  ]
  for (const [what, status, path, sent] of cases) {
    it(`are there on ${status}: ${what}`, async () => {
      const answer = await ask(path, sent?.())
      assert.equal(answer.status, status, answer.text)
      assertLimitHeaders(answer, what)
    })
  }

  it('tell what is left of the window of the address where an answer counts against it, and of none where it does not', async () => {
    const left = async (path: string, sent?: Sent) =>
      Number((await ask(path, sent)).headers['x-ratelimit-remaining'])
    const refused = { method: 'PROPFIND' }
    const first = await left('/v1/listings')
    assert.equal(await left('/v1/listings'), first - 1)
    assert.equal(await left('/v1/listings', refused), first - 2)
    const whole = await left('/v1/nope')
    assert.ok(whole > first)
    assert.equal(await left('/v1/nope'), whole)
    assert.equal(await left('/v1/listings'), first - 3)
  })

  it('are there on 304', async () => {
    const page = await ask('/docs')
    const headers = { 'if-none-match': String(page.headers.etag) }
    const again = await ask('/docs', { headers })
    assert.equal(again.status, 304)
    assertLimitHeaders(again, 'a page')
  })

  it('are there on what never became a request', async () => {
    for (const [what, bytes] of [
      ['nonsense', 'hello there\r\n\r\n'],
      ['a tunnel', head('CONNECT example.com:443 HTTP/1.1')],
      ['a header that is too large', head('GET / HTTP/1.1', { 'x-a': 'a'.repeat(20_000) })],
      ['two hosts', 'GET /v1/listings HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ] as const) {
      assertLimitHeaders(await exchange(server.baseUrl, bytes), what)
    }
  })

  it('tell of a key’s quotas whatever its request is answered', async () => {
    for (const path of ['/v1/listings', '/v1/listings/1', '/v1/listings?surprise=1']) {
      const { headers } = await ask(path, { headers: key() })
      assert.match(
        String(headers['ratelimit']),
        /^"burst";r=\d+;t=60, "daily";r=\d+;t=\d+, "monthly";r=\d+;t=\d+, "daily_ai";r=1000;t=\d+$/,
      )
      assert.match(
        String(headers['ratelimit-policy']),
        /^"burst";q=600;w=60, "daily";q=25000;w=86400, "monthly";q=100000;w=\d+, "daily_ai";q=1000;w=86400$/,
      )
      assert.equal(headers['x-ratelimit-limit-daily'], '25000')
    }
  })

  it('are there on 5xx: a fault, a database that is away', async () => {
    // A fault: a table that is gone.
    await database.pool.query('alter table webhooks rename to webhooks_away')
    const broken = await ask('/v1/webhooks', { headers: key() })
    await database.pool.query('alter table webhooks_away rename to webhooks')
    assert.equal(broken.status, 500, broken.text)
    assertLimitHeaders(broken, 'a fault')
    await database.close()
    await made.drop()
    const away = await until('the database to be away', async () => {
      const answer = await ask('/v1/listings', { headers: key() })
      return answer.status >= 500 ? answer : null
    })
    assertLimitHeaders(away, 'a database that is away')
    for (const path of ['/v1/health/ready', '/v1/health/channels/airbnb']) {
      const answer = await ask(path)
      assert.ok(answer.status >= 500, answer.text)
      assertLimitHeaders(answer, path)
    }
  })
})
