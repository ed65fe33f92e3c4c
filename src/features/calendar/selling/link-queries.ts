/** Which channel listings are to be looked at. */
import { sql } from 'kysely'
import type { WritePolicy } from '../../../contract/connection.ts'
import { inTurn, isIdleAccount, type WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { DueTurn } from '../../../upstream/nights/turn-worker.ts'

/** Of a longer backlog the oldest links may all be of one account: then every account is looked into by itself. */
const longBacklog = 1_000

/** Over all workspaces: a worker's question. */
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
    select workspace_id as "workspaceId", connection_id as "connectionId" from ${inTurn(due, places)} next`.execute(
    db,
  )
  return rows
}

export interface SellingLink {
  externalId: string
  provider: string
  listingId: string
  unitCount: number
  currency: string | null
  markupPercent: string | null
  mendsDrift: boolean
  /** Taken off the channel by its owner: every night is closed there. */
  isUnlisted: boolean
  changedFrom: string | null
  changedTo: string | null
  changedSince: Date | null
  comparedAt: Date | null
}

const shown = sql`
  k.external_id as "externalId", n.provider, k.listing_id as "listingId", l.unit_count as "unitCount", l.currency,
  c.markup_percent as "markupPercent", k.mends_drift as "mendsDrift", k.unlisted_at is not null as "isUnlisted", k.changed_from as "changedFrom",
  k.changed_to as "changedTo", k.changed_since as "changedSince", k.compared_at as "comparedAt"
  from selling_links k
  join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
  join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
  left join channel_links c on c.workspace_id = k.workspace_id and c.listing_id = k.listing_id
    and c.platform = n.provider and c.external_id = k.external_id`

/** Links whose nights changed here, or that were not compared as a whole since `comparedBefore`. */
export async function linksToLookAt(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  comparedBefore: Date,
): Promise<SellingLink[]> {
  const { rows } = await sql<SellingLink>`
    select ${shown}
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
      and (k.changed_since is not null or k.compared_at is null or k.compared_at <= ${comparedBefore})
    order by k.changed_since nulls last, k.external_id`.execute(db)
  return rows
}

/** Whoever changes our calendar waits until the transaction ends. undefined: it is sold no more. */
export async function lockLink(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<SellingLink | undefined> {
  const { rows } = await sql<SellingLink>`
    select ${shown}
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
    for update of k`.execute(tx)
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
 * A statement that began before a change was there would sleep over it, so the rows are taken first. What changed is looked at
 * before `notBefore` too: then it is known at least, and what is kept of a limit for sold nights may have room.
 */
export async function sleepUntilDue(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { notBefore, compareEveryMs, now }: { notBefore: Date | null; compareEveryMs: number; now: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      select from selling_links where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      order by external_id for update`.execute(tx)
    await sql`
      update selling_links k
      set wake_at = case when k.changed_since is not null then ${now}::timestamptz else
        greatest(${notBefore}::timestamptz,
          least(coalesce(k.compared_at + ${compareEveryMs} * interval '1 millisecond', ${now}), (
            select min(n.next_attempt_at) from channel_nights n
            where n.workspace_id = k.workspace_id and n.connection_id = k.connection_id
              and n.external_id = k.external_id and n.next_attempt_at is not null))) end
      where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}`.execute(tx)
  })
}

/** After a fault of our own: everything waits until then. */
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
  /** What the write policy of the account lets through. */
  policy: WritePolicy['calendar']
  /** What the owner of the account allowed; null: nobody told it. */
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
