/** The nightly look at many listings: against reading their rows alone, and how much of it is written again the next night. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { factsOf } from '../../src/features/pricing/gather.ts'
import { enrol } from '../../src/features/pricing/queries.ts'
import { lookAtDue } from '../../src/features/pricing/worker.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import { useHashKeys } from '../../src/platform/keyed-hash.ts'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'
import type { BenchContext, Result } from '../bench.ts'

const listings = 300
const now = '2026-06-15T03:00:00.000Z'

/** Homes in ten places with some seventy stays each, and prices of a year. */
async function fill(db: Queryable): Promise<{ scope: Scope; ids: string[] }> {
  const { rows } = await sql<{ id: string }>`
    insert into workspaces (id, name, plan, contact_confirmed)
    values (nextval('workspaces_id'), 'Prices', 'custom', true) returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  const scope = { workspaceId: id }
  const { rows: homes } = await sql<{ id: string }>`
    insert into listings (workspace_id, id, name, city, country_code, currency, default_nightly_price, min_nights)
    select ${id}, nextval('listings_id'), 'Home ' || n, 'Place ' || n % 10, 'HR', 'EUR', 60 + n % 90, 2
    from generate_series(1, ${listings}) n returning id`.execute(db)
  await sql`
    insert into reservations (workspace_id, id, listing_id, check_in, check_out, status, completes_at, confirmation_code, booked_at,
                              total_price, currency, source)
    select l.workspace_id, nextval('reservations_id'), l.id, day, day + 2 + (n % 3), 'confirmed', day + 5, 'B' || l.id || n,
           day - (1 + (n * 7 + l.id) % 80)::int, l.default_nightly_price * (2 + n % 3), 'EUR', 'airbnb'
    from listings l cross join generate_series(0, 75) n
    cross join lateral (select date '2025-06-20' + n * 5 + (l.id % 2)::int as day) d
    where l.workspace_id = ${id} and (n + l.id) % 5 <> 0 and day - (1 + (n * 7 + l.id) % 80)::int < date '2026-06-15'`.execute(
    db,
  )
  await sql`
    insert into calendar_days (workspace_id, listing_id, date, available, price, available_units)
    select l.workspace_id, l.id, date '2025-06-15' + n, true, l.default_nightly_price * (1 + 0.2 * sin(n / 58.0)), 1
    from listings l cross join generate_series(0, 729) n where l.workspace_id = ${id}`.execute(db)
  return { scope, ids: homes.map((home) => home.id) }
}

export async function nightlyLook({ database, log }: BenchContext): Promise<Result[]> {
  const db = database.kysely
  useHashKeys([randomBytes(32)])
  const clock = fakeClock(now)
  const services = { db, clock, log, connectors }
  const { scope, ids } = await fill(db)
  await enrol(db, scope, ids, clock.now())
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const night = async () => {
    while (await lookAtDue(services));
  }
  const written = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from price_recommendations
      where workspace_id = ${scope.workspaceId} and generated_at = ${clock.now()}`.execute(db)
    return rows[0]?.count ?? 0
  }
  await sql`analyze`.execute(db)
  const first = await timed(night)
  const firstRows = await written()
  clock.advance(24 * 3600_000)
  const second = await timed(night)
  const secondRows = await written()
  const reading = await timed(async () => {
    for (let at = 0; at < ids.length; at += 25) await factsOf(db, scope, ids.slice(at, at + 25), clock.now())
  })
  return [
    {
      ...{
        label: 'a night of looks, against reading what they look at',
        ratio: second / reading,
        atMost: 12,
      },
      detail: `${listings} listings: the first night ${Math.round(first)} ms, the second ${Math.round(second)} ms (${(second / listings).toFixed(1)} ms each), reading ${Math.round(reading)} ms`,
    },
    {
      ...{
        label: 'recommendations written in the second night, against the first',
        ratio: secondRows / firstRows,
        atMost: 0.4,
      },
      detail: `${firstRows} rows, then ${secondRows}: what did not change is left`,
    },
  ]
}
