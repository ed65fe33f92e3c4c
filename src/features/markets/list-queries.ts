/** Lists of markets. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'

export interface ListedMarket {
  id: string
  name: string
  country: string
  currency: string
  listings: number
  taken_on: string
  snapshots: number
}

export async function markets(db: Queryable): Promise<ListedMarket[]> {
  const { rows } = await sql<ListedMarket>`
    select m.id, m.name, m.country, m.currency, m.listings, s.taken_on,
           (select count(*)::int from market_snapshots kept where kept.market_id = m.id and kept.complete) as snapshots
    from markets m join market_snapshots s on s.id = m.snapshot_id order by m.key`.execute(db)
  return rows
}
