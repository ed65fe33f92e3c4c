/**
 * A change of nights is confirmed only by a reading that began after it, also while servers of the last release work on the
 * same database. Their statements are written out here.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  beginReading,
  confirmChanges,
  insertChanges,
  updateReading,
  type CalendarReading,
} from '../../src/records/calendar/change-queries.ts'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'
import { insertWorkspace, startTestApp, usualNow, type TestApp } from '../harness/app.ts'
import { recordsOf } from '../reads/records.ts'

const now = new Date(usualNow)
const date = '2026-07-01'

let app: TestApp
let db: Queryable
let scope: Scope
let listingId: string
let reservationId: string

before(async () => {
  app = await startTestApp()
  db = app.db
})
after(() => app.close())
beforeEach(async () => {
  scope = (await insertWorkspace(db)).live
  const records = recordsOf(db, scope)
  listingId = await records.listing()
  reservationId = await records.reservation({ listing_id: listingId })
  // Only a calendar that was read has changes to confirm.
  await store(await begin())
})

const begin = () => beginReading(db, scope, now)
const change = (stands: boolean, tx: Queryable = db) =>
  insertChanges(tx, scope, [{ listingId, date, reservationId, stands }])

/** Stores a reading of the whole calendar. Returns false if a later one is stored already. */
async function store(reading: CalendarReading): Promise<boolean> {
  if (!(await updateReading(db, scope, listingId, reading, true))) return false
  await confirmChanges(db, scope, listingId, reading, [date])
  return true
}

async function beginInLastRelease(): Promise<CalendarReading> {
  const { rows } = await sql<{ order: string }>`select nextval('calendar_order')::text as order`.execute(db)
  return { at: now, order: rows[0]?.order ?? '' }
}

async function changeInLastRelease(stands: boolean): Promise<void> {
  await sql`
    insert into night_changes as c (workspace_id, listing_id, date, reservation_id, stands, taken, changed)
    select ${scope.workspaceId}, ${listingId}, ${date}::date, ${reservationId}, ${stands}, case when ${stands} then n.place end, n.place
    from (select nextval('calendar_order') as place) n
    on conflict (workspace_id, listing_id, date, reservation_id) do update
      set stands = excluded.stands, changed = excluded.changed`.execute(db)
}

/** The last release removes changes below the order of its reading. */
async function storeInLastRelease(reading: CalendarReading): Promise<boolean> {
  if (!(await updateReading(db, scope, listingId, reading, true))) return false
  await sql`
    update night_changes set taken = null
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and taken < ${reading.order}::bigint`.execute(
    db,
  )
  await sql`
    delete from night_changes
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and changed < ${reading.order}::bigint`.execute(
    db,
  )
  return true
}

/** Whether the stored calendar still lacks the stay on its night. */
async function isOpen(): Promise<boolean> {
  const { rows } = await sql`
    select from night_changes where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(
    db,
  )
  return rows.length > 0
}

test('only a reading that began after a change confirms it', async () => {
  const earlier = await begin()
  await change(true)
  assert.equal(await store(earlier), true)
  assert.equal(await isOpen(), true)
  assert.equal(await store(await begin()), true)
  assert.equal(await isOpen(), false)
})

test('a reading that begins while a change is being stored neither waits for it nor confirms it', async () => {
  const meanwhile = await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    const reading = await begin()
    await change(true, tx)
    return reading
  })
  assert.equal(await store(meanwhile), true)
  assert.equal(await isOpen(), true)
  assert.equal(await store(await begin()), true)
  assert.equal(await isOpen(), false)
})

test('a change that is rolled back leaves nothing to confirm', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await change(true, tx)
    throw new Error('rolled back')
  })
  await assert.rejects(failed, /rolled back/)
  assert.equal(await isOpen(), false)
})

test('a stay that took its night and left it again stays open until it is read after both', async () => {
  await change(true)
  const between = await begin()
  await change(false)
  assert.equal(await store(between), true)
  assert.equal(await isOpen(), true)
  assert.equal(await store(await begin()), true)
  assert.equal(await isOpen(), false)
})

test('the order of readings of a workspace only rises, however many begin together', async () => {
  const readings = await Promise.all(Array.from({ length: 20 }, begin))
  const greatest = readings.map(({ order }) => BigInt(order)).reduce((a, b) => (a > b ? a : b))
  const next = await begin()
  assert.ok(BigInt(next.order) > greatest)
  await change(true)
  for (const reading of [...readings, next]) await store(reading)
  assert.equal(await isOpen(), true)
})

test('a page that began before the stored one is dropped, whichever release read it', async () => {
  const [ours, theirs] = [await begin(), await beginInLastRelease()]
  const [ourLater, theirLater] = [await begin(), await beginInLastRelease()]
  assert.equal(await store(ourLater), true)
  assert.equal(await store(ours), false)
  assert.equal(await storeInLastRelease(theirs), false)
  assert.equal(await storeInLastRelease(theirLater), true)
  assert.equal(await store(ourLater), false)
})

test('a reading of the last release confirms no change of ours', async () => {
  const earlier = await beginInLastRelease()
  await change(true)
  assert.equal(await storeInLastRelease(earlier), true)
  assert.equal(await isOpen(), true)
  assert.equal(await storeInLastRelease(await beginInLastRelease()), true)
  assert.equal(await isOpen(), true)
  assert.equal(await store(await begin()), true)
  assert.equal(await isOpen(), false)
})

test('a change of the last release is confirmed by our readings that began after it', async () => {
  const earlier = await begin()
  await changeInLastRelease(true)
  assert.equal(await store(earlier), true)
  assert.equal(await isOpen(), true)
  assert.equal(await store(await begin()), true)
  assert.equal(await isOpen(), false)
})

test('a stay that both releases changed waits for a reading after both', async () => {
  for (const [first, second] of [
    [change, changeInLastRelease],
    [changeInLastRelease, change],
  ] as const) {
    await first(true)
    const between = await begin()
    await second(false)
    assert.equal(await store(between), true)
    assert.equal(await isOpen(), true)
    assert.equal(await store(await begin()), true)
    assert.equal(await isOpen(), false)
  }
})
