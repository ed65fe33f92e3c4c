/**
 * This is the transactional outbox: events are written with the change they report. The same statement
 * numbers them and adds a delivery row per interested webhook.
 */
import { sql, type RawBuilder } from 'kysely'
import { currentCause } from './cause.ts'
import { takeLockInOrder } from './lock-order.ts'
import { isWantedByParent, queueForParent, type ChildEvent } from './outbox-parent.ts'
import { prepared } from './prepared-statements.ts'
import { recoveryState } from './recovery-state.ts'
import { wholeWorkspace, type Queryable, type Scope } from './tenant.ts'
import { currentTrace } from './trace.ts'

/** A write is a transaction's position in the order of its workspace's changes (`workspace_heads`). */
export interface Write {
  /** The scope is the whole workspace, because a change may reach beyond the account that made it. */
  readonly scope: Scope
  readonly tx: Queryable
  /**
   * All changes of this transaction get this `updated_at`; it is later than that of any change committed
   * before.
   */
  readonly at: Date
  /** This is the real time; `at` runs ahead of it when changes follow each other within a millisecond. */
  readonly now: Date
}

export interface NewEvent {
  type: string
  /** The event is about this record, which orders and groups its events. */
  object?: { type: string; id: string; revision: number }
  /** Events of one key are delivered in order to endpoints that want that; by default the record. */
  orderKey?: string
  listingId?: string | null
  account?: { id?: string; provider: string; externalAccountId: string } | null | undefined
  data: unknown
  /** The event is for one subscription, in any kinds it subscribed to, and is not in the log. */
  onlyFor?: { webhookId: string; purpose: EventPurpose }
}

/** Failed pings and tests are not retried. */
type EventPurpose = 'ping' | 'test' | 'snapshot'

/**
 * Locks the workspace's head row, so that visible changes commit one after another. Call it late and keep the transaction short. It also
 * gives the transaction its cause and time, for history rows.
 */
export async function openWrite(tx: Queryable, scope: Scope, now: Date): Promise<Write> {
  const write = await takeHead(tx, scope, now, sql`true`)
  if (!write) throw new Error('workspace head was not returned')
  return write
}

