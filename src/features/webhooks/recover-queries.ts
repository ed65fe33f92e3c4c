/** Queues failed deliveries again, and events that were not queued at their time. */
import { sql } from 'kysely'
import { copiesBelow } from '../../platform/outbox-parent.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { isUnderWay } from './delivery/endpoint-lease-queries.ts'

/** The first sequence at or after a moment, and the latest one. */
export async function eventLogRange(
  db: Queryable,
  scope: Scope,
  since: Date | null,
): Promise<{ first: number | null; latest: number }> {
  const { rows } = await sql<{ first: string | null; latest: string }>`
    select h.sequence as latest,
           (select e.sequence from events e where e.workspace_id = ${scope.workspaceId} and e.created_at >= ${since}
              and e.sequence > 0 order by e.created_at, e.sequence limit 1) as first
    from workspace_heads h where h.workspace_id = ${scope.workspaceId}`.execute(db)
  const [row] = rows
  return { first: row?.first == null ? null : Number(row.first), latest: Number(row?.latest ?? 0) }
}

export interface RecoveryRange {
  webhookId: string
  from: number
  to: number
  /** Child workspaces have logs of their own: the time from which theirs count; null for none. */
  childrenSince: Date | null
  now: Date
}

/** In an ordered webhook they wait until `promoteChains` releases the first of each chain. */
export async function requeueFailedDeliveries(
  tx: Queryable,
  scope: Scope,
  { webhookId, from, to, childrenSince, now }: RecoveryRange,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries d
    set state = case when order_key is null then 'pending' else 'waiting' end, failures = 0, next_attempt_at = ${now},
        finished_at = null
    where workspace_id = ${scope.workspaceId} and webhook_id = ${webhookId}
      and (event_sequence between ${from} and ${to}
           or event_sequence < ${sql.lit(copiesBelow)}::bigint and created_at >= ${childrenSince})
      and (state = 'exhausted' or (state = 'pending' and failures > 0 and not ${isUnderWay(scope, now)}))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Matching events since the webhook was created that have no delivery, because it was paused or disabled. */
export async function insertMissedDeliveries(
  tx: Queryable,
  scope: Scope,
  { webhookId, from, to, now }: RecoveryRange,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    insert into deliveries (workspace_id, webhook_id, event_sequence, order_key, state, next_attempt_at, created_at)
    select e.workspace_id, w.id, e.sequence, case when w.ordered then e.order_key end,
           case when w.ordered and e.order_key is not null then 'waiting' else 'pending' end, ${now}, ${now}
    from webhooks w
    join events e on e.workspace_id = w.workspace_id and e.sequence between ${from} and ${to}
      and e.created_at >= w.created_at
    left join listings l on l.workspace_id = e.workspace_id and l.id = e.listing_id
    where w.workspace_id = ${scope.workspaceId} and w.id = ${webhookId} and coalesce(l.active, true)
      and exists (select from unnest(w.events) p
                  where p in ('*', e.type) or (right(p, 2) = '.*' and starts_with(e.type, left(p, -1))))
    on conflict do nothing returning 1 as added`.execute(tx)
  return rows.length
}

/** Queued deliveries go behind recovered ones that are older. */
export async function holdChains(
  tx: Queryable,
  scope: Scope,
  { webhookId, now }: Pick<RecoveryRange, 'webhookId' | 'now'>,
): Promise<string[]> {
  const { rows } = await sql<{ order_key: string }>`
    with chain as (
      select distinct order_key from deliveries
      where workspace_id = ${scope.workspaceId} and webhook_id = ${webhookId} and state = 'waiting'
        and order_key is not null
    ), held as (
      update deliveries d set state = 'waiting' from chain
      where d.workspace_id = ${scope.workspaceId} and d.webhook_id = ${webhookId} and d.order_key = chain.order_key
        and d.state = 'pending' and not ${isUnderWay(scope, now)}
    )
    select order_key from chain`.execute(tx)
  return rows.map((row) => row.order_key)
}
