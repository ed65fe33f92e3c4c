/** The operator's way to load markets by requests: with the one key of the server, all of the files or nothing. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { LoadedMarket, OperatedMarket } from '../../src/contract/market-loading.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { small, textsOf } from './world.ts'

const operatorKey = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw5'
const texts = textsOf(small)

describe('markets that the operator loads by requests', () => {
  let t: TestApp
  before(async () => void (t = await startTestApp({ env: { OPERATOR_API_KEY: operatorKey } })))
  after(() => t?.close())

  const put = async (
    url: string,
    payload: unknown,
    headers: Record<string, string> = {},
    key = operatorKey,
  ) => {
    const answer = await t.raw({
      ...{ method: 'PUT', url: `/v1/operator/markets/${url}`, payload: payload as never },
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    return {
      status: answer.statusCode,
      text: answer.body,
      body: JSON.parse(answer.body) as Record<string, never>,
    }
  }
  const form = (files: Record<string, string | Buffer>) => {
    const data = new FormData()
    for (const [name, content] of Object.entries(files))
      data.append(name, new Blob([content as never]), `${name}.csv`)
    return data
  }
  const load = (files: Record<string, string | Buffer>, query = 'country=PT&currency=EUR', city = 'Lisbon') =>
    put(`${city}?${query}`, form(files))
  const errorOf = ({ body }: { body: Record<string, never> }) =>
    body['error'] as unknown as Record<string, unknown>
  const listed = async () =>
    (await t.get('/v1/operator/markets', { key: operatorKey })).body['data'] as unknown as OperatedMarket[]

  it('are loaded whole, and the same files again are not read', async () => {
    const files = {
      listings: gzipSync(texts.listings),
      calendar: gzipSync(texts.calendar),
      reviews: texts.reviews,
    }
    const first = await load(files)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(first.body as unknown as LoadedMarket, {
      ...{ city: 'Lisbon', snapshotDate: '2026-06-01', unchanged: false },
      ...{ listings: 60, nights: 3600, reviews: 300, priceFrom: 'calendar' },
      leftOut: { count: 0, first: [] },
    })
    const id = async () =>
      (await sql<{ id: string }>`select snapshot_id as id from markets`.execute(t.db)).rows[0]?.id
    const before = await id()
    const again = (await load(files)).body as unknown as LoadedMarket
    assert.deepEqual([again.unchanged, again.listings, again.nights], [true, 60, null])
    assert.equal(await id(), before)
    assert.equal(
      (await load({ ...files, reviews: `${texts.reviews}` }, 'country=PT&currency=EUR&date=2026-06-01'))
        .status,
      200,
    )
    assert.deepEqual(
      (await listed()).map(({ city, snapshots, listings, loading, snapshotDate }) => [
        ...[city, snapshots, listings, loading, snapshotDate],
      ]),
      [['Lisbon', 1, 60, null, '2026-06-01']],
    )
    assert.equal((await t.get('/v1/markets/Lisbon')).status, 200)
    const lines = await t.get('/v1/audit?action=loadMarket')
    assert.equal([...lines.body['data']!].length, 2)
    assert.equal(String(lines.body['data']![0]!['actor']!['id']), 'operator:api')
  })

  it('leave nothing of what a killed server had received, once that is a day old', async () => {
    const [old, young] = await Promise.all(
      ['old', 'young'].map((n) => mkdtemp(path.join(tmpdir(), `lodgewire-market-${n}`))),
    )
    await writeFile(path.join(old ?? '', 'listings'), 'x')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(old ?? '', yesterday, yesterday)
    assert.equal((await load({ calendar: texts.calendar })).status, 400)
    const names = await readdir(tmpdir())
    assert.deepEqual(
      [old, young].map((folder) => names.includes(path.basename(folder ?? ''))),
      [false, true],
    )
    await rm(young ?? '', { recursive: true })
  })

  it('are loaded one at a time', async () => {
    const faro = () => load({ listings: texts.listings }, 'country=PT&currency=EUR', 'Faro')
    const answers = await Promise.all([faro(), faro()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 429])
    assert.match(answers.map(({ text }) => text).join(), /rate_limit_exceeded/)
    const remove = () => t.delete('/v1/operator/markets/FARO', { key: operatorKey })
    assert.deepEqual((await remove()).body as unknown, { city: 'Faro', snapshots: 1, events: 0 })
    assert.equal((await remove()).status, 404)
  })

  it('that come while another is loaded are answered, however large they are', async () => {
    const origin = await t.listen()
    const first = connect(Number(new URL(origin).port), '127.0.0.1')
    const boundary = '--b\r\nContent-Disposition: form-data; name="listings"; filename="a.csv"\r\n\r\nid'
    const head = [
      'PUT /v1/operator/markets/Faro?country=PT&currency=EUR HTTP/1.1',
      ...['host: a', `authorization: Bearer ${operatorKey}`, 'content-length: 10000000'],
      'content-type: multipart/form-data; boundary=b',
    ]
    first.write(`${head.join('\r\n')}\r\n\r\n${boundary}`)
    await until('the first to be taken in', async () =>
      (await readdir(tmpdir())).some((name) => name.startsWith('lodgewire-market-')),
    )
    try {
      const large = new FormData()
      large.append('listings', new Blob(['x'.repeat(24 * 1024 * 1024)]), 'listings.csv')
      const address = `${origin}/v1/operator/markets/Faro?country=PT&currency=EUR`
      const headers = { authorization: `Bearer ${operatorKey}` }
      const second = await fetch(address, { method: 'PUT', body: large, headers })
      assert.equal(second.status, 429)
      assert.match(await second.text(), /rate_limit_exceeded/)
    } finally {
      first.destroy()
    }
    await until('the first to be let go', async () =>
      (await readdir(tmpdir())).every((name) => !name.startsWith('lodgewire-market-')),
    )
  })

  it('that are being loaded say how far it is', async () => {
    await sql`
      with begun as (insert into market_snapshots (market_id, taken_on, loaded_at, bytes_read, bytes)
        select id, '2026-07-01', ${t.clock.now()}, 10, 100 from markets returning id)
      select id from begun`.execute(t.db)
    const [market] = await listed()
    assert.deepEqual(market?.loading, { since: t.clock.now().toISOString(), bytesRead: 10, bytes: 100 })
    assert.deepEqual([market?.snapshots, market?.snapshotDate], [1, '2026-06-01'])
    await sql`delete from market_snapshots where not complete`.execute(t.db)
  })

  it('that are broken are answered with file, line and column, and leave nothing', async () => {
    const rows = async () =>
      (
        await sql`select (select count(*) from market_listings) as listings, (select count(*) from market_snapshots) as snapshots,
          (select count(*) from markets) as markets`.execute(t.db)
      ).rows
    const before = await rows()
    const bad = texts.listings
      .split('\n')
      .map((row, at) => (at === 6 ? row.replace(/"\$[\d,.]+"/, '"$12.x"') : row))
    const cases: [Parameters<typeof load>, number, Record<string, unknown>][] = [
      [
        [{ listings: `id${',a'.repeat(1_000)}\n` }],
        400,
        { code: 'invalid_body', field: 'listings.csv', line: 1 },
      ],
      [
        [{ listings: bad.join('\n') }],
        400,
        { code: 'invalid_body', field: 'listings.csv', line: 7, column: 'price' },
      ],
      [[{ listings: texts.listings, calendar: 'a,b\n' }], 400, { field: 'calendar.csv', line: 1 }],
      [[{ listings: gzipSync(texts.listings).subarray(0, 900) }], 400, { field: 'listings.csv' }],
      [[{ calendar: texts.calendar }], 400, { field: 'listings' }],
      [
        [{ listings: texts.listings, prices: 'x' }],
        400,
        { field: 'prices', valid_values: ['listings', 'calendar', 'reviews'] },
      ],
      [[{ listings: texts.listings }, 'country=PT'], 400, { code: 'invalid_params', field: 'currency' }],
      [
        [{ listings: texts.listings }, 'country=Portugal&currency=EUR'],
        400,
        { code: 'invalid_params', field: 'country' },
      ],
      [
        [{ listings: texts.listings }, 'country=PT&currency=ABC'],
        400,
        { code: 'invalid_params', field: 'currency' },
      ],
      [[{ listings: texts.listings }, 'country=PT&currency=EUR&date=2026-02-30'], 400, { field: 'date' }],
      [[{ listings: texts.listings }, 'country=PT&currency=EUR&town=x'], 400, { code: 'unknown_params' }],
      [
        [{ listings: texts.listings }, 'country=PT&currency=EUR', 'browse'],
        400,
        { code: 'invalid_param', field: 'city' },
      ],
      [
        [{ listings: texts.listings }, 'country=ES&currency=EUR', 'Lisbon'],
        400,
        { code: 'invalid_params', field: 'country' },
      ],
    ]
    for (const [of, status, expected] of cases) {
      const [files, query = 'country=PT&currency=EUR', city = 'Porto'] = of
      const answer = await load(files, query, city)
      assert.equal(answer.status, status, answer.text)
      for (const [name, value] of Object.entries(expected))
        assert.deepEqual(errorOf(answer)[name], value, answer.text)
    }
    const json = await put('Porto?country=PT&currency=EUR', '{}', { 'content-type': 'application/json' })
    assert.deepEqual([json.status, errorOf(json)['code']], [415, 'unsupported_media_type'])
    const half = '--b\r\nContent-Disposition: form-data; name="listings"; filename="a.csv"\r\n\r\nid'
    for (const [body, type] of [
      ['x', 'multipart/form-data'],
      [half, 'multipart/form-data; boundary=b'],
    ] as const) {
      const answer = await put('Porto?country=PT&currency=EUR', body, { 'content-type': type })
      assert.deepEqual([answer.status, errorOf(answer)['code']], [400, 'invalid_body'], answer.text)
    }
    assert.deepEqual(await rows(), before)
    assert.ok(!(await readdir(tmpdir())).some((name) => name.startsWith('lodgewire-market-')))
  })

  it('are counted by nights, however often a night stands there', async () => {
    const [head = '', night = ''] = texts.calendar.split('\n')
    const calendar = [head, ...Array.from({ length: 500 }, () => night)].join('\n')
    const { status, text, body } = await load({ listings: texts.listings, calendar }, undefined, 'Braga')
    assert.equal(status, 200, text)
    assert.equal((body as unknown as LoadedMarket).nights, 1)
    assert.equal((await t.delete('/v1/operator/markets/Braga', { key: operatorKey })).status, 200)
  })

  it('have events of files, which can be taken back', async () => {
    const csv = 'title,date,rank\nFair,2026-07-04,60\n'
    const send = (text: string, query = 'source=town', type = 'text/csv') =>
      put(`Lisbon/events?${query}`, text, { 'content-type': type })
    const first = await send(csv)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(first.body as unknown, {
      ...{ city: 'Lisbon', source: 'town', events: 1, added: 1, changed: 0, removed: 0, outside: 0 },
      leftOut: { count: 0, first: [] },
    })
    assert.equal(Number((await send(csv)).body['added']), 0)
    assert.deepEqual((await listed())[0]?.eventFiles, [{ source: 'town', events: 1 }])
    for (const [answer, status, field] of [
      [await send('title,date,rank\nFair,2026-07-04,x\n'), 400, 'town'],
      [await send(csv, 'source=town&timeZone=Mars/Base'), 400, 'timeZone'],
      [await send(csv, 'source=%3Cb%3E'), 400, 'source'],
      [await send(csv, 'timeZone=UTC'), 400, 'source'],
      [await put('Porto/events?source=town', csv, { 'content-type': 'text/csv' }), 404, 'city'],
    ] as const) {
      assert.equal(answer.status, status, answer.text)
      assert.equal(errorOf(answer)['field'], field, answer.text)
    }
    const large = await send(`${csv}${'x'.repeat(9 * 1024 * 1024)}`)
    assert.equal(large.status, 413, large.text.slice(0, 300))
    const forget = (source: string) =>
      t.delete(`/v1/operator/markets/Lisbon/events?source=${source}`, { key: operatorKey })
    assert.equal(Number((await forget('town')).body['removed']), 1)
    assert.equal(Number((await forget('town')).body['removed']), 0)
    assert.equal(
      (await t.delete('/v1/operator/markets/Porto/events?source=a', { key: operatorKey })).status,
      404,
    )
  })

  it('are nobody else’s to load, and not there without the key of an operator', async () => {
    for (const url of ['Faro?country=PT&currency=EUR', 'Lisbon/events?source=town']) {
      for (const key of [t.liveKey, t.sandboxKey, `${operatorKey}5`, '']) {
        const answer = await put(url, form({ listings: texts.listings }), {}, key)
        assert.equal(answer.status, 401, answer.text)
      }
    }
    assert.equal((await t.get('/v1/operator/markets')).status, 401)
    assert.equal(
      (await t.call('POST', '/v1/operator/markets/Faro', { key: operatorKey, body: {} })).status,
      405,
    )
    assert.equal((await listed()).length, 1)
    const without = await startTestApp()
    try {
      const answer = await without.raw({
        ...{ method: 'PUT', url: '/v1/operator/markets/Faro?country=PT&currency=EUR' },
        headers: { authorization: `Bearer ${operatorKey}` },
        payload: form({ listings: texts.listings }) as never,
      })
      assert.equal(answer.statusCode, 404, answer.body)
    } finally {
      await without.close()
    }
  })
})
