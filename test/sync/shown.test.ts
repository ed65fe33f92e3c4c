/** What the API shows of an account that is read: freshness, progress, runs, records kept aside, switches. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { DataFreshness } from '../../src/contract/freshness.ts'
import type { SyncFailure, SyncRun } from '../../src/contract/sync.ts'
import { fakeVendor, listing, stay, type FakeVendor, unreadablePayment } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World
let id: string
before(async () => {
  vendor = fakeVendor()
  vendor.listings.set('A', listing('A'))
  for (const one of ['r1', 'r2', 'r3']) vendor.stays.set(one, stay(one))
  world = await startFakeWorld(vendor.connector)
})
after(() => world.close())

interface Shown {
  status: string
  fixUrl?: string
  action: { required: boolean; reason: string; message: string } | null
  dataFreshness?: DataFreshness
  import: { status: string; estimatedEndAt: string | null; finishedAt: string | null }
}
const shown = () => world.get<Shown>('/v1/connect/acme')
const runs = (query = '') => world.all<SyncRun>(`/v1/connections/${id}/runs${query}`)
const newest = async (query = '') => (await runs(query))[0] ?? assert.fail('no run')

test('before anything is connected nothing is said about freshness', async () => {
  assert.equal((await shown()).dataFreshness, undefined)
})

test('while the first import goes on, and when it is done', async () => {
  id = await world.connect()
  const waiting = await shown()
  assert.deepEqual([waiting.import.status, waiting.import.estimatedEndAt], ['queued', null])
  assert.deepEqual(
    [waiting.dataFreshness?.stale, waiting.dataFreshness?.reason, waiting.dataFreshness?.lastSyncedAt],
    [true, 'importing', null],
  )
  await world.startWorker()
  await world.settle()
  const done = await shown()
  assert.equal(done.import.status, 'completed')
  const { stale, lastSyncedAt, accounts } = done.dataFreshness ?? {}
  assert.deepEqual([stale, lastSyncedAt], [false, '2026-06-15T12:00:00.000Z'])
  assert.deepEqual(accounts, [
    { accountId: 'acme-1', accountName: 'Acme', lastSyncedAt: '2026-06-15T12:00:00.000Z', stale: false },
  ])
})

test('a run says what it read', async () => {
  const run = await newest()
  assert.deepEqual(
    [run.kind, run.strategy, run.state, run.connection_id],
    ['first_import', 'everything', 'completed', id],
  )
  const reservations = run.entities.find(({ entity }) => entity === 'reservations')
  assert.deepEqual(reservations, {
    entity: 'reservations',
    window: null,
    expected: 3,
    seen: 3,
    changed: 3,
    failed: 0,
    done: true,
  })
  assert.deepEqual(await world.get(`/v1/connections/${id}/runs/${run.id}`), run)
  const byAccount = await world.get<{ data: SyncRun[] }>('/v1/connections/acme:acme-1/runs')
  assert.deepEqual(byAccount.data, [run])
})

test('every incremental run leaves a record, with the part of the list it read', async () => {
  await world.pass(61)
  const run = await newest()
  assert.deepEqual([run.kind, run.strategy, run.state], ['incremental', 'updated-since', 'completed'])
  assert.deepEqual(run.entities.find(({ entity }) => entity === 'reservations')?.window, {
    since: '2026-06-15T12:00:00.000Z',
    from: null,
    to: null,
  })
  assert.equal((await shown()).dataFreshness?.lastSyncedAt, run.started_at)
})

test('a run that fails says why, and does not make the data fresher', async () => {
  const before = (await shown()).dataFreshness?.lastSyncedAt
  vendor.trouble = (operation) =>
    operation === 'reservations'
      ? new VendorError('unavailable', 'GET /stays: 503', { vendorMessage: 'down for repair' })
      : null
  await world.pass(61)
  const run = await newest()
  assert.equal(run.state, 'failed')
  assert.equal(run.finished_at, null)
  const [error] = run.errors
  assert.deepEqual(
    [error?.entity, error?.message, error?.answer],
    ['reservations', 'GET /stays: 503', 'down for repair'],
  )
  assert.equal((await shown()).dataFreshness?.lastSyncedAt, before)
  await world.pass(25 * 3600)
  assert.deepEqual((await shown()).dataFreshness?.reason, 'sync_lag_>_24h')
  vendor.trouble = null
  await world.pass(3600)
  const after = (await shown()).dataFreshness
  assert.equal(after?.stale, false)
  assert.equal((await runs('?state=failed')).length, 0)
})

test('a run with rows missing is never completed, and not counted as a reading', async () => {
  const before = (await shown()).dataFreshness?.lastSyncedAt
  vendor.promised = 5
  await world.pass(61)
  const run = await newest()
  assert.equal(run.state, 'partial')
  assert.match(String(run.errors[0]?.message), /^2 of 5 /)
  assert.equal((await shown()).dataFreshness?.lastSyncedAt, before)
  vendor.promised = null
})

test('a record that cannot be stored is counted, shown, and gone from there when it can', async () => {
  vendor.stays.set('bad', stay('bad', { checkIn: '2026-07-05', checkOut: '2026-07-01' }))
  await world.pass(61)
  const run = await newest()
  assert.equal(run.state, 'partial')
  assert.equal(run.errors[0]?.external_id, 'bad')
  const failures = () => world.all<SyncFailure>(`/v1/connections/${id}/failures`)
  const [failure] = await failures()
  assert.deepEqual(
    [failure?.entity, failure?.external_id, failure?.connection_id],
    ['reservations', 'bad', id],
  )
  assert.match(String(failure?.message), /cannot be stored/)
  assert.deepEqual(await world.all(`/v1/connections/${id}/failures?entity=reviews`), [])
  vendor.stays.set('bad', stay('bad'))
  await world.pass(61)
  assert.deepEqual(await failures(), [])
})

test('a record that is stored without a field is listed as a warning, until it can be read whole', async () => {
  const unread = [{ field: 'price-paid', found: 'boolean' }]
  vendor.stays.set('odd', stay('odd', { paymentStatus: unreadablePayment }))
  await world.pass(61)
  assert.equal((await newest()).state, 'completed')
  const listed = (query = '') => world.all<SyncFailure>(`/v1/connections/${id}/failures${query}`)
  const [warning] = await listed()
  assert.deepEqual(
    [warning?.severity, warning?.entity, warning?.external_id, warning?.fields],
    ['warning', 'reservations', 'odd', unread],
  )
  assert.equal((await listed('?severity=warning')).length, 1)
  assert.deepEqual(await listed('?severity=failure'), [])
  await world.pass(25 * 3600)
  assert.equal((await listed()).length, 1)
  vendor.stays.set('odd', stay('odd'))
  await world.pass(61)
  assert.deepEqual(await listed(), [])
})

test('runs that found nothing go after a day, the others stay for a month', async () => {
  await world.pass(25 * 3600)
  await world.pass(25 * 3600)
  const kept = await runs('?kind=incremental')
  const now = world.app.clock.now().getTime()
  const quiet = kept.filter(
    ({ state, errors, entities }) =>
      state === 'completed' && errors.length === 0 && entities.every(({ changed }) => changed === 0),
  )
  assert.ok(quiet.slice(1).every((run) => now - Date.parse(run.started_at) < 50 * 3_600_000))
  assert.ok(kept.some(({ state }) => state === 'partial'))
})

test('switches: what is sent changes, the rest and the capabilities follow', async () => {
  const url = '/v1/connect/acme/write-policy'
  const defaults = {
    calendar: { availability: true, rates: true, restrictions: true },
    reservations: { website: true, dashboard: true, api: true },
  }
  assert.deepEqual(await world.get(url), { provider: 'acme', writePolicy: defaults, defaults })
  const changed = await world.app.call('PATCH', url, { body: { reservations: { api: false } } })
  const wanted = { ...defaults, reservations: { ...defaults.reservations, api: false } }
  assert.deepEqual([changed.status, changed.body], [200, { provider: 'acme', writePolicy: wanted, defaults }])
  const { writePolicy } = await world.get<{ writePolicy: unknown }>('/v1/connect/acme')
  assert.deepEqual(writePolicy, wanted)
  for (const body of [
    { reservations: { api: 'no' } },
    { reservations: { phone: true } },
    { listings: {} },
    { calendar: null },
  ]) {
    assert.equal((await world.app.call('PATCH', url, { body })).status, 400, JSON.stringify(body))
  }
  await world.connect()
  assert.deepEqual((await world.get<{ writePolicy: unknown }>(url)).writePolicy, wanted)
})

test('a connection of somebody else, or of nobody, has no runs', async () => {
  const { liveKey } = await world.app.addWorkspace()
  for (const reference of [id, 'acme:acme-1', 'acme:nobody', '999999']) {
    const key = reference === id || reference === 'acme:acme-1' ? liveKey : world.app.liveKey
    for (const part of ['runs', 'failures']) {
      const answer = await world.app.get(`/v1/connections/${encodeURIComponent(reference)}/${part}`, { key })
      assert.equal(answer.status, 404, `${reference} ${part}`)
    }
  }
})
