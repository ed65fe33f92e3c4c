/** Of every system and every kind of record: what the source has by its own count is compared with what is here. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ReportCount } from '../../src/contract/migration-report.ts'
import { missingRecords } from '../../src/features/migrations/source-counts-queries.ts'
import { insertRun } from '../../src/features/sync/state/run-queries.ts'
import { wakeConnection } from '../../src/upstream/connection-queries.ts'
import { startEveryWorld, systems, type EveryWorld } from './every-world.ts'

/** What each tells the number of by itself; the rest is counted, record by record. */
const totals: Record<string, readonly string[]> = {
  apaleo: ['reservations'],
  bookingsync: ['listings', 'reservations', 'conversations', 'reviews'],
  channex: ['listings'],
  guesty: ['reservations'],
  hospitable: ['listings', 'reservations'],
  hostaway: ['listings', 'reservations', 'conversations'],
  hostex: ['listings'],
  hostfully: ['listings'],
  mews: ['listings'],
  smoobu: ['listings', 'reservations'],
  track: ['listings', 'reservations'],
  uplisting: ['listings'],
}
const kinds = [
  'listings',
  'units',
  'reservations',
  'calendar',
  'conversations',
  'messages',
  'reviews',
] as const
const counted = ['listings', 'units', 'reservations', 'conversations', 'messages', 'reviews'] as const

let world: EveryWorld
before(async () => {
  world = await startEveryWorld()
})
after(() => world.close())

const countOf = async (vendor: string, entity: string): Promise<ReportCount> => {
  const { counts } = await world.report(vendor)
  return counts.find((count) => count.entity === entity) ?? assert.fail(`${vendor} ${entity}`)
}

interface Connection {
  id: string
}
async function connectionOf(vendor: string): Promise<string> {
  const { connections } = await world.get<{ connections: Connection[] }>(vendor)
  return connections[0]?.id ?? assert.fail(vendor)
}

