/** Nights that PMSs were told to close because of feeds. Due listings are found over all workspaces. */
import { sql } from 'kysely'
import { rowsInTurn, freePlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'

export interface KeeperOfListing {
  keeper: ListingKeeper
  unit_count: number
  feeds: string[]
}

export async function keeperOfListing(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<KeeperOfListing | undefined> {
  const { rows } = await sql<KeeperOfListing>`
    select ${keeperOf('l', scope)} as keeper, l.unit_count,
           array(select f.id from ical_feeds f where f.workspace_id = ${scope.workspaceId} and f.listing_id = l.id) as feeds
    from listings l where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}`.execute(db)
  return rows[0]
}

export async function nightsClosedAtKeeper(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date from ical_pms_nights where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}
    order by date`.execute(db)
  return rows.map(({ date }) => date)
}

export async function updateNightsClosedAtKeeper(
  tx: Queryable,
  scope: Scope,
  listingId: string,
  { close, forget, lookAt }: { close: readonly string[]; forget: readonly string[]; lookAt: Date },
): Promise<void> {
  await sql`
    delete from ical_pms_nights
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and date = any(${forget}::date[])`.execute(
    tx,
  )
  await sql`
    insert into ical_pms_nights (workspace_id, listing_id, date, look_at)
    select ${scope.workspaceId}, ${listingId}, date, ${lookAt} from unnest(${close}::date[]) date
    on conflict (workspace_id, listing_id, date) do nothing`.execute(tx)
}

export async function postponeKeeperLook(
  db: Queryable,
  scope: Scope,
  listingId: string,
  lookAt: Date,
): Promise<void> {
  await sql`
    update ical_pms_nights set look_at = ${lookAt}
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(db)
}

/** Listings with nights not looked at for a while: their feeds may be gone. */
export async function dueKeeperListings(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ workspaceId: string; listingId: string }[]> {
  const due = sql`(
    select workspace_id, listing_id, min(look_at) as due_at from ical_pms_nights where look_at <= ${now} group by 1, 2)`
  const { rows } = await sql<{ workspaceId: string; listingId: string }>`
    select workspace_id::text as "workspaceId", listing_id::text as "listingId"
    from ${rowsInTurn(due, freePlaces(limit))} next`.execute(db)
  return rows
}
