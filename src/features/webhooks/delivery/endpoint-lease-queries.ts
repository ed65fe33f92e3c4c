/**
 * Endpoint leases (table `delivery_turns`): one process at a time serves an endpoint. One row per endpoint
 * lists what is under way, so claims write no delivery rows.
 */
import { sql, type RawBuilder } from 'kysely'
import { arrayText } from '../../../platform/array-text.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { stillUnderWay } from '../../../records/delivery-turns-sql.ts'
import type { ClaimedDelivery, DeliveryLease } from './claimed-delivery.ts'

/** Whether a pending delivery `d` is being sent under a valid lease. */
export const isUnderWay = ({ workspaceId }: Scope, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from delivery_turns t
  cross join lateral unnest(t.delivery_ids, t.numbers) as u (delivery_id, number)
  where t.workspace_id = ${workspaceId} and t.webhook_id = d.webhook_id and t.until > ${now}::timestamptz
    and u.delivery_id = d.id and u.number = d.attempts + 1)`

const claims = sql`unnest(t.delivery_ids, t.numbers, t.claimed_at) as u (delivery_id, number, at)`

/** Keeps some of the claims of lease `t`, one column at a time: Citus mixes up the columns of an assignment to several. */
export const keepClaims = (
  isKept: RawBuilder<boolean>,
  added = { ids: sql``, numbers: sql``, moments: sql`` },
) => sql`
  delivery_ids = ${added.ids} array(select u.delivery_id from ${claims} where ${isKept}),
  numbers = ${added.numbers} array(select u.number from ${claims} where ${isKept}),
  claimed_at = ${added.moments} array(select u.at from ${claims} where ${isKept})`

/** Another process may take a lease after this time without a claim. */
const silentMs = 2_000

/** The latest expiry of a lease that had no claim for that long. */
export const silentLeaseEnd = ({ until }: DeliveryLease): Date => new Date(until.getTime() - silentMs)

/**
 * Whether `holder` may serve the endpoint of lease `t`: it holds the lease, the lease expired, or nothing was
 * claimed lately. Leases need no release.
 */
export const isEndpointFreeFor = (holder: string, lease: DeliveryLease): RawBuilder<boolean> => sql<boolean>`(
  t.holder is null or t.holder = ${holder}::uuid or t.until <= ${silentLeaseEnd(lease)}::timestamptz
  or ${stillUnderWay} = '{}')`

/** The earliest claim that may still be under way. */
const oldestClaim = ({ now, until }: DeliveryLease): Date => new Date(2 * now.getTime() - until.getTime())

/** Removes deliveries that will not be sent from their leases, which frees them for others. */
export async function returnClaims(db: Queryable, claimed: readonly ClaimedDelivery[]): Promise<void> {
  for (const [workspaceId, given] of Map.groupBy(claimed, (one) => one.workspaceId)) {
    const isKept = sql<boolean>`(u.delivery_id, u.number) not in (
      select * from unnest(${arrayText(given.map((c) => c.deliveryId))}::uuid[], ${arrayText(given.map((c) => c.number))}::int[]))`
    await sql`
      with given as (
        select webhook_id from delivery_turns
        where workspace_id = ${workspaceId} and webhook_id = any(${arrayText(given.map((c) => c.webhookId))}::uuid[])
        order by webhook_id for no key update
      )
      update delivery_turns t set ${keepClaims(isKept)}
      from given where t.workspace_id = ${workspaceId} and t.webhook_id = given.webhook_id`.execute(db)
  }
}

/** The most leases that one look releases. */
const mostReleased = 1000

/**
 * Records deliveries claimed too long ago as interrupted: their process was killed or lost the database.
 * Whether the receiver got them is unknown, so they are sent again on the same schedule.
 */
export async function releaseEndpointLeases(db: Queryable, lease: DeliveryLease): Promise<number> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from delivery_turns where ${isOld(lease)} limit ${mostReleased}`.execute(db)
  let count = 0
  for (const workspaceId of new Set(rows.map((row) => row.workspace_id))) {
    count += await releaseLeasesOf(db, { workspaceId }, lease)
  }
  return count
}

const isOld = (lease: DeliveryLease): RawBuilder<boolean> => sql<boolean>`(
  delivery_ids <> '{}' and exists (select from unnest(claimed_at) at where at <= ${oldestClaim(lease)}::timestamptz))`

/** Locked leases are waited for, because later claims may remove what is due now. */
async function releaseLeasesOf(db: Queryable, { workspaceId }: Scope, lease: DeliveryLease): Promise<number> {
  const oldest = oldestClaim(lease)
  const { rows } = await sql<{ count: number }>`
    with old as (
      select webhook_id, delivery_ids, numbers, claimed_at from delivery_turns
      where workspace_id = ${workspaceId} and ${isOld(lease)}
      order by webhook_id limit ${mostReleased} for no key update
    ), cleared as (
      update delivery_turns t set version = t.version + 1, ${keepClaims(sql<boolean>`u.at > ${oldest}::timestamptz`)}
      from old where t.workspace_id = ${workspaceId} and t.webhook_id = old.webhook_id
    ), interrupted as (
      update deliveries d set attempts = u.number, next_attempt_at = ${lease.now}
      from old cross join lateral unnest(old.delivery_ids, old.numbers, old.claimed_at) as u (delivery_id, number, at)
      where d.workspace_id = ${workspaceId} and d.id = u.delivery_id and d.state = 'pending' and d.attempts = u.number - 1
        and u.at <= ${oldest}::timestamptz
      returning d.workspace_id, d.id, d.webhook_id, d.event_sequence, u.number, u.at
    ), logged as (
      insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome, error,
                                     started_at, finished_at)
      select workspace_id, ${attemptIdSql}, id, webhook_id, event_sequence, number, 'interrupted',
             'the server stopped before the outcome was known', at, ${lease.now}
      from interrupted
      on conflict (workspace_id, id, started_at) do nothing
    )
    select count(*)::int as count from interrupted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The same as `attemptIdOf`, for a row with `id` and `number`. */
const attemptIdSql = sql`overlay(id::text placing lpad(to_hex(number & 4095), 3, '0') from 16 for 3)::uuid`
