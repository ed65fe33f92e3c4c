/**
 * Events are rows written in the transaction of the change they tell of. Each gets the next number of its workspace's
 * log and, in the same statement, a delivery row for every webhook that wants it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable, Scope } from './tenant.ts'

/** A transaction's place in its workspace's change order; see `workspace_heads`. */
export interface Write {
  readonly scope: Scope
  readonly tx: Queryable
  /** The updated_at of everything this transaction changes: later than that of every change committed before. */
  readonly at: Date
  /** The time it really is: `at` runs ahead of the clock when changes follow each other within a millisecond. */
  readonly now: Date
}

export interface NewEvent {
  type: string
  /** The record the event is about; orders and groups events of one record. */
  object?: { type: string; id: string; revision: number }
  listingId?: string | null
  account?: { id?: string; provider: string; externalAccountId: string } | null | undefined
  data: unknown
  /** The one subscription that gets it, whatever kinds it asked for; a failure is not repeated. */
  onlyFor?: string
}

/**
 * Takes the workspace's head row, so that transactions that change what the API shows commit one after the other per
 * workspace. Take it late and keep the transaction short.
 */
export async function openWrite(tx: Queryable, scope: Scope, now: Date): Promise<Write> {
  const { rows } = await sql<{ written_at: Date }>`
    insert into workspace_heads (workspace_id, written_at) values (${scope.workspaceId}, ${now})
    on conflict (workspace_id) do update
      set written_at = greatest(excluded.written_at, workspace_heads.written_at + interval '1 millisecond')
    returning written_at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('workspace head was not returned')
  return { scope, tx, at: row.written_at, now }
}

/** Every pattern a subscription may name to get this type: the type, its prefixes with a star, and the star. */
export function patternsFor(type: string): string[] {
  const parts = type.split('.')
  return [type, ...parts.slice(0, -1).map((_, i) => `${parts.slice(0, i + 1).join('.')}.*`), '*']
}

export async function appendEvents(write: Write, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const { scope, tx, at, now } = write
  const rows = events.map((event, index) => ({
    index: index + 1,
    id: randomUUID(),
    type: event.type,
    object_type: event.object?.type ?? null,
    object_id: event.object?.id ?? null,
    revision: event.object?.revision ?? null,
    listing_id: event.listingId ?? null,
    account: event.account ?? null,
    data: JSON.stringify(event.data),
    patterns: patternsFor(event.type),
    only_for: event.onlyFor ?? null,
  }))
  await sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        index int, id uuid, type text, object_type text, object_id bigint, revision int, listing_id bigint,
        account jsonb, data text, patterns text[], only_for uuid)
    ), head as (
      update workspace_heads set sequence = sequence + ${events.length}
      where workspace_id = ${scope.workspaceId} returning sequence - ${events.length} as base
    ), logged as (
      insert into events (workspace_id, sequence, id, type, object_type, object_id, revision, listing_id, account, data, created_at)
      select ${scope.workspaceId}, head.base + index, id, type, object_type, object_id, revision, listing_id,
             nullif(account, 'null'::jsonb), data, ${at}
      from input, head
    )
    insert into deliveries (workspace_id, webhook_id, event_sequence, retries, next_attempt_at, created_at)
    select w.workspace_id, w.id, head.base + input.index, input.only_for is null, ${now}, ${at}
    from webhooks w, input, head
    where w.workspace_id = ${scope.workspaceId} and w.deleted_at is null
      and case when input.only_for is null then w.status = 'active' and w.events && input.patterns
          else w.id = input.only_for end`.execute(tx)
  await sql`select pg_notify('lodgewire_deliveries', '')`.execute(tx)
}
