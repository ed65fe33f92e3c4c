/** What vendors announce to end in their answers stands with the account and in the metrics, for any connector. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { Connection } from '../../src/contract/connection.ts'
import { openMetrics } from '../../src/features/observability/metrics/open-metrics.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { unlimited } from './world.ts'

async function openWorld(t: TestContext, vendor: string, simulator: RunningSimulator, url = simulator.url) {
  t.after(() => simulator.close())
  const app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { ...simulator.partner, VENDOR_BASE_URLS: `${vendor}=${url}` },
  })
  t.after(() => app.close())
  const { liveKey: key } = app.workspace
  const connected = await app.post(
    `/v1/connect/${vendor}/credentials`,
    { credentials: simulator.credentials },
    { key },
  )
  assert.equal(connected.status, 200, connected.text)
  const pass = async (seconds: number) => {
    simulator.clock.advanceSeconds(seconds)
    app.clock.advance(seconds * 1000)
    const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
    try {
      await until('the sync engine to come to rest', async () => {
        const { rows } = await sql`
          select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
          app.db,
        )
        return rows.length === 0
      })
    } finally {
      await worker.stop()
    }
  }
  const deprecations = async (): Promise<Connection['deprecations']> => {
    const list = (await app.get('/v1/connect', { key })).body as unknown as { data: Connection[] }
    const one = (await app.get(`/v1/connect/${vendor}`, { key })).body as unknown as Connection
    assert.equal(list.data.length, 1)
    assert.deepEqual(one.deprecations, list.data[0]?.deprecations)
    return one.deprecations
  }
  const gauge = async (name: string): Promise<number | undefined> => {
    const config = { ...app.services.config, metricsPort: 0 }
    const text = (await (await openMetrics({ ...app.services, config }))?.text()) ?? ''
    const line = text.split('\n').find((one) => one.startsWith(`${name}{provider="${vendor}"}`))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }
  return { app, pass, deprecations, gauge }
}

const day = 86_400

test('by the headers of any vendor, until no answer has them for a month', async (t) => {
  const simulator = await startSimulator('hostaway', { listings: 2, reservations: 8, rateLimit: 'off' })
  const proxy = await openFaultyProxy(simulator.url)
  t.after(() => proxy.close())
  const { pass, deprecations, gauge, app } = await openWorld(t, 'hostaway', simulator, proxy.url)
  await pass(0)
  assert.deepEqual(await deprecations(), [])
  assert.equal(await gauge('lodgewire_vendor_deprecations'), undefined)
  const endsMs = app.clock.now().getTime() + 90 * day * 1000
  proxy.fault = (request, response) => {
    if (!request.url?.startsWith('/v1/reservations')) return 'pass'
    response.setHeader('deprecation', '@1767225600')
    response.setHeader('sunset', new Date(endsMs).toUTCString())
    response.setHeader('link', '<https://api.example.com/new>; rel="successor-version"')
    return 'pass'
  }
  await pass(3601)
  const [first, ...more] = await deprecations()
  assert.ok(first)
  assert.deepEqual(more, [])
  const endsAt = new Date(Math.floor(endsMs / 1000) * 1000).toISOString()
  assert.deepEqual(first, {
    call: 'GET /v1/reservations',
    message: `Deprecated since 2026-01-01. Ends on ${endsAt.slice(0, 10)}.`,
    endsAt,
    link: 'https://api.example.com/new',
    firstAt: first.firstAt,
    lastAt: first.firstAt,
  })
  assert.equal(await gauge('lodgewire_vendor_deprecations'), 1)
  const left = (await gauge('lodgewire_vendor_deprecation_ends_seconds')) ?? 0
  assert.ok(Math.abs(left - (90 * day - 3601)) < 60, String(left))
  // It is written once a day, however often it is said.
  await pass(3601)
  assert.deepEqual(await deprecations(), [first])
  await pass(2 * day)
  const [later] = await deprecations()
  assert.equal(later?.firstAt, first.firstAt)
  assert.ok(later.lastAt > first.lastAt)
  proxy.fault = undefined
  await pass(31 * day)
  assert.deepEqual(await deprecations(), [])
  assert.equal(await gauge('lodgewire_vendor_deprecations'), undefined)
})

test('by the warnings of Booking.com, in a header for a call and in bodies for a part of it', async (t) => {
  const habits = { deprecated: 1 }
  const simulator = await startSimulator('booking', {
    listings: 2,
    reservations: 8,
    rateLimit: 'off',
    habits,
  })
  const { pass, deprecations, gauge } = await openWorld(t, 'booking', simulator)
  await pass(0)
  const found = await deprecations()
  const queue = found.filter(({ call }) => call === 'GET /hotels/ota/OTA_HotelResNotif')
  assert.deepEqual(
    queue.map(({ message }) => message),
    ['Deprecated. "OTA_HotelResNotif 1.1 is deprecated and sunset on 2027-06-30"'],
  )
  const parts = found.filter((one) => !queue.includes(one))
  assert.ok(
    parts.some(({ call }) => call.includes('/hotels/xml/')),
    'XML',
  )
  assert.ok(
    parts.some(({ call }) => call.includes('-api/')),
    'JSON',
  )
  for (const { message } of parts) assert.match(message, /^max_children_that_pay_children_rate is deprecated/)
  assert.equal(await gauge('lodgewire_vendor_deprecations'), new Set(found.map(({ call }) => call)).size)
  assert.equal(await gauge('lodgewire_vendor_deprecation_ends_seconds'), undefined)
})

test('twenty at most, the latest', async (t) => {
  const simulator = await startSimulator('hostaway', { listings: 2, reservations: 8, rateLimit: 'off' })
  const proxy = await openFaultyProxy(simulator.url)
  t.after(() => proxy.close())
  const { pass, deprecations, gauge } = await openWorld(t, 'hostaway', simulator, proxy.url)
  const letter = (index: number) => String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26))
  let said = 0
  proxy.fault = (_request, response) => {
    response.setHeader('warning', `299 - "parameter ${letter(said)} is deprecated"`)
    said += 1
    return 'pass'
  }
  await pass(0)
  await pass(3601)
  await pass(3601)
  assert.ok(said > 25, String(said))
  const found = await deprecations()
  assert.equal(found.length, 20)
  assert.ok(found.some(({ message }) => message.includes(`parameter ${letter(said - 1)} `)))
  assert.ok(Number(await gauge('lodgewire_vendor_deprecations')) > 0)
})
