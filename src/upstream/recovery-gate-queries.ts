import { sql } from 'kysely'
import type { Queryable, Scope } from '../platform/tenant.ts'

export interface AwaitedAccount {
  connection_id: string
  provider: string
}

/** Returns whether the account was not read as a whole since the restore. */
export async function isAccountAwaited(db: Queryable, scope: Scope, connectionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from recovery_accounts
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and state <> 'open'`.execute(
    db,
  )
  return rows.length > 0
}

/** Accounts that need a person are left out: they would hold up the whole workspace. */
export async function firstAwaitedAccount(db: Queryable, scope: Scope): Promise<AwaitedAccount | undefined> {
  const { rows } = await sql<AwaitedAccount>`
    select a.connection_id, c.provider from recovery_accounts a
    join connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
    where a.workspace_id = ${scope.workspaceId} and a.state in ('reading', 'comparing')
    order by a.connection_id limit 1`.execute(db)
  return rows[0]
}

/** Returns an account that has the listing or sells it and was not read as a whole, whoever is needed for it. */
export async function accountAwaitedForListing(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<AwaitedAccount | undefined> {
  const { rows } = await sql<AwaitedAccount>`
    select a.connection_id, c.provider from recovery_accounts a
    join connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
    where a.workspace_id = ${scope.workspaceId} and a.state <> 'open' and (
      exists (select from listing_links k where k.workspace_id = ${scope.workspaceId} and k.connection_id = a.connection_id
              and k.listing_id = ${listingId})
      or exists (select from selling_links k where k.workspace_id = ${scope.workspaceId} and k.connection_id = a.connection_id
                 and k.listing_id = ${listingId})
      or exists (select from listings l where l.workspace_id = ${scope.workspaceId} and l.connection_id = a.connection_id
                 and l.id = ${listingId}))
    order by a.connection_id limit 1`.execute(db)
  return rows[0]
}

/** Returns whether a followed calendar of the listing was not fetched since. */
export async function isFeedAwaited(
  db: Queryable,
  scope: Scope,
  listingId: string,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from ical_feeds
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and paused_at is null and closes <> 'nothing'
      and (last_fetched_at is null or last_fetched_at < ${since}) limit 1`.execute(db)
  return rows.length > 0
}

/** Returns nights of a stay that a restore keeps closed and nobody has opened since. */
export async function keptNightsOf(
  db: Queryable,
  scope: Scope,
  { listingId, checkIn, checkOut }: { listingId: string; checkIn: string; checkOut: string },
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct k.date from kept_nights k
    join calendar_days d on d.workspace_id = k.workspace_id and d.listing_id = k.listing_id and d.date = k.date
      and not d.available
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId} and k.opened_at is null
      and k.date >= ${checkIn}::date and k.date < ${checkOut}::date
    order by k.date`.execute(db)
  return rows.map(({ date }) => date)
}
