/** Makes a server process read its calendar feeds now instead of in a quarter of an hour. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Database } from '../../src/platform/db.ts'
import { until } from './until.ts'

/**
 * Waits until all feeds were read since now. A reading under way began earlier and postpones its feed, so feeds are
 * made due again until each was read.
 */
export async function allFeedsRead(db: Database['kysely'], output: () => string): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const since = rows[0]?.now ?? assert.fail()
  const unread = sql`(last_good_at is null or last_good_at < ${since})`
  let left: unknown[] = []
  await until('every feed to be read', async () => {
    await sql`
      update ical_feeds set next_fetch_at = now() where ${unread} and holder is null and next_fetch_at > now()`.execute(
      db,
    )
    const { rows: waiting } = await sql`
      select id, next_fetch_at, claimed_until, last_fetched_at, last_good_at, failures, stale_detail
      from ical_feeds where ${unread} or holder is not null`.execute(db)
    left = waiting
    return left.length === 0
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${JSON.stringify(left)}\n${output()}`, { cause: error })
  })
}
