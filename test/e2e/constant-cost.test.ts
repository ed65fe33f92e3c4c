/**
 * What a page costs does not hang on how much is stored. Two workspaces, a small one and a large one, are asked the same; what each statement
 * touches is read from its plan, without a clock. Every list and every filter of the route table is asked for: what is new has to
 * be given a value here, and an index. `CONSTANT_COST=long` compares 10,000 with 1,000,000 rows.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { settle } from '../../src/features/lapses/settle.ts'
import { routes } from '../../src/features/routes.ts'
import { renderReservations } from '../../src/records/reservations/shown.ts'
import { rowsOf as makerOf } from '../api/rows.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { growing } from './growing-lists.ts'
import { costAt } from './statement-cost.ts'

const isLong = process.env['CONSTANT_COST'] === 'long'
const sizes = isLong ? [10_000, 1_000_000] : [2_000, 40_000]
const limit = 5
const today = '2026-06-15'

let app: TestApp
const worlds: { workspace: TestWorkspace; listing: string; size: number }[] = []

/** Each day, status, source and account often enough in the small one, so that no page is short for want of rows. */
async function fill(workspace: TestWorkspace, size: number): Promise<string> {
  const make = makerOf(app.db, workspace.live)
  const listings: string[] = []
  for (let n = 0; n < 20; n += 1) listings.push(await make.listing())
  const accounts = [await make.account('hostaway', '1'), await make.account('airbnb', '2')]
  const model = await make.stay({
    listing_id: listings[0] ?? '',
    check_in: '2026-06-01',
    check_out: '2026-06-03',
  })
  await renderReservations(app.db, workspace.live, [model], app.clock.now())
  for (let from = 0; from < size; from += 20_000) {
    await sql`
      insert into reservations (workspace_id, id, listing_id, account_id, source, check_in, check_out, status, pending_reason,
        respond_by, completes_at, lapses_at, confirmation_code, doc, updated_at)
      select ${workspace.id}, nextval('reservations_id'),
        -- As many reservations a listing in both: a larger workspace has more listings, as far as a page can tell.
        (${listings}::bigint[])[1 + case when n < 400 then n % 10 else 10 + n % 10 end],
        (${accounts.map(({ id }) => id)}::bigint[])[1 + (n / 60) % 2], (array['airbnb', 'booking.com', 'direct'])[1 + (n / 120) % 3],
        day, day + 2, status, case status when 'pending' then 'host_approval' end,
        case status when 'pending' then timestamptz '2026-12-01' end, (day + 3)::timestamptz,
        case status when 'pending' then timestamptz '2026-12-01' end, 'C' || n, model.doc,
        case when n < 20 then ${app.clock.now()}::timestamptz - interval '1 minute'
             else ${app.clock.now()}::timestamptz - interval '1 day' - n % 4 * interval '100 days' end
      from (select doc from reservations where id = ${model}) model,
        generate_series(${from}::int, ${Math.min(size, from + 20_000)}::int - 1) n
      cross join lateral (select date '2026-05-16' + n % 60 as day,
        (array['confirmed', 'confirmed', 'cancelled', 'pending'])[1 + (n / 360) % 4] as status) made`.execute(
      app.db,
    )
  }
  return listings[0] ?? ''
}

before(async () => {
  app = await startTestApp()
  app.clock.set(`${today}T12:00:00Z`)
  for (const size of sizes) {
    const workspace = await app.addWorkspace()
    worlds.push({ workspace, size, listing: await fill(workspace, size) })
  }
  await settle(app.services)
  await sql`vacuum analyze`.execute(app.db)
})
after(() => app.close())

/** One value for each filter; several where they lead to different indexes. */
const values: Record<string, readonly ((listing: string) => string)[]> = {
  listing_id: [(listing) => listing],
  status: ['confirmed', 'completed', 'pending', 'cancelled'].map((status) => () => status),
  platform: [() => 'airbnb', () => 'owner'],
  account: [() => 'hostaway:1', () => 'hostaway:9'],
  check_in_after: [() => today, () => '2026-05-20', () => '2027-01-01'],
  check_in_before: [() => today],
  check_out_after: [() => today],
  check_out_before: [() => today],
  updated_since: [() => `${today}T11:50:00Z`, () => '2025-12-01T00:00:00Z'],
}
const paging = ['cursor', 'offset', 'limit', 'include_total']

const listsOf = () =>
  routes.filter((route) => {
    const query = (route.query as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}
    return route.method === 'GET' && paging.every((name) => name in query)
  })
const filtersOf = (id: string) =>
  Object.keys(
    (listsOf().find((route) => route.id === id)?.query as { properties: Record<string, unknown> }).properties,
  ).filter((name) => !paging.includes(name))

const pairs = [
  ['status', 'platform'],
  ['status', 'account'],
  ['status', 'listing_id'],
  ['status', 'check_in_after'],
  ['platform', 'account'],
  ['listing_id', 'check_in_after'],
  ['check_in_after', 'check_in_before'],
  ['check_out_after', 'check_out_before'],
]

function askings(): [string, (listing: string) => string][][] {
  const names = filtersOf('listReservations')
  const valuesOf = (name: string) => {
    const known = values[name]
    assert.ok(
      known,
      `the filter ${name} of listReservations is asked with no value here: give it one, and an index`,
    )
    return known
  }
  const alone = names.flatMap((name) =>
    valuesOf(name).map((value) => [[name, value] as [string, typeof value]]),
  )
  const together = pairs.flatMap(([a = '', b = '']) =>
    valuesOf(a).map((value) => [
      [a, value] as [string, typeof value],
      [b, valuesOf(b)[0]] as [string, typeof value],
    ]),
  )
  return [[], ...alone, ...together]
}

describe('what a page of reservations touches, with its total', () => {
  it('is the same however many there are', async () => {
    const [small, large] = worlds
    assert.ok(small && large)
    // An index of fifty times the rows is a level deeper at most, one of a hundred times two.
    const deeper = isLong ? 2 : 1
    const worse: string[] = []
    for (const asking of askings()) {
      const pathFor = ({ listing }: { listing: string }) =>
        `/v1/reservations?${new URLSearchParams({ limit: String(limit), ...Object.fromEntries(asking.map(([name, value]) => [name, value(listing)])) }).toString()}`
      const one = await costAt(app, small.workspace.liveKey, pathFor(small))
      const other = await costAt(app, large.workspace.liveKey, pathFor(large))
      const allowed = {
        rows: one.rows + 2 * (limit + 1) + (isLong ? 50 : 10),
        blocks: one.blocks + deeper * one.descents + one.rows,
      }
      const line = `${pathFor({ listing: '…' })}: rows ${one.rows} → ${other.rows}, blocks ${one.blocks} → ${other.blocks}, descents ${one.descents} → ${other.descents}`
      if (process.env['CONSTANT_COST_LINES']) console.log(line)
      if (other.rows > allowed.rows || other.blocks > allowed.blocks) worse.push(line)
    }
    assert.deepEqual(worse, [])
  })
})

it('is known of every list: those whose cost grows are named in docs/benchmarks.md', () => {
  const proven = ['listReservations']
  assert.deepEqual(
    listsOf()
      .map(({ id }) => id)
      .filter((id) => !proven.includes(id))
      .toSorted(),
    growing.toSorted(),
  )
})
