/**
 * A page's cost must not depend on how much is stored. A small and a large workspace get the same requests, and plans
 * show what statements touch. Every list and filter is requested, so new ones need values (constant-cost/).
 * `CONSTANT_COST=long` compares 10,000 with 1,000,000 rows beside 1,000 workspaces (`CONSTANT_COST_OTHERS`).
 * `CONSTANT_COST_LISTS` picks lists, and `CONSTANT_COST_LINES` prints each request.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { settleWorkspaces } from '../../src/features/bookings/lapses/settle.ts'
import { openWrite } from '../../src/platform/outbox.ts'
import { rowsOf } from '../api/rows.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { askingsOf, lists, pathOf } from './constant-cost/askings.ts'
import { growing } from './constant-cost/growing-lists.ts'
import { provenLists } from './constant-cost/proven-lists.ts'
import { today, type Filled, type ProvenList } from './constant-cost/proven-list.ts'
import { costAt, costDuring, type Cost } from './constant-cost/statement-cost.ts'

const isLong = process.env['CONSTANT_COST'] === 'long'
const sizes = isLong ? [10_000, 1_000_000] : [2_000, 40_000]
// An index of twenty times the rows has one more level at most, of a hundred times two more.
const deeper = isLong ? 2 : 1
const limit = 5
/** A statement of this size without filters is planned once. */
const usualLimit = 10
/** Two of those usual sizes. */
const pages = { few: 10, many: 50 }
/** Workspaces beside the two, with a hundred rows each. */
const others = Number(process.env['CONSTANT_COST_OTHERS'] ?? (isLong ? 1_000 : 0))
const picked = process.env['CONSTANT_COST_LISTS']?.split(',')

let app: TestApp
before(async () => {
  app = await startTestApp()
  app.clock.set(`${today}T12:00:00Z`)
})
after(() => app.close())

interface World {
  workspace: TestWorkspace
  filled: Filled
}

async function fillWorlds({ fill, beside = 0 }: ProvenList): Promise<World[]> {
  const worlds: World[] = []
  for (const size of sizes) {
    const workspace = await app.addWorkspace()
    worlds.push({ workspace, filled: await fill(app, workspace, size) })
  }
  for (let other = 0; other < Math.max(others, beside); other += 1)
    await fill(app, await app.addWorkspace(), 100)
  await settleWorkspaces(app.services)
  await sql`vacuum analyze`.execute(app.db)
  return worlds
}

/** Lists of the same rows share their workspaces. */
const worldsOf = new Map<ProvenList['fill'], Promise<World[]>>()

for (const list of provenLists.filter(({ id }) => picked?.includes(id) ?? true)) {
  describe(`what a page of ${list.id} touches, with its total`, () => {
    let worlds: World[] = []
    before(async () => {
      const filling = worldsOf.get(list.fill) ?? fillWorlds(list)
      worldsOf.set(list.fill, filling)
      worlds = await filling
    })
    it('is the same however many there are', async () => {
      const [small, large] = worlds
      assert.ok(small && large)
      const worse: string[] = []
      for (const asking of askingsOf(list)) {
        const size = asking.length === 0 ? usualLimit : limit
        const costIn = ({ workspace, filled }: World) =>
          costAt(app, workspace.liveKey, pathOf(list, asking, filled, size))
        const [one, other] = [await costIn(small), await costIn(large)]
        const allowed = {
          rows: one.rows + 2 * (size + 1) + (isLong ? 50 : 10),
          // A growing list reads hundreds of blocks more; ten cover dead rows in an index.
          blocks: one.blocks + deeper * one.descents + one.rows + 10,
        }
        const line = `${pathOf(list, asking, small.filled, size)}: rows ${one.rows} → ${other.rows}, blocks ${one.blocks} → ${other.blocks}, descents ${one.descents} → ${other.descents}`
        if (process.env['CONSTANT_COST_LINES']) console.log(line)
        // The planner knows less of the small workspace, but must not scan it either.
        const isWalked = one.rows > 5 * other.rows + 500
        if (other.rows > allowed.rows || other.blocks > allowed.blocks || isWalked) worse.push(line)
      }
      assert.deepEqual(worse, [])
    })
    it('grows with the page, and not with its square', async () => {
      for (const { workspace, filled } of worlds) {
        const costOf = (size: number) =>
          costAt(app, workspace.liveKey, pathOf(list, [], filled, size)).then(({ handled }) => handled)
        const [few, many] = [await costOf(pages.few), await costOf(pages.many)]
        if (process.env['CONSTANT_COST_LINES']) console.log(`${list.id}: handled ${few} → ${many}`)
        assert.ok(many <= (pages.many / pages.few) * few, `${few} rows were handled, and then ${many}`)
      }
    })
  })
}

