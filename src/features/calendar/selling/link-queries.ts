/** Which channel listings need a look. */
import { laterBy } from '../../../platform/moment-sql.ts'
import { sql } from 'kysely'
import type { WritePolicy } from '../../../contract/connection.ts'
import { rowsInTurn, isIdleAccount, type WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { DueTurn } from '../../../upstream/nights/turn-worker.ts'

/** In a longer backlog the oldest links may all belong to one account, so each account is queried by itself. */
const longBacklog = 1_000

/** Looks over all workspaces, for the worker. */
export async function dueConnections(db: Queryable, now: Date, places: WorkerPlaces): Promise<DueTurn[]> {
  const due = sql`(
    with oldest as materialized (
      select k.workspace_id, k.connection_id, k.wake_at from selling_links k
      where k.wake_at <= ${now} and ${isIdleAccount(places, 'k')} order by k.wake_at limit ${sql.lit(longBacklog)}
    )
    select workspace_id, connection_id, min(wake_at) as due_at from (
      select * from oldest
      union all
      select first.* from connections n cross join lateral (
        select k.workspace_id, k.connection_id, k.wake_at from selling_links k
        where k.workspace_id = n.workspace_id and k.connection_id = n.id and k.wake_at <= ${now}
          and ${isIdleAccount(places, 'k')}
        order by k.wake_at limit 1) first
      where (select count(*) from oldest) = ${sql.lit(longBacklog)}
    ) links group by 1, 2)`
  const { rows } = await sql<DueTurn>`
    select workspace_id as "workspaceId", connection_id as "connectionId" from ${rowsInTurn(due, places, { order: sql`due_at, connection_id` })} next`.execute(
    db,
  )
  return rows
}

/** When the first link is due; null if none. */
export async function nextLinkDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select min(wake_at) as due from selling_links`.execute(db)
  return rows[0]?.due ?? null
}

export interface SellingLink {
  externalId: string
  provider: string
  listingId: string
  unitCount: number
  currency: string | null
  timeZone: string | null
  markupPercent: string | null
  mendsDrift: boolean
  /** The owner took it off the channel: every night is closed there. */
  isUnlisted: boolean
  changedFrom: string | null
  changedTo: string | null
  changedSince: Date | null
  comparedAt: Date | null
}

const linkColumns = sql`
  k.external_id as "externalId", n.provider, k.listing_id as "listingId", l.unit_count as "unitCount", l.currency, l.time_zone as "timeZone",
  c.markup_percent as "markupPercent", k.mends_drift as "mendsDrift", k.unlisted_at is not null as "isUnlisted", k.changed_from as "changedFrom",
  k.changed_to as "changedTo", k.changed_since as "changedSince", k.compared_at as "comparedAt"
  from selling_links k
  join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
  join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
  left join channel_links c on c.workspace_id = k.workspace_id and c.listing_id = k.listing_id
    and c.platform = n.provider and c.external_id = k.external_id`

/** Links with changed nights here, and links not compared as a whole since `comparedBefore`. */
export async function linksToLookAt(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  comparedBefore: Date,
): Promise<SellingLink[]> {
  const { rows } = await sql<SellingLink>`
    select ${linkColumns}
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
      and (k.changed_since is not null or k.compared_at is null or k.compared_at <= ${comparedBefore})
    order by k.changed_since nulls last, k.external_id`.execute(db)
  return rows
}

/** Returns the time zones of the listings that are sold by the account, null for those without one. */
export async function timeZonesOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ timeZone: string | null }>`
    select distinct l.time_zone as "timeZone"
    from selling_links k
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}`.execute(db)
  return rows.map(({ timeZone }) => timeZone)
}

/**
 * Locks the link, which holds up changes of our calendar until the transaction ends. undefined: it is no longer sold. A statement that
 * waits for the row sees other tables as they were when it began, so a second one reads them.
 */
export async function lockLink(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<SellingLink | undefined> {
  await sql`
    select from selling_links
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
    for update`.execute(tx)
  const { rows } = await sql<SellingLink>`
    select ${linkColumns}
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}`.execute(
    tx,
  )
  return rows[0]
}

export async function noteLookedAt(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<void> {
  await sql`
    update selling_links set changed_from = null, changed_to = null, changed_since = null
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    tx,
  )
}

export async function noteCompared(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
  at: Date,
): Promise<void> {
  await sql`
    update selling_links set compared_at = ${at}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    db,
  )
}

export async function hasChanged(db: Queryable, scope: Scope, connectionId: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select from selling_links where workspace_id = ${scope.workspaceId}
                   and connection_id = ${connectionId} and changed_since is not null) as changed`.execute(db)
  return rows[0]?.changed === true
}

/**
 * Takes the rows first: a statement that began before a change was visible would sleep over it. Changes are looked at
 * before `notBefore` too, because room reserved for sold nights may be left.
 */
export async function sleepUntilDue(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { notBefore, compareEveryMs, now }: { notBefore: Date | null; compareEveryMs: number; now: Date },
): Promise<void> {
  const compared = laterBy(sql`k.compared_at`, sql`${compareEveryMs} * interval '1 millisecond'`)
  await db.transaction().execute(async (tx) => {
    await sql`
      select from selling_links where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      order by external_id for update`.execute(tx)
    await sql`
      update selling_links k
      set wake_at = case when k.changed_since is not null then ${now}::timestamptz else
        greatest(${notBefore}::timestamptz,
          least(coalesce(${compared}, ${now}), (
            select min(n.next_attempt_at) from channel_nights n
            where n.workspace_id = ${scope.workspaceId} and n.connection_id = k.connection_id
              and n.external_id = k.external_id and n.next_attempt_at is not null))) end
      where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}`.execute(tx)
  })
}

/** After an internal fault the whole connection waits until then. */
export async function restUntil(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  until: Date,
): Promise<void> {
  await sql`
    update selling_links set wake_at = ${until}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}

export interface AllowedWrites {
  /** The calendar switches of the account's write policy. */
  policy: WritePolicy['calendar']
  /** What the account's owner granted; null: unknown. */
  granted: string[] | null
}

export async function allowedWrites(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<AllowedWrites | undefined> {
  const { rows } = await sql<AllowedWrites>`
    select write_policy->'calendar' as policy, granted from connections
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(db)
  return rows[0]
}