const newestCount = async (connectionId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from sync_runs where connection_id = ${connectionId} and kind = 'count'
    order by id desc limit 1`.execute(world.app.db)
  return rows[0]?.id ?? assert.fail('nothing was counted')
}

/** As after an import, while nothing else is read. */
async function countAnew(vendor: string): Promise<void> {
  const scope = { workspaceId: world.workspace(vendor) }
  const id = await connectionOf(vendor)
  const { operations } = systems.find(({ manifest }) => manifest.id === vendor) ?? assert.fail(vendor)
  const entities = counted.filter((entity) => operations[entity] !== undefined)
  const at = world.app.clock.now()
  await world.app.db.transaction().execute(async (tx) => {
    await wakeConnection(tx, scope, id, at)
    await insertRun(tx, scope, id, { kind: 'count', strategy: 'everything', bounds: {}, entities, at })
  })
  await world.read()
}

for (const { manifest, operations } of systems) {
  const vendor = manifest.id
  describe(vendor, () => {
    test('everything it hands over is compared, and how the number was come by is said', async () => {
      const { clean, counts, issues } = await world.report(vendor)
      assert.equal(clean, true, JSON.stringify(issues.filter(({ severity }) => severity === 'error')))
      assert.deepEqual(
        counts.map(({ entity }) => entity),
        kinds,
      )
      for (const count of counts) {
        const { entity, method, result, source, stored, leftOut, missing, countedAt, reason } = count
        const about = `${entity}: ${JSON.stringify(count)}`
        if (operations[entity as (typeof kinds)[number]] === undefined) {
          assert.deepEqual([method, result, source], ['not_comparable', 'not_carried', null], about)
          assert.ok(reason, about)
          continue
        }
        const isTotal = totals[vendor]?.includes(entity) ?? false
        assert.deepEqual([method, result, missing], [isTotal ? 'vendor_total' : 'counted', 'equal', 0], about)
        assert.equal(stored + leftOut, source, about)
        assert.ok(countedAt, about)
        if (!['units', 'reviews'].includes(entity)) assert.ok(stored > 0, about)
      }
    })

    test('what the source has and was not imported is found, named, and gone once it is read', async () => {
      const { operations: there } = world.simulator(vendor)
      const had = Object.fromEntries(
        (await world.report(vendor)).counts.map((count) => [count.entity, count]),
      )
      there.createReservation({})
      const { conversations } = there.state(new Set()) as { conversations: { id: string | number }[] }
      const [conversation] = operations.messages ? conversations : []
      if (conversation) there.createMessage({ conversationId: conversation.id, isIncoming: true })
      await countAnew(vendor)
      const { clean, issues } = await world.report(vendor)
      const found = issues.filter(({ code }) => code === 'source_count_differs')
      const named = new Map(found.map((issue) => [issue.entity, issue]))
      if (totals[vendor]?.includes('reservations')) {
        // Its own number is of the import; what was booked since comes with the next reading.
        assert.equal(named.has('reservations'), false)
      } else {
        assert.equal(clean, false)
        const [issue, count] = [named.get('reservations'), await countOf(vendor, 'reservations')]
        assert.equal(issue?.count, 1)
        assert.equal(issue.sourceIds?.length, 1)
        assert.match(issue.message, new RegExp(`has ${count.source} reservations`))
        assert.deepEqual(
          [count.source, count.missing, count.missingIds, count.result],
          [(had['reservations']?.source ?? 0) + 1, 1, issue.sourceIds, 'different'],
        )
      }
      if (conversation) {
        const issue = named.get('messages')
        assert.ok(issue !== undefined && issue.count >= 1, `${vendor} messages`)
        assert.ok(issue.sourceIds?.some((id) => id.startsWith(`${conversation.id} `)))
        assert.equal(clean, false)
      }
      await world.read(3_601_000)
      // Not every system tells of a message by itself.
      if (conversation) {
        const url = `/v1/migrations/${world.workspace(vendor)}/import`
        const again = await world.app.post(url, { entities: ['messages'] })
        assert.equal(again.status, 202, again.text)
        await world.read()
      }
      const after = await world.report(vendor)
      assert.deepEqual(
        after.issues.filter(({ severity }) => severity === 'error'),
        [],
      )
    })

    test('what is lost here is found', async () => {
      const workspaceId = world.workspace(vendor)
      const [lost] = (
        await sql<{ id: string; external_id: string }>`
          select id, external_id from reservations where workspace_id = ${workspaceId} order by id limit 1`.execute(
          world.app.db,
        )
      ).rows
      const named = (externalId: string | null) =>
        sql`
          update reservations set external_id = ${externalId}
          where workspace_id = ${workspaceId} and id = ${lost?.id}`.execute(world.app.db)
      await named(null)
      const { clean, issues } = await world.report(vendor)
      assert.equal(clean, false, 'what was booked since does not stand in for it')
      const issue = issues.find(({ code }) => code === 'source_count_differs')
      assert.deepEqual([issue?.entity, issue?.count], ['reservations', 1])
      if (!totals[vendor]?.includes('reservations')) assert.deepEqual(issue?.sourceIds, [lost?.external_id])
      await named(lost?.external_id ?? null)
      assert.equal((await world.report(vendor)).clean, true)
    })

    test('nights that are not here are found', async () => {
      const workspaceId = world.workspace(vendor)
      // A stay booked since the import may have brought nights that nobody asked for: one within all that were.
      const { rows } = await sql<{ listing_id: string; date: string }>`
        select listing_id, date::text from calendar_days
        where workspace_id = ${workspaceId} and date < ${world.app.clock.now()}::date + 60
        order by listing_id, date desc limit 1`.execute(world.app.db)
      const [night] = rows
      assert.ok(night)
      await sql`
        delete from calendar_days
        where workspace_id = ${workspaceId} and listing_id = ${night.listing_id} and date = ${night.date}::date`.execute(
        world.app.db,
      )
      const { result, missing, missingIds, source, stored } = await countOf(vendor, 'calendar')
      assert.deepEqual([result, missing, missingIds.length, (source ?? 0) - stored], ['different', 1, 1, 1])
      assert.equal((await world.report(vendor)).clean, false)
    })
  })
}

test('another import begins anew the count of what it reads; what else is being counted goes on where it was', async () => {
  const vendor = 'guesty'
  const scope = { workspaceId: world.workspace(vendor) }
  const connectionId = await connectionOf(vendor)
  const { db, clock } = world.app
  const [listings, messages] = [await countOf(vendor, 'listings'), await countOf(vendor, 'messages')]
  const ended = await newestCount(connectionId)
  const entities = ['listings', 'units', 'conversations', 'messages']
  const { id } = await insertRun(db, scope, connectionId, {
    kind: 'count',
    strategy: 'everything',
    bounds: {},
    entities,
    at: clock.now(),
  })
  // It has come to the end of the first conversation.
  const { rows } = await sql<{ external_id: string }>`
    select external_id from sync_seen where run_id = ${ended} and entity = 'conversations'
    order by external_id limit 1`.execute(db)
  const first = rows[0]?.external_id ?? assert.fail('no conversation was counted')
  const { numAffectedRows: seen } = await sql`
    insert into sync_seen (workspace_id, run_id, entity, external_id)
    select workspace_id, ${id}, entity, external_id from sync_seen
    where run_id = ${ended} and (entity <> 'messages' or external_id like ${`${first} %`})`.execute(db)
  assert.ok(seen)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from sync_seen where run_id = ${id} and entity = 'messages'`.execute(db)
  const part = { expected: null, changed: 0, failed: 0 }
  const progress = {
    listings: { ...part, seen: listings.source, calls: 1000, done: true },
    units: { ...part, seen: 0, done: true },
    conversations: { ...part, seen: 1, calls: 1000, done: true },
    messages: { ...part, seen: counted[0]?.count, calls: 1000, done: false },
  }
  const resume = { messages: { cursor: JSON.stringify({ parent: first, inner: null }), walked: false } }
  await sql`
    update sync_runs set progress = ${JSON.stringify(progress)}::jsonb, resume = ${JSON.stringify(resume)}::jsonb
    where id = ${id}`.execute(db)

  const url = `/v1/migrations/${scope.workspaceId}/import`
  const again = await world.app.post(url, { entities: ['listings'] })
  assert.equal(again.status, 202, again.text)
  await world.read()
  assert.notEqual(await newestCount(connectionId), id)
  const after = await countOf(vendor, 'messages')
  assert.deepEqual([after.method, after.result, after.source], ['counted', 'equal', messages.source])
  assert.equal(after.calls, 1000 + (messages.calls ?? 0) - 1)
  assert.equal((await countOf(vendor, 'conversations')).calls, 1000)
  const { result, calls } = await countOf(vendor, 'listings')
  assert.deepEqual([result, calls], ['equal', listings.calls])
})

