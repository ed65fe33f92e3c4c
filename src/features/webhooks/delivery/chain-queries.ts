/**
 * Waiting deliveries: behind an unfinished one of the same order key, or behind a snapshot. They are released
 * under the workspace's head row, which every queueing transaction holds, so neither side misses the other's
 * decision.
 */
import { sql, type RawBuilder } from 'kysely'
import { copiesBelow } from '../../../platform/outbox-parent.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface DeliveryChain {
  workspaceId: string
  webhookId: string
  /** null for deliveries that wait for the snapshot. */
  orderKey: string | null
}

const unfinishedSnapshot = sql`exists (
  select from deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.event_sequence < 0
    and d.event_sequence > ${sql.lit(copiesBelow)}::bigint and d.retries and d.state in ('pending', 'sending'))`

const input = (chains: readonly DeliveryChain[]) => sql`
  unnest(${chains.map((c) => c.workspaceId)}::bigint[], ${chains.map((c) => c.webhookId)}::uuid[],
         ${chains.map((c) => c.orderKey)}::text[]) as c (workspace_id, webhook_id, order_key)`

/**
 * The first delivery of a chain may go when nothing of the chain is under way. It becomes due now, because
 * workers do not look back to its queueing time.
 */
const letHeadsGo = (chains: ReturnType<typeof sql>, now: Date) => sql`
  update deliveries d set state = 'pending', next_attempt_at = greatest(d.next_attempt_at, ${now})
  from (
    select distinct c.workspace_id, c.webhook_id, c.order_key from ${chains}
  ) c
  join webhooks w on w.workspace_id = c.workspace_id and w.id = c.webhook_id and not w.snapshot_pending
  cross join lateral (
    select h.id from deliveries h
    where h.workspace_id = c.workspace_id and h.webhook_id = c.webhook_id and h.order_key = c.order_key
      and h.state = 'waiting' order by h.event_sequence limit 1) head
  where d.workspace_id = c.workspace_id and d.id = head.id
    and not exists (select from deliveries o where o.workspace_id = c.workspace_id and o.webhook_id = c.webhook_id
                    and o.order_key = c.order_key and o.state in ('pending', 'sending'))`

/** For a transaction that holds the workspace's head row. */
export async function promoteChains(
  tx: Queryable,
  chains: readonly DeliveryChain[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`${letHeadsGo(input(chains), now)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Releases deliveries that waited for a finished snapshot. */
async function endSnapshots(tx: Queryable, workspaceIds: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; id: string; ordered: boolean }>`
    update webhooks w set snapshot_pending = false
    where w.workspace_id = any(${workspaceIds}::bigint[]) and w.snapshot_pending and not ${unfinishedSnapshot}
    returning w.workspace_id, w.id, w.ordered`.execute(tx)
  for (const { workspace_id, id, ordered } of rows) {
    await sql`
      update deliveries set state = 'pending', next_attempt_at = greatest(next_attempt_at, ${now})
      where workspace_id = ${workspace_id} and webhook_id = ${id} and state = 'waiting' and order_key is null`.execute(
      tx,
    )
    if (!ordered) continue
    await sql`${letHeadsGo(
      sql`(
      select workspace_id, webhook_id, order_key from deliveries
      where workspace_id = ${workspace_id} and webhook_id = ${id} and state = 'waiting' and order_key is not null) as c`,
      now,
    )}`.execute(tx)
  }
}

/** Returns the chains whose workspace was locked, to be tried again. */
export async function promoteUnlockedChains(
  db: Queryable,
  chains: readonly DeliveryChain[],
  at: Date,
): Promise<DeliveryChain[]> {
  if (chains.length === 0) return []
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ workspace_id: string }>`
      select workspace_id from workspace_heads
      where workspace_id = any(${chains.map((chain) => chain.workspaceId)}::bigint[])
      order by workspace_id for share skip locked`.execute(tx)
    const free = new Set(rows.map((row) => row.workspace_id))
    const now = chains.filter(({ workspaceId }) => free.has(workspaceId))
    const snapshots = now.filter(({ orderKey }) => orderKey === null)
    if (snapshots.length > 0) {
      await endSnapshots(
        tx,
        snapshots.map(({ workspaceId }) => workspaceId),
        at,
      )
    }
    const ordered = now.filter(({ orderKey }) => orderKey !== null)
    if (ordered.length > 0) await promoteChains(tx, ordered, at)
    return chains.filter(({ workspaceId }) => !free.has(workspaceId))
  })
}

/** Chains whose head waits for nothing, because the process that was to release it was killed. */
export async function stuckChains(db: Queryable): Promise<DeliveryChain[]> {
  // Jumps from chain to chain, whatever the number of rows in each.
  const nextOf = (c: string, after: RawBuilder<unknown>) => sql`lateral (
    select d.order_key from deliveries d
    where d.workspace_id = ${sql.ref(`${c}.workspace_id`)} and d.webhook_id = ${sql.ref(`${c}.webhook_id`)} and d.state = 'waiting'
      and d.order_key ${after} order by d.order_key limit 1)`
  const { rows } = await sql<{ workspace_id: string; webhook_id: string; order_key: string | null }>`
    with recursive ordered as (
      select workspace_id, id as webhook_id from webhooks where ordered and not snapshot_pending
    ), waiting as (
      select o.workspace_id, o.webhook_id, first.order_key from ordered o cross join ${nextOf('o', sql`is not null`)} first
      union all
      select c.workspace_id, c.webhook_id, next.order_key from waiting c cross join ${nextOf('c', sql`> c.order_key`)} next
    )
    select w.workspace_id, w.id as webhook_id, null as order_key from webhooks w
    where w.snapshot_pending and not ${unfinishedSnapshot}
    union all
    select c.workspace_id, c.webhook_id, c.order_key from waiting c
    left join lateral (
      -- The three states name the index that has the order of a chain; the two are what is asked for.
      select o.state from deliveries o
      where o.workspace_id = c.workspace_id and o.webhook_id = c.webhook_id and o.order_key = c.order_key
        and o.state in ('waiting', 'pending', 'sending') and o.state in ('pending', 'sending')
      order by o.event_sequence limit 1) ahead on true
    where ahead.state is null`.execute(db)
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    webhookId: row.webhook_id,
    orderKey: row.order_key,
  }))
}
