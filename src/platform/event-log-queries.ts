/** Changes the event log after its events were appended. */
import { sql } from 'kysely'
import type { Queryable } from './tenant.ts'

export interface StoredEvent {
  workspace_id: string
  sequence: string
  data: string
}

/** Replaces the data of events. */
export async function updateErasedEvents(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as n (workspace_id bigint, sequence bigint, data text)`
  await sql`
    update events e set data = n.data from ${given}
    where e.workspace_id = n.workspace_id and e.sequence = n.sequence`.execute(tx)
}

/** Events made for one webhook are deleted with their deliveries. */
export async function deleteAddressedEvents(
  db: Queryable,
  { workspaceId, before, limit }: DeletionBatch,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events e using (
      select o.sequence from events o
      where o.workspace_id = ${workspaceId} and o.sequence < 0 and o.created_at < ${before}
        and not exists (select from deliveries d where d.workspace_id = o.workspace_id and d.event_sequence = o.sequence)
      limit ${limit}) old
    where e.workspace_id = ${workspaceId} and e.sequence = old.sequence`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes from the log's start to the first event that is recent or still to be delivered, so the log has no
 * holes.
 */
export async function deleteEvents(
  db: Queryable,
  { workspaceId, before, limit }: DeletionBatch,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events e using (
      select o.sequence from events o
      where o.workspace_id = ${workspaceId} and o.sequence > 0 and o.created_at < ${before}
        and o.sequence < coalesce((select min(d.event_sequence) from deliveries d
                                   where d.workspace_id = ${workspaceId} and d.event_sequence > 0), o.sequence + 1)
      order by o.sequence limit ${limit}) old
    where e.workspace_id = ${workspaceId} and e.sequence = old.sequence`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Moves all logs on after a restore. A workspace without events gets its row here, because the lost ones began at 1.
 */
export async function jumpEventNumbers(tx: Queryable, by: string): Promise<void> {
  await sql`
    insert into workspace_heads as h (workspace_id, sequence)
    select id, ${by}::bigint from workspaces order by id
    on conflict (workspace_id) do update set sequence = h.sequence + excluded.sequence`.execute(tx)
}

export interface DeletionBatch {
  workspaceId: string
  before: Date
  limit: number
}
