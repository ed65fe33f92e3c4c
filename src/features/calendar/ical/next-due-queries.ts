/** When the workers of feeds have to look next, over all workspaces. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** When the first feed is due; null if none. */
export async function nextFeedDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_fetch_at) as due from ical_feeds where next_fetch_at is not null`.execute(db)
  return rows[0]?.due ?? null
}

/** When the first listing is to be looked at whose PMS was told of feeds; null if none. */
export async function nextKeeperLook(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select min(look_at) as due from ical_pms_nights`.execute(
    db,
  )
  return rows[0]?.due ?? null
}
