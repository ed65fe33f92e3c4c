/** The report: what needs a decision, and whether everything that the old system counts is here. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { MigrationReport } from '../../src/contract/migration-report.ts'
import { checks } from '../../src/features/migrations/report-checks-sql.ts'
import { moneyRules } from '../../src/features/migrations/stay-money.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
let workspaceId: string
before(async () => {
  world = await startMigrationWorld()
  workspaceId = await world.moved()
})
after(() => world.close())

async function report(): Promise<MigrationReport['data']> {
  const answer = await world.app.get(`/v1/migrations/${workspaceId}/report`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as MigrationReport).data
}
const issue = async (code: string) => (await report()).issues.find((one) => one.code === code)

test('is not clean before the import has ended', async () => {
  const { clean, issues } = await report()
  assert.equal(clean, false)
  assert.equal(issues[0]?.code, 'import_not_complete')
  await world.startWorker()
  await world.settle()
  await world.stopWorker()
  assert.equal(await issue('import_not_complete'), undefined)
})

test('counts what the source counts against what is here, and is not clean while they differ', async () => {
  const { clean, counts, issues } = await report()
  // What the old system tells adds up.
  assert.ok(!issues.some(({ code }) => /reservation_(currency|total|lines|payout)_/.test(code)))
  const ofStays = counts.find(({ entity }) => entity === 'reservations')
  const there = world.state().reservations.length
  assert.deepEqual(
    [ofStays?.source, ofStays?.received, ofStays?.stored, ofStays?.result],
    [there, there, there, 'equal'],
  )
  assert.equal(clean, true)
  const [lost] = await stays()
  await sql`
    update reservations set external_id = null
    where workspace_id = ${workspaceId} and id = ${lost?.id ?? ''}`.execute(world.app.db)
  const after = await report()
  assert.equal(after.clean, false)
  const found = after.issues.find(({ code }) => code === 'source_count_differs')
  assert.equal(found?.entity, 'reservations')
  assert.equal(found.count, 1)
  await sql`
    update reservations set external_id = ${lost?.external_id ?? ''}
    where workspace_id = ${workspaceId} and id = ${lost?.id ?? ''}`.execute(world.app.db)
  assert.equal((await report()).clean, true)
})

test('a note in the calendar is no stay, and lacks nowhere', async () => {
  const { operations } = world.simulator
  const [first] = world.state().listings
  const day = '2026-10-01'
  const note = { listingMapId: first?.id, arrivalDate: day, departureDate: day, status: 'ownerStay' }
  operations.createReservation(note)
  await world.startWorker()
  assert.equal((await world.app.post(`/v1/migrations/${workspaceId}/import`)).status, 202)
  await world.settle()
  await world.stopWorker()
  const { clean, counts } = await report()
  const there = world.state().reservations.length
  const { source, received, leftOut, stored, result } =
    counts.find(({ entity }) => entity === 'reservations') ?? {}
  assert.deepEqual([source, received, leftOut, stored, result], [there, there, 1, there - 1, 'equal'])
  assert.equal(clean, true)
})

test('says what could not be compared', async () => {
  await sql`
    update sync_runs set progress = jsonb_set(progress, '{reservations,expected}', 'null')
    where workspace_id = ${workspaceId}`.execute(world.app.db)
  const { clean, counts } = await report()
  assert.equal(counts.find(({ entity }) => entity === 'reservations')?.result, 'not_comparable')
  assert.equal((await issue('source_count_unknown'))?.severity, 'error')
  assert.equal(clean, false)
})

interface Stay {
  id: string
  external_id: string
}
async function stays(): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select id, external_id from reservations where workspace_id = ${workspaceId} order by id`.execute(
    world.app.db,
  )
  return rows
}

test('names what a person has to decide, with ids', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from listings where workspace_id = ${workspaceId} order by id limit 1`.execute(world.app.db)
  const [listing] = rows
  await sql`
    update listings set street = null, time_zone = null, currency = null, latitude = null
    where workspace_id = ${workspaceId} and id = ${listing?.id ?? ''}`.execute(world.app.db)
  for (const lacking of ['address', 'time_zone', 'currency', 'coordinates']) {
    const found = await issue(`listing_missing_${lacking}`)
    assert.ok(found?.sampleIds.includes(listing?.id ?? ''), lacking)
  }
  await sql`
    update reservations set status = 'confirmed', completes_at = now() + interval '9999 days', source = 'airbnb',
      total_price = null
    where workspace_id = ${workspaceId}`.execute(world.app.db)
  await sql`delete from guest_contacts where workspace_id = ${workspaceId}`.execute(world.app.db)
  const all = (await stays()).map(({ id }) => id)
  for (const code of [
    'reservation_missing_guest_contact',
    'channel_reservations_upcoming',
    'reservation_money_unclear',
  ]) {
    const found = await issue(code)
    assert.equal(found?.count, all.length, code)
    assert.deepEqual(found.sampleIds, all.slice(0, 10))
  }
  await sql`
    update reservations set total_price = 100, currency = 'USD', financials = '{"host": {"accommodation": "80", "hostFees":
      [{"amount": "15"}], "revenue": "90"}, "guest": {"totalPrice": "99.5", "fees": [{"amount": "15"}]}}'::jsonb
    where workspace_id = ${workspaceId} and id = ${all[0] ?? ''}`.execute(world.app.db)
  await sql`update listings set currency = 'EUR' where workspace_id = ${workspaceId}`.execute(world.app.db)
  for (const part of ['currency', 'total', 'lines', 'payout']) {
    const found = await issue(`reservation_${part}_differ${part === 'lines' ? '' : 's'}`)
    assert.ok(found?.sampleIds.includes(all[0] ?? ''), part)
    assert.equal(found?.severity, 'warning')
  }
  const [first = '', second = ''] = all
  const merge = (id: string | null) =>
    sql`update reservations set merged_into = ${id} where workspace_id = ${workspaceId} and id = ${first}`.execute(
      world.app.db,
    )
  const held = async () => {
    const { body } = await world.app.get(`/v1/migrations/${workspaceId}`)
    return (body['data'] as unknown as { counts: { reservations: number } }).counts.reservations
  }
  const before = await held()
  await merge(second)
  assert.equal(await held(), before - 1)
  const upcoming = await issue('channel_reservations_upcoming')
  assert.deepEqual([upcoming?.count, upcoming?.sampleIds[0]], [all.length - 1, second], 'of one booking one')
  assert.ok(!(await issue('reservation_currency_differs'))?.sampleIds.includes(first))
  await merge(null)
  await sql`
    insert into stay_conflicts (workspace_id, stay_id, other_id, listing_id, since)
    values (${workspaceId}, ${first}, ${second}, ${listing?.id ?? ''}, now())`.execute(world.app.db)
  assert.deepEqual((await issue('reservation_overlapping'))?.sampleIds, [first, second])
  const { rows: guests } = await sql<{ id: string }>`
    select id from guests where workspace_id = ${workspaceId} order by id limit 2`.execute(world.app.db)
  for (const { id } of guests) {
    await sql`
      insert into guest_contacts (workspace_id, guest_id, type, value)
      values (${workspaceId}, ${id}, 'email', 'ada@example.com')`.execute(world.app.db)
  }
  assert.deepEqual(
    (await issue('guest_duplicate'))?.sampleIds,
    guests.map(({ id }) => id),
  )
})

test('owners need no address', async () => {
  const before = await issue('reservation_missing_guest_contact')
  const id = before?.sampleIds[0] ?? ''
  const sourceIs = (source: string) =>
    sql`update reservations set source = ${source} where workspace_id = ${workspaceId} and id = ${id}`.execute(
      world.app.db,
    )
  await sourceIs('owner')
  const after = await issue('reservation_missing_guest_contact')
  assert.equal(after?.count, (before?.count ?? 0) - 1)
  assert.ok(!after?.sampleIds.includes(id))
  await sourceIs('airbnb')
})

test('guests whom nobody asked for are not missed', async () => {
  const scopeIs = (scope: string | null) =>
    sql`update connections set import_scope = ${scope}::text[] where workspace_id = ${workspaceId}`.execute(
      world.app.db,
    )
  assert.ok(await issue('reservation_missing_guest_contact'))
  await scopeIs('{listings,reservations}')
  assert.equal(await issue('reservation_missing_guest_contact'), undefined)
  const left = (await report()).issues.filter(({ code }) => code === 'left_out_of_scope')
  assert.ok(left.some(({ entity }) => entity === 'guests'))
  await scopeIs('{listings,reservations,guests}')
  assert.ok(await issue('reservation_missing_guest_contact'))
  await scopeIs(null)
})

test('of a workspace that was just filled, thousands of guests are looked through in no time', async () => {
  const { db } = world.app
  // The planner knows of one workspace, and expects one row of any other.
  await sql`analyze guest_contacts`.execute(db)
  const { workspaceId: filled } = await world.begin()
  await sql`
    with made as (
      insert into guests (workspace_id, id, first_name)
      select ${filled}, 700000000 + n, 'Ada' from generate_series(1, 6000) n returning workspace_id, id)
    insert into guest_contacts (workspace_id, guest_id, type, value)
    select workspace_id, id, 'email', case when id <= 700000002 then 'ada' else id::text end || '@example.com'
    from made`.execute(db)
  const began = performance.now()
  const answer = await world.app.get(`/v1/migrations/${filled}/report`)
  const seconds = (performance.now() - began) / 1000
  const { issues } = (answer.body as unknown as MigrationReport).data
  const found = issues.find(({ code }) => code === 'guest_duplicate')
  assert.deepEqual(found?.sampleIds, ['700000001', '700000002'])
  // Each with each took a minute.
  assert.ok(seconds < 10, `${seconds} s`)
})

test('every code stands in the guide', async () => {
  const guide = await readFile(new URL('../../docs/guides/migrating.md', import.meta.url), 'utf8')
  for (const { code } of [...checks, ...moneyRules, ...(await report()).issues]) {
    assert.ok(guide.includes(`\`${code}\``), code)
  }
})

test('has the matrix of the source, and an issue for what it does not carry', async () => {
  const { capabilities, issues } = await report()
  assert.equal(capabilities['hostaway']?.read['reservations']?.level, 'full')
  assert.equal(capabilities['hostaway'].read['owners']?.level, 'none')
  const carried = issues.filter(({ code }) => code === 'source_cannot_carry').map(({ entity }) => entity)
  assert.ok(carried.includes('owners') && carried.includes('fees') && carried.includes('rateRules'))
  assert.ok(!carried.includes('reservations'))
})
