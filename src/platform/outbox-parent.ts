/**
 * Copies events of a child workspace into its parent's events, so that the parent's webhooks get them. Copies keep the child's id and log
 * position; the parent's own log stays as it is.
 */
import { sql } from 'kysely'
import { takeLockInOrder } from './lock-order.ts'
import { prepared } from './prepared-statements.ts'
import type { Queryable, Scope } from './tenant.ts'

/** Copies count upwards from here, so that the oldest comes first. Numbers above 0 are the log itself. */
const copiesFrom = '-4000000000000000000'
/** Numbers below this are copies; between it and 0 are events made for one webhook alone. */
export const copiesBelow = '-1000000000000000'

/** An event as it stands in the child's log. */
export interface ChildEvent {
  id: string
  sequence: string
  type: string
  object_type: string | null
  object_id: string | null
  revision: number | null
  listing_id: string | null
  order_key: string | null
  account: unknown
  data: string
  /** A webhook that asks for one of these wants the event. */
  patterns: readonly string[]
}

export interface ForParent {
  parentId: string
  child: Scope
  events: readonly ChildEvent[]
  at: Date
  now: Date
}

/** Tells whether an active webhook of the parent asks for events of one of these patterns. */
export async function isWantedByParent(
  tx: Queryable,
  parentId: string,
  patterns: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select true as is from webhooks
    where workspace_id = ${parentId} and deleted_at is null and status = 'active' and events && ${patterns}::text[]
    limit 1 ${prepared}`.execute(tx)
  return rows.length > 0
}

/** The events are given and not read, because a cluster may keep the child's rows on another machine than the parent's. */
export async function queueForParent(tx: Queryable, copy: ForParent): Promise<void> {
  const { parentId, child, events, at, now } = copy
  takeLockInOrder(tx, 'head of the parent')
  // The upsert is a statement of its own, so that the next one sees what was committed before the row was
  // free.
  await sql`
    insert into workspace_heads (workspace_id) values (${parentId})
    on conflict (workspace_id) do update set copied = workspace_heads.copied`.execute(tx)
  await sql`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as r (
        id uuid, sequence bigint, type text, object_type text, object_id bigint, revision int, listing_id bigint,
        order_key text, account jsonb, data text, patterns text[])
    ), wanted as (
      select w.id as webhook_id, w.snapshot_pending as held, case when w.ordered then input.order_key end as order_key,
             input.sequence
      from webhooks w, input
      where w.workspace_id = ${parentId} and w.deleted_at is null and w.status = 'active' and w.events && input.patterns
    ), original as (
      select input.*, row_number() over (order by sequence) as place
      from input where sequence in (select sequence from wanted)
    ), head as (
      update workspace_heads set copied = copied + (select count(*) from original)
      where workspace_id = ${parentId}
      returning copied - (select count(*) from original) as copied_before
    ), copied as (
      insert into events (workspace_id, sequence, id, type, object_type, object_id, revision, listing_id, order_key, purpose,
                          account, data, created_at, origin_workspace_id, origin_sequence)
      select ${parentId}, ${sql.lit(copiesFrom)}::bigint + copied_before + place, id, type, object_type, object_id,
             revision, listing_id, order_key, 'child', nullif(account, 'null'::jsonb), data, ${at}, ${child.workspaceId}, sequence
      from original, head
      returning sequence, origin_sequence
    )
    insert into deliveries (workspace_id, webhook_id, event_sequence, order_key, state, next_attempt_at, created_at)
    select ${parentId}, webhook_id, copied.sequence, order_key,
           case when held or order_key is not null and (
             row_number() over (partition by webhook_id, order_key order by copied.sequence) > 1
             or (select true from deliveries d where d.workspace_id = ${parentId}
                 and d.webhook_id = wanted.webhook_id and d.order_key = wanted.order_key
                 and d.state in ('waiting', 'pending', 'sending') limit 1))
           then 'waiting' else 'pending' end, ${now}, ${at}
    from wanted join copied on copied.origin_sequence = wanted.sequence`.execute(tx)
}
