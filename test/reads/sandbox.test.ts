import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { globalTables } from '../../src/platform/tenant-tables.ts'
import { emptiedTables, keptTables } from '../../src/features/accounts/sandbox/empty-sandbox.ts'
import { seedSandbox } from '../../src/features/accounts/sandbox/seed-sandbox.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { idsAt, rowsOf } from './lists.ts'
import { recordsOf } from './records.ts'

let app: TestApp
const start = '2026-06-15T12:00:00.000Z'

before(async () => {
  app = await startTestApp({ now: start })
})
after(() => app.close())

interface Fixture {
  ref: string
  id: string
}
type Part = 'listings' | 'reservations' | 'connections'

const seed = () => app.post('/v1/sandbox/seed', undefined, { key: app.sandboxKey })
const reset = () => app.post('/v1/sandbox/reset', undefined, { key: app.sandboxKey })
const partOf = (answer: TestAnswer, part: Part) => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body[part] as unknown as Fixture[]
}
const refsOf = (answer: TestAnswer, part: Part) => partOf(answer, part).map(({ ref }) => ref)
const idOf = (answer: TestAnswer, part: Part, ref: string) =>
  partOf(answer, part).find((fixture) => fixture.ref === ref)?.id ?? ''
const read = async (url: string) => {
  const answer = await app.get(url, { key: app.sandboxKey })
  assert.equal(answer.status, 200, `${url}: ${answer.text}`)
  return answer.body
}

