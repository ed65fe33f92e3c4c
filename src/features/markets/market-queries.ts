/** Reads figures of a market as a whole. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'

export interface DayRow {
  date: string
  listings: number
  taken: number
  priced: number
  price_sum: string
  price_least: number | null
  price_most: number | null
}

export async function marketDays(
  db: Queryable,
  snapshotId: string,
  { from, to }: { from: string; to: string },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select d.date, d.listings, d.taken, d.priced, d.price_sum, d.price_least, d.price_most
    from market_days d where d.snapshot_id = ${snapshotId} and d.date between ${from}::date and ${to}::date
    order by d.date`.execute(db)
  return rows
}
