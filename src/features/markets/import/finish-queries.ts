/** Makes a finished snapshot visible. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

export interface FinishedSnapshot {
  marketId: string
  snapshotId: string
  takenOn: string
  firstDay: string | null
  days: number
  priceFrom: 'calendar' | 'listing' | 'none'
  listings: number
  area: string | null
  summary: unknown
}

/** Compares with the visible snapshot; null if none is older. */
export async function comparedWithBefore(
  db: Queryable,
  { marketId, snapshotId, takenOn }: { marketId: string; snapshotId: string; takenOn: string },
): Promise<{ fresh: number; gone: number } | null> {
  const { rows } = await sql<{ fresh: number; gone: number }>`
    select count(*) filter (where old.id is null)::int as fresh, count(*) filter (where new.id is null)::int as gone
    from (select id from market_listings where snapshot_id = ${snapshotId}) new
    full join (
      select l.id from market_listings l join markets m on m.snapshot_id = l.snapshot_id where m.id = ${marketId}
    ) old on old.id = new.id
    where exists (select from markets m join market_snapshots s on s.id = m.snapshot_id
                  where m.id = ${marketId} and s.taken_on < ${takenOn}::date)
    having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

/** Call it in a transaction. Other snapshots keep only what trends need. */
export async function finishSnapshot(
  tx: Queryable,
  done: FinishedSnapshot & { compared: { fresh: number; gone: number } | null },
): Promise<void> {
  const { marketId, snapshotId, takenOn, compared } = done
  await sql`select from markets where id = ${marketId} for update`.execute(tx)
  // A repeated import of one day keeps the first comparison.
  const { rows } = await sql<{ new_listings: number | null; gone_listings: number | null }>`
    delete from market_snapshots
    where market_id = ${marketId} and taken_on = ${takenOn} and complete
    returning new_listings, gone_listings`.execute(tx)
  const [before] = rows
  await sql`
    update market_snapshots
    set complete = true, taken_on = ${takenOn}, first_day = ${done.firstDay}, days = ${done.days}, price_from = ${done.priceFrom},
        listings = ${done.listings}, summary = ${JSON.stringify(done.summary)}::jsonb,
        new_listings = ${compared?.fresh ?? before?.new_listings ?? null},
        gone_listings = ${compared?.gone ?? before?.gone_listings ?? null}
    where id = ${snapshotId}`.execute(tx)
  await sql`
    update markets m set snapshot_id = s.id, listings = s.listings,
           area = case when s.id = ${snapshotId} then ${done.area}::text::box else m.area end
    from (select id, listings from market_snapshots where market_id = ${marketId} and complete
          order by taken_on desc limit 1) s
    where m.id = ${marketId}`.execute(tx)
  await sql`
    delete from market_listings l using market_snapshots s, markets m
    where m.id = ${marketId} and s.market_id = m.id and s.complete and s.id <> m.snapshot_id and l.snapshot_id = s.id`.execute(
    tx,
  )
}