/** Selects when the workspace last changed; null means never. */
export const lastWrite = ({ workspaceId }: Scope): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select written_at::text from workspace_heads where workspace_id = ${workspaceId}::bigint)`

/**
 * Opens a write only if nobody has written since `lastWrite`, so that earlier reads still hold. Returns null otherwise: open the write and
 * read again.
 */
export const openWriteSince = (
  tx: Queryable,
  scope: Scope,
  now: Date,
  last: string | null,
): Promise<Write | null> =>
  takeHead(tx, scope, now, sql`workspace_heads.written_at is not distinct from ${last}::timestamptz`)

async function takeHead(
  tx: Queryable,
  scope: Scope,
  now: Date,
  isFree: RawBuilder<unknown>,
): Promise<Write | null> {
  takeLockInOrder(tx, 'head')
  // The settings are a second step, because only the coordinator of a cluster passes them on to the triggers of its workers.
  const { rows } = await sql<{ written_at: Date }>`
    with head as (
      insert into workspace_heads (workspace_id, written_at) values (${scope.workspaceId}, ${now})
      on conflict (workspace_id) do update
        set written_at = greatest(
          excluded.written_at, (workspace_heads.written_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')
        where ${isFree}
      returning written_at
    )
    select written_at, set_change_cause(${currentCause()}), set_change_moment(written_at) from head ${prepared}`.execute(
    tx,
  )
  const [row] = rows
  return row ? { scope: wholeWorkspace(scope), tx, at: row.written_at, now } : null
}

/** Sets the time of changes that stand outside the workspace's order, for the history of records. */
export async function setWriteMoment(tx: Queryable, at: Date): Promise<void> {
  await sql`select set_change_moment(${at})`.execute(tx)
}

/** Lists the patterns that match a type: the type, its prefixes with a star, and the star. */
export function patternsFor(type: string): string[] {
  const parts = type.split('.')
  return [type, ...parts.slice(0, -1).map((_, i) => `${parts.slice(0, i + 1).join('.')}.*`), '*']
}

/** Numbers events after existing ones: 1, 2, … in the log, and -1, -2, … beside it. */
function placed(events: readonly NewEvent[]): { event: NewEvent; place: number }[] {
  let [logged, addressed] = [0, 0]
  return events.map((event) => ({ event, place: event.onlyFor ? (addressed -= 1) : (logged += 1) }))
}

const orderKeyOf = ({ orderKey, object }: NewEvent) =>
  orderKey ?? (object ? `${object.type}:${object.id}` : null)

/** Raises the revision after a restore above those of lost events. */
function dataText(data: unknown): string {
  const { revisionsAhead } = recoveryState()
  const { revision } = (data ?? {}) as { revision?: unknown }
  if (revisionsAhead === 0 || typeof revision !== 'number') return JSON.stringify(data)
  return JSON.stringify({ ...(data as object), revision: revision + revisionsAhead })
}

const rowOf = ({ event, place }: { event: NewEvent; place: number }) => ({
  place,
  type: event.type,
  object_type: event.object?.type ?? null,
  object_id: event.object?.id ?? null,
  revision: event.object?.revision ?? null,
  listing_id: event.listingId ?? null,
  order_key: orderKeyOf(event),
  purpose: event.onlyFor?.purpose ?? null,
  account: event.account ?? null,
  data: dataText(event.data),
  patterns: patternsFor(event.type),
  only_for: event.onlyFor?.webhookId ?? null,
})

/** Gives the events of the log their numbers and ids, which are in the order of the numbers. */
const inLog = (
  rows: readonly ReturnType<typeof rowOf>[],
  from: bigint,
  ids: readonly string[],
): ChildEvent[] =>
  rows
    .filter(({ place }) => place > 0)
    .map((row, n) => {
      const id = ids[n]
      if (id === undefined) throw new Error('an event was not logged')
      return { ...row, id, sequence: String(from + BigInt(n)) }
    })

export async function appendEvents(write: Write, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const { scope, tx, at, now } = write
  const rows = placed(events).map(rowOf)
  const addressed = rows.filter(({ place }) => place < 0).length
  const logged = rows.length - addressed
  const { rows: appended } = await sql<{ parent_id: string | null; from: string; ids: string[] }>`
    with head as (
      update workspace_heads set sequence = sequence + ${logged}::int, addressed = addressed + ${addressed}::int
      where workspace_id = ${scope.workspaceId}
      returning sequence - ${logged}::int as logged_before, addressed - ${addressed}::int as addressed_before
    ), input as (
      select r.*, case when place > 0 then logged_before + place else place - addressed_before end as sequence
      from head, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        place int, type text, object_type text, object_id bigint, revision int, listing_id bigint, order_key text,
        purpose text, account jsonb, data text, patterns text[], only_for uuid)
    ), logged as (
      insert into events (workspace_id, sequence, type, object_type, object_id, revision, listing_id, order_key, purpose,
                          account, data, created_at)
      select ${scope.workspaceId}, sequence, type, object_type, object_id, revision, listing_id, order_key, purpose,
             nullif(account, 'null'::jsonb), data, ${at}
      from input
      returning id, sequence
    ), wanted as (
      select w.id as webhook_id, input.sequence, input.purpose is null or input.purpose = 'snapshot' as retries,
             case when w.ordered then input.order_key end as order_key,
             w.snapshot_pending and input.purpose is null as held
      from webhooks w, input
      where w.workspace_id = ${scope.workspaceId} and w.deleted_at is null
        and case when input.only_for is null then w.status = 'active' and w.events && input.patterns
            else w.id = input.only_for end
    ), queued as (
      insert into deliveries (workspace_id, webhook_id, event_sequence, retries, order_key, state, next_attempt_at,
                              created_at)
      select ${scope.workspaceId}, webhook_id, sequence, retries, order_key,
             case when held or order_key is not null and (
               row_number() over (partition by webhook_id, order_key order by sequence) > 1
               -- One row each, off the index of chains: \`exists\` might read all deliveries of the workspace at once.
               or (select true from deliveries d where d.workspace_id = ${scope.workspaceId}
                   and d.webhook_id = wanted.webhook_id and d.order_key = wanted.order_key
                   and d.state in ('waiting', 'pending', 'sending') limit 1))
             then 'waiting' else 'pending' end, ${now}, ${at}
      from wanted
    )
    select logged_before + 1 as from, (select array_agg(id order by sequence) from logged) as ids,
           (select parent_id from workspaces where id = ${scope.workspaceId}) as parent_id, ${notification(scope)}
    from head ${prepared}`.execute(tx)
  for (const { parent_id: parentId, from, ids } of appended) {
    // After a rollback these ids lead nowhere, which does no harm.
    currentTrace()?.made(ids)
    if (parentId === null) continue
    // Events made for one webhook have numbers below zero, so their ids come first.
    const events = inLog(rows, BigInt(from), ids.slice(addressed))
    const patterns = events.flatMap((event) => event.patterns)
    if (!(await isWantedByParent(tx, parentId, patterns))) continue
    await queueForParent(tx, { parentId, child: scope, events, at, now })
    await notifyDeliveries(tx, { workspaceId: parentId })
  }
}

const notification = (scope?: Scope) => sql`pg_notify('lodgewire_deliveries', ${scope?.workspaceId ?? ''})`

/** Wakes the delivery workers for a workspace, or for all without one. */
export async function notifyDeliveries(db: Queryable, scope?: Scope): Promise<void> {
  await sql`select ${notification(scope)}`.execute(db)
}
