/** The proof that future stays are the vendor's, and what it does about those that are not. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { renderReservations } from '../../src/records/reservations/shown.ts'
import type { Reconciliation, SyncRun } from '../../src/contract/sync.ts'
import { fakeVendor, inquiry, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World
let id: string

async function begin(options: Parameters<typeof fakeVendor>[0] = {}): Promise<void> {
  vendor = fakeVendor(options)
  // All stays are on the same nights, and there is room for each.
  vendor.listings.set('A', listing('A', { unitCount: 9 }))
  for (const one of ['r1', 'r2', 'r3', 'r4']) put(stay(one, { guest: ada(one) }))
  put(stay('past', { checkIn: '2026-06-01', checkOut: '2026-06-05' }))
  world = await startFakeWorld(vendor.connector)
  id = await world.connect()
  await world.startWorker()
  await world.settle()
}
beforeEach(() => begin())
afterEach(() => world.close())

const ada = (one: string) => ({ firstName: 'Ada', lastName: one, email: `ada.${one}@example.org` })
const put = (record: ReturnType<typeof stay> | ReturnType<typeof inquiry>) =>
  void vendor.stays.set(record.externalId, record)
const url = () => `/v1/connections/${id}/reconciliation`
const read = () => world.get<Reconciliation>(url())
const latest = async () => (await read()).latest ?? assert.fail('there is no proof')
async function ask(): Promise<void> {
  const answer = await world.app.post(url())
  assert.equal(answer.status, 202, answer.text)
}
async function prove() {
  // The clock moves, so that it was asked for after the comparison before.
  world.app.clock.advance(1000)
  await ask()
  await world.settle()
  return latest()
}
const told = async () =>
  (await world.events()).map(({ type, data }) => `${type} ${String(data.object?.confirmationCode)}`)
/** As if it had been stored wrongly: what is shown of it is wrong as well. */
async function spoil(externalId: string, set: ReturnType<typeof sql>): Promise<void> {
  const { app } = world
  const { rows } = await sql<{ id: string }>`
    update reservations set ${set} where workspace_id = ${app.workspace.id} and external_id = ${externalId}
    returning id`.execute(app.db)
  const ids = rows.map((row) => row.id)
  await renderReservations(app.db, app.scope, ids, app.clock.now())
}
const counts = (proof: Awaited<ReturnType<typeof latest>>) => ({
  compared: proof.stays_compared,
  drifted: proof.stays_drifted,
  missing: proof.stays_missing_here,
  gone: proof.stays_gone_upstream,
  mended: proof.stays_mended,
  unread: proof.stays_unread,
})
const clean = { compared: 4, drifted: 0, missing: 0, gone: 0, mended: 0, unread: 0 }

test('before the first one there is none, and it is known when it comes', async () => {
  const { latest: none, history, next_at, last_proven_at } = await read()
  assert.deepEqual([none, history, last_proven_at], [null, [], null])
  assert.equal(next_at, '2026-06-16T12:00:00.000Z')
})

test('stays that are the same prove it, and nothing is told', async () => {
  const proof = await prove()
  assert.deepEqual(counts(proof), clean)
  assert.deepEqual([proof.state, proof.proven, proof.from], ['completed', true, '2026-06-14'])
  assert.match(String(proof.digest), /^[0-9a-f]{64}$/)
  assert.equal(proof.digest, proof.upstream_digest)
  assert.deepEqual(proof.differences, [])
  assert.deepEqual(await told(), [])
  const run = await world.get<SyncRun>(`/v1/connections/${id}/runs/${proof.run_id}`)
  assert.deepEqual([run.kind, run.state], ['reconciliation', 'completed'])
})

test('the digest is the same for the same stays in any order, and another for others', async () => {
  const { digest } = await prove()
  vendor.stays = new Map([...vendor.stays].reverse())
  assert.equal((await prove()).digest, digest)
  put(stay('r1', { guest: ada('r1'), totalPrice: '101.00' }))
  assert.notEqual((await prove()).digest, digest)
})

