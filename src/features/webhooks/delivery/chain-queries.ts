/**
 * Waiting deliveries: behind an unfinished one of the same order key, or behind a snapshot. They are released
 * under the workspace's head row, which every queueing transaction holds, so neither side misses the other's
 * decision.
 */
import { sql, type RawBuilder } from 'kysely'
import { copiesBelow } from '../../../platform/outbox-parent.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface DeliveryChain {
  workspaceId: string
  webhookId: string
  /** null for deliveries that wait for the snapshot. */
  orderKey: string | null
}

const unfinishedSnapshot = sql`exists (
  select from deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.event_sequence < 0
    and d.event_sequence > ${sql.lit(copiesBelow)}::bigint and d.retries and d.state in ('pending', 'sending'))`

/** A chain within its workspace. */
type OwnChain = Omit<DeliveryChain, 'workspaceId'>

const input = (chains: readonly OwnChain[]) => sql`
  unnest(${chains.map((c) => c.webhookId)}::uuid[], ${chains.map((c) => c.orderKey)}::text[]) as c (webhook_id, order_key)`

/**
 * The first delivery of a chain may go when nothing of the chain is under way. It becomes due now, because
 * workers do not look back to its queueing time.
 */
const letHeadsGo = ({ workspaceId }: Scope, chains: RawBuilder<unknown>, now: Date) => sql`
  update deliveries d set state = 'pending', next_attempt_at = greatest(d.next_attempt_at, ${now})
  from (
    select distinct c.webhook_id, c.order_key from ${chains}
  ) c
  join webhooks w on w.workspace_id = ${workspaceId} and w.id = c.webhook_id and not w.snapshot_pending
  cross join lateral (
    select h.id from deliveries h
    where h.workspace_id = ${workspaceId} and h.webhook_id = c.webhook_id and h.order_key = c.order_key
      and h.state = 'waiting' order by h.event_sequence limit 1) head
  where d.workspace_id = ${workspaceId} and d.id = head.id
    and not exists (select from deliveries o where o.workspace_id = ${workspaceId} and o.webhook_id = c.webhook_id
                    and o.order_key = c.order_key and o.state in ('pending', 'sending'))`

/** For a transaction that holds the workspace's head row. */
export async function promoteChains(
  tx: Queryable,
  scope: Scope,
  chains: readonly OwnChain[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`${letHeadsGo(scope, input(chains), now)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Releases deliveries that waited for a finished snapshot. */
async function endSnapshots(tx: Queryable, scope: Scope, now: Date): Promise<void> {
  const { workspaceId } = scope
  const { rows } = await sql<{ id: string; ordered: boolean }>`
    update webhooks w set snapshot_pending = false
    where w.workspace_id = ${workspaceId} and w.snapshot_pending and not ${unfinishedSnapshot}
    returning w.id, w.ordered`.execute(tx)
  for (const { id, ordered } of rows) {
    await sql`
      update deliveries set state = 'pending', next_attempt_at = greatest(next_attempt_at, ${now})
      where workspace_id = ${workspaceId} and webhook_id = ${id} and state = 'waiting' and order_key is null`.execute(
      tx,
    )
    if (!ordered) continue
    const waiting = sql`(
      select webhook_id, order_key from deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${id} and state = 'waiting' and order_key is not null) as c`
    await sql`${letHeadsGo(scope, waiting, now)}`.execute(tx)
  }
}

/** Workspaces whose chains are released at a time. */
const workspacesAtOnce = 4

/** Returns the chains whose workspace was locked, to be tried again. */
export async function promoteUnlockedChains(
  db: Queryable,
  chains: readonly DeliveryChain[],
  at: Date,
): Promise<DeliveryChain[]> {
  const locked: DeliveryChain[] = []
  const queue = Map.groupBy(chains, ({ workspaceId }) => workspaceId).entries()
  // All take from one queue.
  const release = async () => {
    for (const [workspaceId, own] of queue) {
      if (!(await promoteIfUnlocked(db, { workspaceId }, own, at))) locked.push(...own)
    }
  }
  await Promise.all(Array.from({ length: workspacesAtOnce }, release))
  return locked
}

async function promoteIfUnlocked(
  db: Queryable,
  scope: Scope,
  chains: readonly OwnChain[],
  at: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ workspace_id: string }>`
      select workspace_id from workspace_heads
      where workspace_id = ${scope.workspaceId} for share skip locked`.execute(tx)
    if (rows.length === 0) return false
    if (chains.some(({ orderKey }) => orderKey === null)) await endSnapshots(tx, scope, at)
    const ordered = chains.filter(({ orderKey }) => orderKey !== null)
    if (ordered.length > 0) await promoteChains(tx, scope, ordered, at)
    return true
  })
}

/** Chains whose head waits for nothing, because the process that was to release it was killed. */
export async function stuckChains(db: Queryable): Promise<DeliveryChain[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select w.workspace_id from webhooks w where w.snapshot_pending and not ${unfinishedSnapshot}
    union all
    select w.workspace_id from webhooks w cross join lateral (
      select from deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.state = 'waiting'
        and d.order_key is not null order by d.order_key limit 1) first
    where w.ordered and not w.snapshot_pending`.execute(db)
  const stuck: DeliveryChain[] = []
  for (const workspaceId of new Set(rows.map((row) => row.workspace_id))) {
    stuck.push(...(await stuckChainsOf(db, { workspaceId })))
  }
  return stuck
}

async function stuckChainsOf(db: Queryable, { workspaceId }: Scope): Promise<DeliveryChain[]> {
  // Jumps from chain to chain, whatever the number of rows in each.
  const nextOf = (c: string, after: RawBuilder<unknown>) => sql`lateral (
    select d.order_key from deliveries d
    where d.workspace_id = ${workspaceId} and d.webhook_id = ${sql.ref(`${c}.webhook_id`)} and d.state = 'waiting'
      and d.order_key ${after} order by d.order_key limit 1)`
  const { rows } = await sql<{ webhook_id: string; order_key: string | null }>`
    with recursive ordered as (
      select id as webhook_id from webhooks where workspace_id = ${workspaceId} and ordered and not snapshot_pending
    ), waiting as (
      select o.webhook_id, first.order_key from ordered o cross join ${nextOf('o', sql`is not null`)} first
      union all
      select c.webhook_id, next.order_key from waiting c cross join ${nextOf('c', sql`> c.order_key`)} next
    )
    select w.id as webhook_id, null as order_key from webhooks w
    where w.workspace_id = ${workspaceId} and w.snapshot_pending and not ${unfinishedSnapshot}
    union all
    select c.webhook_id, c.order_key from waiting c
    left join lateral (
      -- The three states name the index that has the order of a chain; the two are what is asked for.
      select o.state from deliveries o
      where o.workspace_id = ${workspaceId} and o.webhook_id = c.webhook_id and o.order_key = c.order_key
        and o.state in ('waiting', 'pending', 'sending') and o.state in ('pending', 'sending')
      order by o.event_sequence limit 1) ahead on true
    where ahead.state is null`.execute(db)
  return rows.map(({ webhook_id, order_key }) => ({
    workspaceId,
    webhookId: webhook_id,
    orderKey: order_key,
  }))
}
