/** What Prometheus is told, to whom, and what it costs when nobody asks. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createHttpServer } from '../../src/features/http-server.ts'
import { conditionGauges } from '../../src/features/observability/conditions/condition-gauges.ts'
import { openMetrics } from '../../src/features/observability/metrics/open-metrics.ts'
import { serveMetrics } from '../../src/features/observability/metrics/serve.ts'
import type { Metrics } from '../../src/features/observability/metrics/metrics.ts'
import { loadConfig } from '../../src/platform/config.ts'
import type { Database as Tables } from '../../src/platform/schema.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { skipWithMovedClock } from '../harness/moved-clock.ts'
import { until } from '../harness/until.ts'
import { emit } from '../webhooks/events.ts'

const token = 'a-token-for-prometheus-1'
const isLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('prom-client'))

/** The value of a line, by its name and labels. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('metrics', () => {
  let t: TestApp
  let metrics: Metrics
  let app: Awaited<ReturnType<typeof createHttpServer>>['app']
  before(async () => {
    t = await startTestApp()
    assert.equal(await openMetrics(t.services), null)
    assert.ok(!isLoaded(), 'loaded although nobody asks for metrics')
    const services = { ...t.services, config: loadConfig({ METRICS_TOKEN: token }, null) }
    const opened = await openMetrics(services)
    assert.ok(opened)
    metrics = opened
    app = (await createHttpServer(services, { strictReplies: true, metrics })).app
  })
  after(async () => {
    await app?.close()
    await t?.close()
  })

  const get = (url: string, authorization?: string) =>
    app.inject({ url, headers: authorization === undefined ? {} : { authorization } })
  const read = async () => {
    const answer = await get('/metrics', `Bearer ${token}`)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.match(String(answer.headers['content-type']), /^text\/plain/)
    return answer.body
  }

  it('are not there unless they are asked for', async () => {
    assert.equal((await t.get('/metrics')).status, 404)
  })

  it('are read with the token alone', async () => {
    for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${t.liveKey}`, token]) {
      const answer = await get('/metrics', wrong)
      assert.equal(answer.statusCode, 401, String(wrong))
      assert.equal(answer.json<{ error: { code: string } }>().error.code, 'unauthorized')
    }
    await read()
  })

  it('count requests by route and status, and name nobody', async () => {
    const of = await t.addWorkspace()
    const key = `Bearer ${of.liveKey}`
    for (const id of ['999', '998']) await get(`/v1/listings/${id}?api_key=${of.liveKey}`, key)
    await get('/v1/listings', key)
    await get('/v1/listings', 'Bearer sk_live_nobody')
    await get(`/no/such/${of.liveKey}`, key)
    const text = await read()
    const count = 'lodgewire_http_requests_total'
    assert.equal(valueOf(text, count, { method: 'GET', route: '/v1/listings', status: '200' }), 1)
    assert.equal(valueOf(text, count, { route: '/v1/listings', status: '401' }), 1)
    assert.equal(valueOf(text, count, { route: '/v1/listings/:id' }), 2)
    assert.equal(valueOf(text, count, { route: 'none', status: '404' }), 1)
    const name = 'lodgewire_http_request_duration_seconds'
    assert.equal(valueOf(text, `${name}_count`, { route: '/v1/listings' }), 2)
    assert.equal(valueOf(text, `${name}_bucket`, { route: '/v1/listings', le: '+Inf' }), 2)
    assert.ok(Number(valueOf(text, `${name}_sum`, { route: '/v1/listings' })) > 0)
    assert.ok(Number(valueOf(text, 'process_resident_memory_bytes')) > 1e6)
    assert.equal(valueOf(text, 'lodgewire_request_log_dropped_lines'), 0)
    for (const secret of [of.liveKey, 'sk_live', token, 'workspace', '/999', 'no/such'])
      assert.ok(!text.includes(secret), `${secret} is told`)
  })

  it('tell what waits, and go on when the database does not say', async () => {
    const of = await t.addWorkspace()
    await t.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] }, { key: of.liveKey })
    await emit(t, of.live, [{}, {}, {}])
    const depth = 'lodgewire_queue_depth'
    const text = await read()
    assert.equal(valueOf(text, depth, { queue: 'deliveries' }), 3)
    for (const queue of ['deliveries_waiting', 'sync_turns', 'calendar_pushes'])
      assert.equal(valueOf(text, depth, { queue }), 0, queue)
    const broken = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('away')) }),
    })
    const config = loadConfig({ METRICS_PORT: '0' }, null)
    const alone = await openMetrics({ ...t.services, pool: new pg.Pool(), config, db: broken })
    const said = (await alone?.text()) ?? ''
    assert.equal(valueOf(said, depth, { queue: 'deliveries' }), Number.NaN)
    assert.ok(Number(valueOf(said, 'process_resident_memory_bytes')) > 1e6)
    // Alarms notice that they are missing, and would take 0 for well.
    for (const { source, name } of conditionGauges)
      if (source !== 'disk') assert.ok(!said.includes(`\n${name}`), name)
  })

  const skip = skipWithMovedClock
  it('do not wait for tables that are locked, nor keep connections meanwhile', { skip }, async () => {
    const depth = 'lodgewire_queue_depth'
    const holder = await t.services.pool.connect()
    try {
      await holder.query('begin; lock table deliveries in access exclusive mode')
      const begun = performance.now()
      // More than there are connections: they are let go of when nobody waits any more.
      for (const text of await Promise.all(Array.from({ length: 25 }, read))) {
        assert.equal(valueOf(text, depth, { queue: 'deliveries' }), Number.NaN)
        assert.ok(Number(valueOf(text, 'process_resident_memory_bytes')) > 1e6)
      }
      // Prometheus waits for ten.
      const ms = performance.now() - begun
      assert.ok(ms < 9_000, `${ms} ms`)
      await until('the connections to be free', async () => (await t.get('/v1/listings')).status === 200)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await until(
      'the depth to be told again',
      async () => !Number.isNaN(valueOf(await read(), depth, { queue: 'deliveries' })),
    )
  })

  it('are served on a port of their own, by a process that answers nothing else', async () => {
    const { log } = t.services
    const open = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token: undefined, log })
    const closed = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token, log })
    const status = async (port: number, path: string, headers = {}) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    try {
      assert.equal(await status(open.port, '/metrics'), 200)
      assert.equal(await status(open.port, '/v1/health'), 404)
      assert.equal(await status(closed.port, '/metrics'), 401)
      assert.equal(await status(closed.port, '/metrics', { authorization: `Bearer ${token}` }), 200)
    } finally {
      await Promise.all([open.stop(), closed.stop()])
    }
    await assert.rejects(fetch(`http://127.0.0.1:${open.port}/metrics`))
  })
})