test('a stored stay that drifted is mended though the vendor’s record is the same, and told', async () => {
  await spoil('r1', sql`check_out = '2026-07-09', total_price = 1`)
  await spoil('past', sql`check_out = '2026-06-09'`)
  const proof = await prove()
  assert.deepEqual(counts(proof), { ...clean, drifted: 1, mended: 1 })
  assert.equal(proof.proven, true)
  assert.equal(proof.fields_differed, 2)
  assert.deepEqual(
    proof.differences.map(({ external_id, kind, field, ours, theirs, mended }) => [
      `${external_id} ${kind} ${field}`,
      ours,
      theirs,
      mended,
    ]),
    [
      ['r1 drift check_out', '2026-07-09', '2026-07-05', true],
      ['r1 drift total_price', '1', '100', true],
    ],
  )
  assert.deepEqual(await told(), ['reservation.updated CODE-r1'])
  const { rows } = await sql<{ origin: string }>`
    select origin from record_history where record_type = 'reservation' and change = 'updated'`.execute(
    world.app.db,
  )
  assert.deepEqual(rows, [{ origin: 'sync:reconciliation' }])
  assert.deepEqual(counts(await prove()), clean)
})

test('what is sent of a booking is compared with what is stored of it', async () => {
  await sql`update reservations set doc = replace(doc, 'CODE-r1', 'CODE-r9')`.execute(world.app.db)
  const proof = await prove()
  assert.deepEqual(counts(proof), { ...clean, drifted: 1, mended: 1 })
  assert.deepEqual(
    proof.differences.map(({ external_id, field, mended }) => [external_id, field, mended]),
    [['r1', 'shown', true]],
  )
  const [event] = await world.events()
  assert.deepEqual(event?.data.previousAttributes, { confirmationCode: 'CODE-r9', uid: 'CODE-r9' })
})

test('who a guest is and how to reach one is mended and not written down', async () => {
  await sql`delete from guest_contacts where value = 'ada.r2@example.org'`.execute(world.app.db)
  await sql`update guests set first_name = 'Bob' where last_name = 'r3'`.execute(world.app.db)
  await spoil('r2', sql`revision = revision`)
  await spoil('r3', sql`revision = revision`)
  const proof = await prove()
  assert.deepEqual(counts(proof), { ...clean, drifted: 2, mended: 2 })
  assert.deepEqual(
    proof.differences.map(({ external_id, field, ours, theirs }) => [external_id, field, ours, theirs]),
    [
      ['r2', 'guest.email', null, '[redacted]'],
      ['r3', 'guest.name', '[redacted]', '[redacted]'],
    ],
  )
  assert.doesNotMatch((await world.app.get(url())).text, /example\.org/)
  assert.deepEqual((await told()).sort(), ['reservation.updated CODE-r2', 'reservation.updated CODE-r3'])
})

test('a booking that is missing here comes, one that is gone upstream is cancelled', async () => {
  await sql`delete from record_history where record_type = 'reservation'`.execute(world.app.db)
  await sql`delete from reservations where external_id = 'r1'`.execute(world.app.db)
  vendor.stays.delete('r2')
  put(inquiry('r3'))
  const proof = await prove()
  assert.deepEqual(counts(proof), { compared: 2, drifted: 0, missing: 1, gone: 2, mended: 3, unread: 0 })
  assert.equal(proof.proven, true)
  assert.deepEqual((await told()).filter((line) => line.startsWith('reservation.')).sort(), [
    'reservation.cancelled CODE-r2',
    'reservation.cancelled CODE-r3',
    'reservation.created CODE-r1',
  ])
})

test('gone upstream is found where single bookings cannot be asked for', async () => {
  await world.close()
  await begin({ canAskForOne: false })
  vendor.stays.delete('r2')
  assert.deepEqual(counts(await prove()), { ...clean, compared: 3, gone: 1, mended: 1 })
  assert.deepEqual(await told(), ['reservation.cancelled CODE-r2'])
})

test('a pass that did not see everything proves nothing', async () => {
  vendor.promised = 7
  const short = await prove()
  assert.deepEqual([short.state, short.proven, short.stays_unread], ['incomplete', false, 2])
  vendor.promised = null
  put(stay('bad', { checkIn: '2026-07-05', checkOut: '2026-07-01' }))
  const poisoned = await prove()
  assert.deepEqual([poisoned.state, poisoned.proven, poisoned.stays_unread], ['incomplete', false, 1])
  assert.equal(poisoned.stays_compared, 5)
  vendor.stays.delete('bad')
  const proof = await prove()
  assert.equal(proof.proven, true)
  assert.equal((await read()).last_proven_at, proof.finished_at)
  assert.equal((await read()).history.length, 3)
})

