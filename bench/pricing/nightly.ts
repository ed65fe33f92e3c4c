/**
 * Compares the nightly look at many listings with reading their rows alone, and counts what the next night rewrites.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { gatherFacts } from '../../src/features/markets/pricing/gather.ts'
import { insertPricedListing } from '../../src/features/markets/pricing/queries.ts'
import { priceDueListings } from '../../src/features/markets/pricing/worker.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import { useHashKeys } from '../../src/platform/keyed-hash.ts'
import type { BenchContext, Result } from '../bench.ts'
import { pricedWorkspace } from './priced-workspace.ts'

const listings = 300
const now = '2026-06-15T03:00:00.000Z'

export async function nightlyLook({ database, log }: BenchContext): Promise<Result[]> {
  const db = database.kysely
  useHashKeys([randomBytes(32)])
  const clock = fakeClock(now)
  const services = { db, clock, log, connectors }
  const { scope, ids } = await pricedWorkspace(db, { listings, today: '2026-06-15' })
  await insertPricedListing(db, scope, ids, clock.now())
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const night = async () => {
    while (await priceDueListings(services));
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
    for (let at = 0; at < ids.length; at += 25)
      await gatherFacts(db, scope, ids.slice(at, at + 25), clock.now())
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