it('the look for what time has moved touches the first of each state of a workspace, and no row that was moved before', async () => {
  const { id, live } = await app.addWorkspace()
  const listing = await rowsOf(app.db, live).listing()
  // Half is over but still listed as confirmed, which statistics do not show.
  await app.db.transaction().execute(async (tx) => {
    await openWrite(tx, live, app.clock.now())
    await sql`
      insert into reservations (workspace_id, id, listing_id, source, check_in, check_out, status, completes_at, confirmation_code)
      select ${id}, nextval('reservations_id'), ${listing}, 'airbnb', day, day + 2, 'confirmed', (day + 3)::timestamptz, 'S' || n
      from generate_series(1, 20000) n
      cross join lateral (select ${today}::date + case when n % 2 = 0 then 10 else -400 end + (n % 60)::int as day) made`.execute(
      tx,
    )
  })
  await settleWorkspaces(app.services)
  await sql`vacuum analyze reservations`.execute(app.db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from workspaces`.execute(app.db)
  const [{ n } = { n: 0 }] = rows
  const { rows: touched } = await costDuring(app, () => settleWorkspaces(app.services))
  assert.ok(touched <= 6 * n + 10, `${touched} rows were touched for ${n} workspaces`)
})

it('the log of events by record touches the events of the record alone', async () => {
  const costs: Record<'stay' | 'thread', Cost>[] = []
  for (const size of sizes) {
    const { id, live, liveKey } = await app.addWorkspace()
    const make = rowsOf(app.db, live)
    const listing = await make.listing()
    const stay = await make.stay({ listing_id: listing, check_in: '2026-07-01', check_out: '2026-07-04' })
    const thread = await make.conversation({ listing_id: listing, reservation_id: stay })
    const message = await make.message(thread, `${today}T12:00:00Z`)
    // The stay and its message have ten events each, spread over the log of one listing.
    await sql`
      insert into events (workspace_id, sequence, type, object_type, object_id, listing_id, data, created_at)
      select ${id}, n, 'reservation.updated', case when n % ${size / 10}::int = 1 then 'message' else 'reservation' end,
             case n % ${size / 10}::int when 0 then ${stay}::bigint when 1 then ${message}::bigint else 1000000000000 + n end,
             ${listing}::bigint, '{}', ${app.clock.now()}
      from generate_series(1, ${size}::int) n`.execute(app.db)
    await sql`update workspace_heads set sequence = ${size} where workspace_id = ${id}`.execute(app.db)
    await sql`vacuum analyze events`.execute(app.db)
    costs.push({
      stay: await costAt(app, liveKey, `/v1/events?reservation_id=${stay}`),
      thread: await costAt(app, liveKey, `/v1/events?conversation_id=${thread}`),
    })
  }
  const [small, large] = costs
  assert.ok(small && large)
  for (const filter of ['stay', 'thread'] as const) {
    const one: Cost = small[filter]
    const other: Cost = large[filter]
    // Each plan reads some rows of small tables in another way.
    assert.ok(other.rows <= one.rows + 50, `${filter}: rows ${one.rows} → ${other.rows}`)
    assert.ok(
      other.blocks <= one.blocks + deeper * one.descents + 10,
      `${filter}: blocks ${one.blocks} → ${other.blocks}`,
    )
  }
})

it('is known of every list: those whose cost grows are named in docs/internals/benchmarks.md', () => {
  const proven = provenLists.map(({ id }) => id)
  assert.deepEqual(
    lists
      .map(({ id }) => id)
      .filter((id) => !proven.includes(id))
      .toSorted(),
    growing.toSorted(),
  )
})

it('says in docs/internals/benchmarks.md which filters of proven lists grow', () => {
  const text = readFileSync(new URL('../../docs/internals/benchmarks.md', import.meta.url), 'utf8')
  for (const { id, growing: filters = [] } of provenLists)
    for (const { filter, why } of filters)
      assert.ok(text.includes(`| \`${id}\` | \`${filter}\` | ${why} |`), `${id} ${filter}`)
})
