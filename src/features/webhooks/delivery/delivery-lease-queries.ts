/**
 * Leases of single deliveries that are sent while a caller waits. The lease stands in the delivery's row, so
 * no worker takes it.
 */
import { sql, type RawBuilder } from 'kysely'
import { timeUuid } from '../../../platform/time-uuid.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { checkChildListings } from './child-listing-queries.ts'
import { claimedColumns, claimedTables, claimedEndpoints } from './claim-queries.ts'
import {
  type DeliveryLease,
  toClaimResult,
  type ClaimedDelivery,
  type ClaimedDeliveryRow,
} from './claimed-delivery.ts'

const leased = ({ now, until }: DeliveryLease): RawBuilder<unknown> => sql`
  state = 'sending', attempts = attempts + 1, attempt_id = ${timeUuid(now)}::uuid, attempt_at = ${now}::timestamptz, claimed_until = ${until}::timestamptz`

const selected = ({ workspaceId }: Scope, now: Date) => sql`
  select ${claimedColumns}, c.attempts as number, c.attempt_id, c.replay_from, e.data,
         ${claimedEndpoints(sql`(select * from c where workspace_id = ${workspaceId})`, now)} as endpoints
  from c ${claimedTables} where c.workspace_id = ${workspaceId}`

/**
 * Claims the delivery of the transaction's latest event before any worker sees it. The transaction holds the
 * workspace's head row, so the event has the highest sequence.
 */
export async function claimAddressed(
  tx: Queryable,
  scope: Scope,
  webhookId: string,
  lease: DeliveryLease,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDeliveryRow>`
    with c as (
      update deliveries set ${leased(lease)}
      where workspace_id = ${scope.workspaceId} and webhook_id = ${webhookId} and state = 'pending'
        and event_sequence = (select -addressed from workspace_heads where workspace_id = ${scope.workspaceId})
      returning *
    )
    ${selected(scope, lease.now)}`.execute(tx)
  return toClaimResult(await checkChildListings(tx, rows), lease).claimed[0]
}

/** Claims a delivery for a replay in any state, unless it is under way. */
export async function claimReplay(
  tx: Queryable,
  scope: Scope,
  deliveryId: string,
  lease: DeliveryLease & { replayedAt: readonly Date[] },
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDeliveryRow>`
    with c as (
      update deliveries set replay_from = state, replayed_at = ${lease.replayedAt}::timestamptz[],
             ${leased(lease)}
      where workspace_id = ${scope.workspaceId} and id = ${deliveryId} and state in ('pending', 'succeeded', 'exhausted')
      returning *
    )
    ${selected(scope, lease.now)}`.execute(tx)
  return toClaimResult(await checkChildListings(tx, rows), lease).claimed[0]
}

/** Releases expired leases, like releaseEndpointLeases does for endpoints. */
export async function releaseDeliveryLeases(db: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from deliveries where ${isExpired(now)}
    order by claimed_until limit ${mostReleased}`.execute(db)
  let count = 0
  for (const workspaceId of new Set(rows.map((row) => row.workspace_id))) {
    count += await releaseLeasesOf(db, { workspaceId }, now)
  }
  return count
}

/** The most leases that one look releases. */
const mostReleased = 1000

const isExpired = (now: Date) => sql`state = 'sending' and claimed_until <= ${now}`

async function releaseLeasesOf(db: Queryable, { workspaceId }: Scope, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with expired as (
      select id, attempt_id, attempt_at, replay_from from deliveries
      where workspace_id = ${workspaceId} and ${isExpired(now)}
      order by claimed_until limit ${mostReleased} for update skip locked
    ), released as (
      update deliveries d
      set state = 'pending', next_attempt_at = ${now}, attempt_id = null, attempt_at = null, claimed_until = null,
          replay_from = null
      from expired where d.workspace_id = ${workspaceId} and d.id = expired.id
      returning d.workspace_id, d.id, d.webhook_id, d.event_sequence, d.attempts, expired.attempt_id, expired.attempt_at,
        expired.replay_from is not null as replay
    ), logged as (
      insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, replay, outcome,
                                     error, started_at, finished_at)
      select workspace_id, attempt_id, id, webhook_id, event_sequence, attempts, replay, 'interrupted',
             'the server stopped before the outcome was known', attempt_at, ${now}
      from released
    )
    select count(*)::int as count from released`.execute(db)
  return rows[0]?.count ?? 0
}