/** Every row of a workspace, without what two seedings at different times may differ in. */
async function snapshot(workspaceId: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const table of emptiedTables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t where workspace_id = ${workspaceId} order by 1`.execute(
      app.db,
    )
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

test('live keys have no sandbox', async () => {
  for (const action of ['seed', 'reset']) {
    const answer = await app.post(`/v1/sandbox/${action}`)
    assert.equal(answer.status, 403)
    assert.equal(String(answer.body['error']?.['code']), 'forbidden')
  }
  assert.ok(Object.values(await snapshot(app.workspace.id)).every((rows) => rows.length === 0))
})

test('seeding gives the fixtures of the specification', async () => {
  const answer = await seed()
  assert.equal(answer.status, 200, answer.text)
  assert.equal(String(answer.body['customerId']), app.workspace.sandbox.workspaceId)
  assert.equal(String(answer.body['seededAt']), start)
  assert.deepEqual(refsOf(answer, 'listings'), [
    'sbx-listing-oceanview',
    'sbx-listing-mountaincabin',
    'sbx-listing-lindenhof',
  ])
  assert.deepEqual(refsOf(answer, 'reservations'), [
    'sbx-reservation-created',
    'sbx-reservation-modified',
    'sbx-reservation-cancelled',
    'sbx-reservation-date-changed',
    'sbx-reservation-pending',
  ])
  assert.deepEqual(refsOf(answer, 'connections'), ['sbx-connection-airbnb', 'sbx-connection-booking'])
  const all = (['listings', 'reservations', 'connections'] as const).flatMap((part) => partOf(answer, part))
  assert.ok(all.every(({ id }) => Number(id) >= 900_000_000))
})

test('every read shows something', async () => {
  const seeded = await seed()
  const villa = idOf(seeded, 'listings', 'sbx-listing-oceanview')
  const hotel = idOf(seeded, 'listings', 'sbx-listing-lindenhof')
  const sizes: Record<string, number> = {
    listings: 3,
    properties: 3,
    reservations: 5,
    guests: 5,
    conversations: 3,
    inquiries: 1,
    reviews: 2,
  }
  for (const [list, size] of Object.entries(sizes)) {
    const body = await read(`/v1/${list}`)
    assert.equal(rowsOf(body).length, size, list)
    assert.equal(Number(body['pagination']?.['total']), size, list)
    assert.ok(
      rowsOf(body).every((row) => Number(row['id']) >= 900_000_000),
      list,
    )
  }
  const units = await read(`/v1/listings/${hotel}/units`)
  assert.equal(Number(units['total']), 2)
  const markups = await read(`/v1/listings/${villa}/markups`)
  assert.equal([...(markups['airbnb'] ?? [])].length, 1)
  assert.equal([...(markups['booking'] ?? [])].length, 1)
  await read(`/v1/listings/${villa}?include=amenities,content,details,photos,policies`)
  await read(`/v1/properties/${villa}?include=amenities`)
  for (const list of ['reservations', 'guests', 'conversations', 'reviews']) {
    for (const id of await idsAt(app, `/v1/${list}`, { key: app.sandboxKey })) await read(`/v1/${list}/${id}`)
  }
  const [thread] = rowsOf(await read('/v1/conversations'))
  const messages = rowsOf(await read(`/v1/conversations/${thread?.['id']}/messages`))
  assert.equal(messages.length, 4)
  assert.equal(messages[0]?.['body'], thread?.['lastMessagePreview'])
  assert.equal(messages[0]?.['sentAt'], thread?.['lastMessageAt'])
})

test('the five bookings are what their names say', async () => {
  const seeded = await seed()
  const booking = (kind: string) =>
    read(`/v1/reservations/${idOf(seeded, 'reservations', `sbx-reservation-${kind}`)}`)
  const states: [string, string][] = [
    ['created', 'confirmed'],
    ['modified', 'confirmed'],
    ['cancelled', 'cancelled'],
    ['date-changed', 'confirmed'],
    ['pending', 'pending'],
  ]
  for (const [kind, status] of states) assert.equal(String((await booking(kind))['status']), status, kind)
  assert.equal(String((await booking('cancelled'))['statusDetail']), 'cancelled_by_guest')
  assert.equal(String((await booking('pending'))['pendingReason']), 'host_approval')

  const history = async (kind: string) => {
    const id = idOf(seeded, 'reservations', `sbx-reservation-${kind}`)
    const { rows } = await sql<{ revision: number; change: string; previous: Record<string, unknown> }>`
      select revision, change, previous from record_history
      where workspace_id = ${app.workspace.sandbox.workspaceId} and record_type = 'reservation' and record_id = ${id}
      order by revision`.execute(app.db)
    return rows
  }
  const first = { revision: 1, change: 'created', previous: {} }
  assert.deepEqual(await history('created'), [first])
  assert.deepEqual(await history('pending'), [first])
  assert.deepEqual(await history('date-changed'), [
    first,
    { revision: 2, change: 'updated', previous: { checkIn: '2026-07-25', checkOut: '2026-07-29' } },
  ])
  const [, modified] = await history('modified')
  assert.deepEqual(Object.keys(modified?.previous ?? {}).sort(), [
    'financials',
    'guestDetails',
    'occupancy',
    'totalPrice',
  ])
  assert.equal(modified?.previous['totalPrice'], '387.00')
  const [, cancelled] = await history('cancelled')
  assert.equal(cancelled?.change, 'cancelled')
  assert.equal(cancelled?.previous['status'], 'confirmed')
})

test('the calendar agrees with the bookings', async () => {
  const seeded = await seed()
  const nights = async (ref: string, from: string, to: string) => {
    const body = await read(`/v1/availability/${idOf(seeded, 'listings', ref)}?from=${from}&to=${to}`)
    return (body['days'] as unknown as { available: boolean; availableUnits: number }[]).map(
      (day) => day.availableUnits,
    )
  }
  // Booked from the 12th to the 16th day after the 15th of June.
  assert.deepEqual(await nights('sbx-listing-oceanview', '2026-06-26', '2026-07-01'), [1, 0, 0, 0, 0, 1])
  // One of two rooms, from the 20th to the 23rd day.
  assert.deepEqual(await nights('sbx-listing-lindenhof', '2026-07-04', '2026-07-08'), [2, 1, 1, 1, 2])
  // A cancelled booking holds nothing.
  assert.deepEqual(await nights('sbx-listing-mountaincabin', '2026-07-15', '2026-07-19'), [1, 1, 1, 1, 1])
})

test('seeding again brings everything back under the same ids', async () => {
  await seed()
  const { workspaceId } = app.workspace.sandbox
  const before = await snapshot(workspaceId)
  const villa = idOf(await seed(), 'listings', 'sbx-listing-oceanview')
  const [thread = ''] = await idsAt(app, '/v1/conversations', { key: app.sandboxKey })
  await app.post('/v1/listings/status', { listingIds: [villa], active: false }, { key: app.sandboxKey })
  await sql`update reservations set status = 'cancelled', check_in = '2020-01-01' where workspace_id = ${workspaceId}`.execute(
    app.db,
  )
  await recordsOf(app.db, app.workspace.sandbox).message(thread, start)
  assert.equal((await seed()).status, 200)
  // Only updated_at moves on, by as little as keeps the order of changes.
  const still = (row: unknown) => String(row).replaceAll(/2026-06-15T12:00:00\.\d+/g, 'now')
  for (const [table, rows] of Object.entries(await snapshot(workspaceId))) {
    assert.deepEqual(rows.map(still), before[table]?.map(still), table)
  }
  const again = await app.post(
    '/v1/listings/status',
    { listingIds: [villa], active: false },
    { key: app.sandboxKey },
  )
  assert.equal(again.status, 200, again.text)
  await seed()
})

test('dates move on with the day of seeding', async () => {
  app.clock.set('2027-02-01T12:00:00.000Z')
  try {
    const seeded = await seed()
    const id = idOf(seeded, 'reservations', 'sbx-reservation-created')
    const body = await read(`/v1/reservations/${id}`)
    assert.equal(String(body['checkIn']), '2027-02-13')
    assert.ok((await idsAt(app, '/v1/reservations?status=pending', { key: app.sandboxKey })).length === 1)
    assert.ok((await idsAt(app, '/v1/inquiries', { key: app.sandboxKey })).length === 1)
  } finally {
    app.clock.set(start)
  }
})

test('other records of the sandbox stay when it is seeded', async () => {
  const seeded = await seed()
  const own = recordsOf(app.db, app.workspace.sandbox)
  const listing = await own.listing({ name: 'My own' })
  const stay = await own.reservation({ listing_id: idOf(seeded, 'listings', 'sbx-listing-oceanview') })
  await seed()
  await read(`/v1/listings/${listing}`)
  await read(`/v1/reservations/${stay}`)
})

test('resetting empties this sandbox and nothing else', async () => {
  await seed()
  const other = await app.addWorkspace()
  assert.equal((await app.post('/v1/sandbox/seed', undefined, { key: other.sandboxKey })).status, 200)
  const live = recordsOf(app.db, app.scope)
  const liveListing = await live.listing()
  await live.reservation({ listing_id: liveListing })
  const untouched = [await snapshot(app.workspace.id), await snapshot(other.sandbox.workspaceId)]

  const answer = await reset()
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, {
    customerId: app.workspace.sandbox.workspaceId,
    resetAt: start,
    deleted: { listings: 4, reservations: 6, connections: 2 },
  })
  const left = await snapshot(app.workspace.sandbox.workspaceId)
  assert.ok(Object.values(left).every((rows) => rows.length === 0))
  assert.deepEqual([await snapshot(app.workspace.id), await snapshot(other.sandbox.workspaceId)], untouched)

  assert.deepEqual((await reset()).body['deleted'], { listings: 0, reservations: 0, connections: 0 })
  assert.deepEqual(refsOf(await seed(), 'listings')[0], 'sbx-listing-oceanview')
})

test('two seedings at once end as one', async () => {
  await reset()
  const answers = await Promise.all([seed(), seed(), seed()])
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200],
  )
  const ids = answers.map((answer) => JSON.stringify(partOf(answer, 'reservations')))
  assert.equal(new Set(ids).size, 1)
  assert.equal((await idsAt(app, '/v1/reservations', { key: app.sandboxKey })).length, 5)
})

test('two sandboxes hold the same fixtures', async () => {
  const other = await app.addWorkspace()
  await seed()
  await app.post('/v1/sandbox/seed', undefined, { key: other.sandboxKey })
  const shown = async (key: string) =>
    rowsOf((await app.get('/v1/reservations', { key })).body).map((row) => [
      row['confirmationCode'],
      row['checkIn'],
      row['totalPrice'],
    ])
  assert.deepEqual(await shown(app.sandboxKey), await shown(other.sandboxKey))
})

test('it joins the transaction it is given, and refuses a live workspace', async () => {
  const other = await app.addWorkspace()
  const { clock } = app
  const undone = app.db.transaction().execute(async (tx) => {
    await seedSandbox({ db: tx, clock }, other.sandbox)
    throw new Error('undo')
  })
  await assert.rejects(undone, /undo/)
  assert.deepEqual((await snapshot(other.sandbox.workspaceId))['listings'], [])
  await assert.rejects(seedSandbox({ db: app.db, clock }, other.live), /not a sandbox/)
})

test('a request body is refused', async () => {
  const answer = await app.post('/v1/sandbox/seed', { listings: 9 }, { key: app.sandboxKey })
  assert.equal(answer.status, 400)
  assert.equal(String(answer.body['error']?.['code']), 'invalid_body')
})

test('the guide names every fixture', async () => {
  const guide = await readFile(new URL('../../docs/guides/sandbox.md', import.meta.url), 'utf8')
  const answer = await seed()
  for (const part of ['listings', 'reservations', 'connections'] as const) {
    for (const ref of refsOf(answer, part)) assert.ok(guide.includes(`\`${ref}\``), ref)
  }
})

test('every table of a workspace is either emptied or kept', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${globalTables})`.execute(app.db)
  const decided: string[] = [...emptiedTables, ...keptTables]
  assert.deepEqual(rows.map((row) => row.name).sort(), decided.sort())
})
