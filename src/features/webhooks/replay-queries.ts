import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { isUnderWay } from './delivery/endpoint-lease-queries.ts'

export interface ReplayedDelivery {
  id: string
  state: 'waiting' | 'pending' | 'sending' | 'succeeded' | 'exhausted' | 'withheld'
  replayed_at: Date[]
  created_at: Date
  /** The event's workspace, and its listing there. */
  event_workspace_id: string
  listing_id: string | null
  event_type: string
  succeeded_at: Date | null
  receiver_status: number | null
}

/** The delivery of an attempt, locked; replays of replays count as one. */
export async function deliveryOfAttempt(
  tx: Queryable,
  scope: Scope,
  of: { webhookId: string; attemptId: string; now: Date },
): Promise<ReplayedDelivery | undefined> {
  // By its own statement: what the worker writes while this waits for it is read afterwards.
  await sql`
    select d.id from delivery_attempts a
    join deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
    where a.workspace_id = ${scope.workspaceId} and a.webhook_id = ${of.webhookId} and a.id = ${of.attemptId}
    for update of d`.execute(tx)
  const { rows } = await sql<ReplayedDelivery>`
    select d.id, case when d.state = 'pending' and ${isUnderWay(scope, of.now)} then 'sending' else d.state end as state, d.replayed_at, d.created_at, e.listing_id,
           coalesce(e.origin_workspace_id, e.workspace_id) as event_workspace_id, e.type as event_type,
           accepted.finished_at as succeeded_at, accepted.status_code as receiver_status
    from delivery_attempts a
    join webhooks w on w.workspace_id = a.workspace_id and w.id = a.webhook_id and w.deleted_at is null
    join deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
    join events e on e.workspace_id = d.workspace_id and e.sequence = d.event_sequence
    left join lateral (
      select s.finished_at, s.status_code from delivery_attempts s
      where s.workspace_id = ${scope.workspaceId} and s.delivery_id = d.id and s.outcome = 'accepted'
      order by s.number desc limit 1) accepted on true
    where a.workspace_id = ${scope.workspaceId} and a.webhook_id = ${of.webhookId} and a.id = ${of.attemptId}`.execute(
    tx,
  )
  return rows[0]
}