test('interrupted, it is paused, goes on where it stood, and counts every stay once', async () => {
  const { digest } = await prove()
  const reached = Promise.withResolvers<void>()
  let pages = 0
  vendor.trouble = (operation) => {
    if (operation !== 'reservations' || (pages += 1) < 3) return null
    reached.resolve()
    return new VendorError('unavailable', 'out of order')
  }
  world.app.clock.advance(1000)
  await ask()
  await reached.promise
  await world.settle()
  const paused = await latest()
  assert.deepEqual([paused.state, paused.proven, paused.digest], ['paused', false, null])
  assert.equal(paused.stays_compared, 4)
  await world.stopWorker()
  vendor.trouble = null
  await world.startWorker()
  await world.pass(60)
  const proof = await latest()
  assert.equal(proof.run_id, paused.run_id)
  assert.deepEqual([proof.state, proof.proven, proof.digest], ['completed', true, digest])
  assert.deepEqual(counts(proof), clean)
})

test('an account that is cut meanwhile leaves no proof', async () => {
  vendor.trouble = (operation) =>
    operation === 'reservations' ? new VendorError('unavailable', 'out of order') : null
  const proof = await prove()
  assert.equal(proof.state, 'paused')
  await world.app.delete('/v1/connect/acme')
  const { latest: cut, next_at } = await read()
  assert.deepEqual([cut?.state, cut?.proven, next_at], ['abandoned', false, null])
  const refused = await world.app.post(url())
  assert.equal(refused.status, 404)
  assert.equal((refused.body['error'] as unknown as { code: string }).code, 'no_connection')
})

test('every daily pass is one, and the setting adds more in between', async () => {
  await spoil('r1', sql`total_price = 1`)
  await world.pass(25 * 3600)
  const daily = await latest()
  assert.deepEqual([daily.proven, daily.stays_drifted], [true, 1])
  const kinds = async () =>
    (await world.all<SyncRun>(`/v1/connections/${id}/runs`))
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'incremental')
  assert.deepEqual(await kinds(), ['full', 'first_import'])
  await world.stopWorker()
  const services = world.services as { config: object }
  services.config = { ...services.config, reconciliationHours: 6 }
  await world.startWorker()
  await world.pass(7 * 3600)
  assert.deepEqual(await kinds(), ['reconciliation', 'full', 'first_import'])
  assert.deepEqual(counts(await latest()), clean)
})

test('of a cancellation whose source tells only the day, the time it was seen stays, and proofs agree', async () => {
  const heldAt = async (externalId: string) => {
    const { rows } = await sql<{ cancelled_at: Date | null }>`
      select cancelled_at from reservations
      where workspace_id = ${world.app.workspace.id} and external_id = ${externalId}`.execute(world.app.db)
    return rows[0]?.cancelled_at?.toISOString()
  }
  const cancelled = { status: 'cancelled', cancelledAt: '2026-06-15', guest: ada('r1') } as const
  put(stay('r1', cancelled))
  await world.pass(61)
  const seen = await heldAt('r1')
  assert.match(String(seen), /^2026-06-15T12:0/)
  const event = (await world.events()).at(-1)
  assert.deepEqual([event?.type, event?.data['cancelledAt']], ['reservation.cancelled', seen])
  put(stay('r1', { ...cancelled, totalPrice: '20.00' }))
  await world.pass(3600)
  assert.equal(await heldAt('r1'), seen)
  assert.equal((await prove()).stays_drifted, 0)
  put(stay('r1', { ...cancelled, cancelledAt: '2026-06-15T09:30:00Z' }))
  await world.pass(61)
  assert.equal(await heldAt('r1'), '2026-06-15T09:30:00.000Z')
  // Cancelled on a day before it was seen: only the day is known.
  put(stay('r2', { ...cancelled, cancelledAt: '2026-06-12', guest: ada('r2') }))
  await world.pass(61)
  assert.equal(await heldAt('r2'), '2026-06-12T00:00:00.000Z')
})
