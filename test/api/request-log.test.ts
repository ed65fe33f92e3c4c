/** The log of requests: what stands in it, whose it is, how it is written down and how long it is kept. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { rotateRequestLog } from '../../src/features/observability/requests/start-request-log.ts'
import { partitionsOf } from '../../src/platform/partition-queries.ts'
import { startTestApp, type Body, type TestApp } from '../harness/app.ts'

const day = 24 * 3_600_000

describe('the log of requests', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp()
  })
  after(() => t?.close())

  async function logs(query: string, key: string): Promise<Body[]> {
    await t.logRequests()
    const { status, body, text } = await t.get(`/v1/usage/logs${query}`, { key })
    assert.equal(status, 200, text)
    return [...body['data']!]
  }

  /** What is counted is what is there. */
  async function assertCounted(of: string): Promise<void> {
    const { rows } = await sql`select * from request_count_differences(${of}::bigint)`.execute(t.db)
    assert.deepEqual(rows, [])
  }

  it('has every request of a key, newest first, with its own id', async () => {
    const of = await t.addWorkspace()
    await t.get('/v1/listings?limit=1', { key: of.liveKey, headers: { 'x-request-id': 'my-own-1' } })
    t.clock.advance(1000)
    await t.get('/v1/listings/999', { key: of.liveKey, headers: { 'user-agent': 'my-client/1.4' } })
    await t.get('/v1/listings', { key: of.sandboxKey })
    await t.get('/v1/listings', { key: null })
    const [second, first, ...more] = await logs('', of.liveKey)
    assert.deepEqual(more, [])
    assert.equal(first?.['requestId'], 'my-own-1')
    assert.equal(first?.['path'], '/v1/listings?limit')
    assert.equal(first?.['operationId'], 'listListings')
    assert.equal(first?.['statusCode'], 200)
    assert.equal(second?.['path'], '/v1/listings/999')
    assert.equal(second?.['errorCode'], 'not_found')
    assert.equal(second?.['userAgent'], 'my-client/1.4')
    assert.equal((await logs('', of.sandboxKey)).length, 1)
    const ids = async (query: string) =>
      (await logs(query, of.liveKey)).filter((row) => String(row['path']).startsWith('/v1/listings')).length
    assert.equal(await ids('?status=4xx'), 1)
    assert.equal(await ids('?operation=getListing,listGuests'), 1)
    assert.equal(await ids('?q=my-own'), 1)
    assert.equal(await ids('?q=%25'), 0)
    t.clock.advance(2 * 3_600_000)
    assert.equal(await ids('?range=1h'), 0)
    assert.equal(await ids('?range=7d'), 2)
  })

  it('holds no value of a query, header or body that was sent', async () => {
    const of = await t.addWorkspace()
    const secret = 'Zq7secretvalue0123456789'
    const headers = { 'x-request-id': of.liveKey, 'user-agent': `agent Bearer ${secret}`, 'x-other': secret }
    const sent = { key: of.liveKey, headers }
    await t.get(`/v1/listings?api_key=${secret}&limit=1`, sent)
    await t.get(`/v1/connect/sessions/${secret}/listing-options`, sent)
    await t.post('/v1/connect/smoobu', { apiKey: secret, apiSecret: secret }, sent)
    await t.post('/v1/webhooks', { url: `https://u:${secret}@example.com/${secret}`, events: ['*'] }, sent)
    await t.logRequests()
    const { rows } = await sql<{ text: string }>`
      select r::text as text from request_log r where workspace_id = ${of.id}`.execute(t.db)
    assert.ok(rows.length >= 3)
    for (const { text } of rows) {
      assert.ok(!text.includes(secret), text)
      assert.ok(!text.includes(of.liveKey), text)
    }
  })

  it('is written down many at a time', async () => {
    const of = await t.addWorkspace()
    await t.logRequests()
    for (let sent = 0; sent < 500; sent += 1) await t.get('/v1/usage/tier', { key: of.liveKey })
    await t.logRequests()
    // Rows that one statement wrote have one transaction.
    const { rows } = await sql<{ n: string; batches: string }>`
      select count(*) as n, count(distinct xmin::text) as batches from request_log
      where workspace_id = ${of.id}`.execute(t.db)
    assert.deepEqual(rows, [{ n: '500', batches: '1' }])
  })

  it('tells how many there are, whatever is asked for', async () => {
    const of = await t.addWorkspace()
    const now = t.clock.now().getTime()
    const lines = Array.from({ length: 90 }, (_, n) => ({
      operation: ['listGuests', 'getGuest', 'listReviews'][n % 3] ?? '',
      status: [200, 404, 204, 503][n % 4] ?? 0,
      at: new Date(now - ((n * 7919) % 40) * 0.9 * day - n * 60_000),
    }))
    for (const { operation, status, at } of lines)
      await sql`
        insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status, latency_ms, created_at)
        values (${of.id}, gen_random_uuid(), 'counted', 1, 'GET', '/v1/guests', ${operation}, ${status}, 3, ${at})`.execute(
        t.db,
      )
    const ranges = { '1h': 1 / 24, '24h': 1, '7d': 7, '30d': 30 }
    for (const [range, days] of Object.entries(ranges))
      for (const operations of [undefined, ['listGuests'], ['listReviews', 'getGuest'], ['listMembers']])
        for (const family of [undefined, 2, 4, 5]) {
          const matching = lines
            .filter(({ at }) => at.getTime() >= t.clock.now().getTime() - days * day)
            .filter(({ operation }) => operations?.includes(operation) ?? true)
            .filter(({ status }) => family === undefined || Math.floor(status / 100) === family)
            .map(({ at }) => at.toISOString())
            .toSorted()
            .toReversed()
          const query = new URLSearchParams({
            range,
            limit: '7',
            ...(operations ? { operation: operations.join(',') } : {}),
            ...(family ? { status: `${family}xx` } : {}),
          }).toString()
          const found: string[] = []
          for (let after = ''; ;) {
            const { body } = await t.get(`/v1/usage/logs?${query}${after}`, { key: of.liveKey })
            const { total, nextCursor } = body['pagination'] as unknown as {
              total: number
              nextCursor: string | null
            }
            found.push(...[...body['data']!].map((row) => String(row['createdAt'])))
            assert.equal(total, matching.length, query)
            if (nextCursor === null) break
            after = `&cursor=${nextCursor}`
          }
          assert.deepEqual(found, matching, query)
        }
    await assertCounted(of.id)
  })

  it('is kept by the day, for as long as the setting says', async () => {
    const of = await t.addWorkspace()
    await t.get('/v1/listings', { key: of.liveKey })
    await t.logRequests()
    await Promise.all([rotateRequestLog(t.services), rotateRequestLog(t.services)])
    const first = await partitionsOf(t.db, 'request_log')
    assert.equal(first.length, 4)
    assert.equal((await logs('?q=listListings', of.liveKey)).length, 1)
    t.clock.advance(29 * day)
    await rotateRequestLog(t.services)
    assert.equal((await logs('?range=30d&q=listListings', of.liveKey)).length, 1)
    t.clock.advance(2 * day)
    await rotateRequestLog(t.services)
    assert.ok(!(await partitionsOf(t.db, 'request_log')).includes(first[0] ?? ''))
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from request_log
      where workspace_id = ${of.id} and operation_id = 'listListings'`.execute(t.db)
    assert.equal(rows[0]?.n, '0')
    const counted = async () =>
      (await t.get('/v1/usage/logs?range=30d', { key: of.liveKey })).body['pagination']
    assert.equal((await counted())?.['total'], 0)
    await assertCounted(of.id)
    // Of a day for which no partition was made.
    for (const ago of [29.9, 30.1])
      await sql`
        insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status, latency_ms, created_at)
        values (${of.id}, gen_random_uuid(), 'old', 1, 'GET', '/v1/guests', 'listGuests', 200, 3,
                ${new Date(t.clock.now().getTime() - ago * day)})`.execute(t.db)
    await rotateRequestLog(t.services)
    assert.equal((await counted())?.['total'], 1)
    await assertCounted(of.id)
  })
})
