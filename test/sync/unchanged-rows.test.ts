/** A row that comes as it was when it was stored last is not read again; whatever else may make another record of it is. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { beforeEach, afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { sourceHash } from '../../src/platform/source-hash.ts'
import { fakeVendor, inquiry, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type ShownConnection, type World } from './world.ts'

let vendor: FakeVendor
let world: World

/** Over by today: those that are not are compared field by field in every pass. */
const past = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7']
const pastStay = (id: string, more: Parameters<typeof stay>[1] = {}) =>
  stay(id, { checkIn: `2026-05-0${id[1]}`, checkOut: `2026-05-0${Number(id[1]) + 1}`, ...more })

async function begin(options: Parameters<typeof fakeVendor>[0] = {}): Promise<void> {
  vendor = fakeVendor(options)
  vendor.listings.set('A', listing('A'))
  for (const id of past) vendor.stays.set(id, pastStay(id))
  world = await startFakeWorld(vendor.connector)
  await world.connect()
  await world.startWorker()
  await world.settle()
  assert.deepEqual(vendor.mapped, past)
}
beforeEach(() => begin())
afterEach(() => world.close())

const execute = (query: ReturnType<typeof sql>) => query.execute(world.app.db)
/** Ids of the rows that a pass over everything reads. */
async function readInPass(): Promise<string[]> {
  vendor.mapped = []
  vendor.calls = []
  await world.pass(25 * 3600)
  // Incremental readings come and go beside it.
  return [...new Set(vendor.mapped)].toSorted()
}
const lastPass = async () =>
  (
    await sql<{ state: string; progress: Record<string, { seen: number; changed: number }> }>`
      select state, progress from sync_runs where kind = 'full' order by id desc limit 1`.execute(
      world.app.db,
    )
  ).rows[0]
const stays = async () =>
  new Map(
    (
      await world.all<{ confirmationCode: string; status: string; totalPrice: string; updatedAt: string }>(
        '/v1/reservations',
      )
    ).map((one) => [one.confirmationCode, one]),
  )

test('nothing is read where nothing changed, and all of it was seen', async () => {
  const before = await stays()
  assert.deepEqual(await readInPass(), [])
  const { state, progress } = (await lastPass()) ?? {}
  assert.deepEqual(
    [state, progress?.reservations?.seen, progress?.reservations?.changed],
    ['completed', 7, 0],
  )
  assert.deepEqual(await stays(), before)
})

test('of many rows the one that changed is read', async () => {
  vendor.stays.set('r4', pastStay('r4', { totalPrice: '444.00' }))
  vendor.stays.set('q1', inquiry('q1'))
  assert.deepEqual(await readInPass(), ['q1', 'r4'])
  assert.equal((await stays()).get('CODE-r4')?.totalPrice, '444.00')
  assert.deepEqual(await readInPass(), [])
})

test('what is gone is found where all else is unchanged, by its id or by the list alone', async () => {
  vendor.stays.delete('r3')
  assert.deepEqual(await readInPass(), [])
  assert.equal((await stays()).get('CODE-r3')?.status, 'cancelled')
  await world.close()
  await begin({ canAskForOne: false })
  vendor.stays.delete('r5')
  assert.deepEqual(await readInPass(), [])
  assert.equal((await stays()).get('CODE-r5')?.status, 'cancelled')
  // It comes back as it was: what is stored is not what its row became.
  vendor.stays.set('r5', pastStay('r5'))
  assert.deepEqual(await readInPass(), ['r5'])
  assert.notEqual((await stays()).get('CODE-r5')?.status, 'cancelled')
})

test('a row is read again when what is stored was changed, deleted or given to another listing', async () => {
  await execute(sql`update reservations set source_hash = null where external_id = 'r1'`)
  await execute(sql`update reservations set source_hash = sha256('another') where external_id = 'r2'`)
  await execute(
    sql`delete from sold_nights where reservation_id = (select id from reservations where external_id = 'r3')`,
  )
  await execute(sql`delete from reservations where external_id = 'r3'`)
  assert.deepEqual(await readInPass(), ['r1', 'r2', 'r3'])
  assert.equal((await stays()).size, 7)
  await execute(sql`
    update sync_rows set listing_external_id = 'B' where external_id = 'r6'`)
  assert.deepEqual(await readInPass(), ['r6'])
})

test('a question that became a booking and is a question again is read', async () => {
  vendor.stays.set('q1', inquiry('q1'))
  assert.deepEqual(await readInPass(), ['q1'])
  assert.deepEqual(await readInPass(), [])
  vendor.stays.set('q1', pastStay('q1', { checkIn: '2026-05-20', checkOut: '2026-05-21' }))
  assert.deepEqual(await readInPass(), ['q1'])
  vendor.stays.set('q1', inquiry('q1'))
  assert.deepEqual(await readInPass(), ['q1'])
  assert.equal((await stays()).get('CODE-q1')?.status, 'cancelled')
})

test('other code reads every row anew, and so does another part of the account', async () => {
  const { rows } = await sql<{ digest: string }>`
    select row_digest as digest from sync_rows where external_id = 'r1'`.execute(world.app.db)
  const reader = JSON.stringify([await sourceHash(), 'acme', null])
  const text = `${reader}${JSON.stringify(vendor.stays.get('r1'))}`
  assert.equal(rows[0]?.digest, hash('sha256', text, 'base64url').slice(0, 22))
  await execute(sql`update connections set import_scope = '{listings,reservations,guests}'`)
  assert.deepEqual(await readInPass(), past)
  assert.equal((await lastPass())?.progress.reservations?.changed, 0)
  assert.deepEqual(await readInPass(), [])
})

test('stopped among pages without news, a pass goes on, sees all of them and calls nothing gone', async () => {
  vendor.calls = []
  const reached = Promise.withResolvers<void>()
  const count = () => vendor.calls.filter((call) => call === 'reservations').length
  vendor.trouble = (operation) => {
    if (operation !== 'reservations' || count() < 3) return null
    reached.resolve()
    return new VendorError('unavailable', 'out of order')
  }
  world.app.clock.advance(25 * 3600_000)
  await world.stopWorker()
  await world.startWorker()
  await reached.promise
  await world.stopWorker()
  vendor.trouble = null
  await world.startWorker()
  await world.pass(3600)
  const { state, progress } = (await lastPass()) ?? {}
  assert.deepEqual([state, progress?.reservations?.seen], ['completed', 7])
  assert.ok([...(await stays()).values()].every(({ status }) => status !== 'cancelled'))
  assert.equal((await world.get<ShownConnection>('/v1/connect/acme')).import?.status, 'completed')
})

test('stays that are not over are compared with what is stored, whatever their rows say', async () => {
  vendor.stays.set('soon', stay('soon'))
  assert.deepEqual(await readInPass(), ['soon'])
  await execute(sql`update reservations set total_price = 1 where external_id = 'soon'`)
  assert.deepEqual(await readInPass(), ['soon'])
  assert.equal((await stays()).get('CODE-soon')?.totalPrice, '100.00')
})