test('while it is counted, and where it was not, the report is not clean and says so', async () => {
  const vendor = 'beds24'
  const workspaceId = world.workspace(vendor)
  const state = (to: string) =>
    sql`
      update sync_runs set state = ${to}, progress = progress #- '{listings,done}'
      where workspace_id = ${workspaceId} and kind = 'count'`.execute(world.app.db)
  for (const [to, reason] of [
    ['running', /being counted, 2 so far/],
    ['failed', /being counted|stumbled/],
    ['abandoned', /disconnected before/],
  ] as const) {
    await state(to)
    const { clean, issues } = await world.report(vendor)
    const issue = issues.find(({ code, entity }) => code === 'source_count_unknown' && entity === 'listings')
    assert.deepEqual([clean, issue?.severity], [false, 'error'])
    assert.match(issue?.message ?? '', reason)
  }
  await sql`delete from sync_runs where workspace_id = ${workspaceId} and kind = 'count'`.execute(
    world.app.db,
  )
  const { method, result, reason } = await countOf(vendor, 'messages')
  assert.deepEqual([method, result], ['not_comparable', 'not_comparable'])
  assert.match(reason ?? '', /ask for another import/)
})

test('of a count that just ended, tens of thousands of messages are compared in no time', async () => {
  const workspaceId = world.workspace('hostaway')
  const count = 30_000
  const { rows } = await sql<{ conversation_id: string; connection_id: string; run_id: string }>`
    select c.id as conversation_id, c.connection_id, r.id as run_id from conversations c
    join sync_runs r on r.workspace_id = c.workspace_id and r.connection_id = c.connection_id and r.kind = 'count'
    where c.workspace_id = ${workspaceId} order by r.id desc, c.id limit 1`.execute(world.app.db)
  const at = rows[0] ?? assert.fail('nothing was counted')
  await sql`
    insert into messages (workspace_id, id, conversation_id, external_id, direction, body, sent_at)
    select ${workspaceId}, 800000000 + n, ${at.conversation_id}, 'many-' || n, 'inbound', 'Hello', now()
    from generate_series(1, ${count}::int) n`.execute(world.app.db)
  await sql`
    insert into sync_seen (workspace_id, run_id, entity, external_id)
    select ${workspaceId}, ${at.run_id}, 'messages', c.external_id || ' many-' || n
    from generate_series(1, ${count}::int + 1) n, conversations c
    where c.workspace_id = ${workspaceId} and c.id = ${at.conversation_id}`.execute(world.app.db)
  const began = performance.now()
  const found = await missingRecords(
    world.app.db,
    { workspaceId },
    { connectionId: at.connection_id, entity: 'messages', countId: at.run_id },
  )
  const seconds = (performance.now() - began) / 1000
  assert.equal(found.count, 1)
  assert.match(found.samples.join(), new RegExp(`many-${count + 1}$`))
  // Each with each would be a billion.
  assert.ok(seconds < 15, `${seconds} s`)
})

test('the guide says of each system what it tells the number of', async () => {
  const guide = await readFile(new URL('../../docs/guides/migrating.md', import.meta.url), 'utf8')
  for (const { manifest } of systems) {
    const { id, displayName } = manifest
    const row = guide.split('\n').find((line) => line.startsWith(`| ${displayName} | its own number of`))
    const said = row?.split('|')[2]?.trim()
    assert.equal(said, `its own number of ${totals[id]?.join(', ') ?? 'nothing'}`, id)
  }
})
