import { sql, type RawBuilder } from 'kysely'
import { rowsInTurn, isIdleAccount, type WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import { takeLockInOrder } from '../../../platform/lock-order.ts'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { WorkLead } from './fair-turns.ts'
import type { EmptyNotices } from './empty-notices.ts'

export interface DueConnection {
  workspaceId: string
  connectionId: string
  provider: string
}

/**
 * The only query over all workspaces: due connections. Each vendor has slots that workspaces share, and
 * unleased accounts come first.
 */
export async function dueConnections(
  db: Queryable,
  now: Date,
  places: WorkerPlaces,
): Promise<DueConnection[]> {
  const due = sql`(
    select s.workspace_id, s.connection_id, c.provider as pool, s.holder is not null as is_held, s.wake_at as due_at
    from sync_schedule s
    join connections c on c.workspace_id = s.workspace_id and c.id = s.connection_id
    where s.wake_at <= ${now} and ${isIdleAccount(places, 's')})`
  const turns = rowsInTurn(due, places, { order: sql`is_held, due_at, connection_id`, hasPools: true })
  const { rows } = await sql<DueConnection>`
    select workspace_id as "workspaceId", connection_id as "connectionId", pool as provider from ${turns} next ${prepared}`.execute(
    db,
  )
  return rows
}

/** When the first connection is due; null if none. */
export async function nextConnectionDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(wake_at) as due from sync_schedule where wake_at is not null ${prepared}`.execute(db)
  return rows[0]?.due ?? null
}

/**
 * Marks the stays of all connected accounts of these vendors as long unread; interrupted readings repeat
 * their list. Accounts being read now are skipped.
 */
export async function updateScheduleForStays(
  db: Queryable,
  providers: readonly string[],
  at: Date,
): Promise<void> {
  const isRead = sql`
    c.provider = any(${providers}::text[]) and c.status = 'active' and not is_sandbox_id(c.workspace_id)
    and s.wake_at is not null and s.swept ? 'reservations'`
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct s.workspace_id from sync_schedule s
    join connections c on c.workspace_id = s.workspace_id and c.id = s.connection_id
    where ${isRead} order by s.workspace_id`.execute(db)
  for (const { workspace_id: workspaceId } of rows) await updateStaysUnread(db, { workspaceId }, isRead, at)
  await notifyWork(db, 'sync')
}

async function updateStaysUnread(
  db: Queryable,
  { workspaceId }: Scope,
  isRead: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  await sql`
    with due as materialized (
      select s.connection_id from sync_schedule s
      join connections c on c.workspace_id = s.workspace_id and c.id = s.connection_id
      where s.workspace_id = ${workspaceId} and ${isRead}
      order by s.connection_id for update of s skip locked
    ), interrupted as (
      update sync_runs r
      set started_at = ${at}, resume = r.resume - 'reservations', progress = r.progress - 'reservations'
      from due
      where r.workspace_id = ${workspaceId} and r.connection_id = due.connection_id
        and r.kind = 'incremental' and r.finished_at is null and 'reservations' = any(r.entities))
    update sync_schedule s
    set wake_at = least(s.wake_at, ${at}::timestamptz),
        swept = s.swept || '{"reservations": "1970-01-01T00:00:00.000Z"}'
    from due where s.workspace_id = ${workspaceId} and s.connection_id = due.connection_id`.execute(db)
}

/** Restarts the schedule: a running turn loses its lease, and everything is read again. */
export async function restartSchedule(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<void> {
  takeLockInOrder(db, 'schedule')
  await sql`
    insert into sync_schedule (workspace_id, connection_id, wake_at)
    values (${scope.workspaceId}, ${connectionId}, ${at})
    on conflict (workspace_id, connection_id) do update
      set wake_at = excluded.wake_at, holder = null, swept = '{}', failures = 0, fairness = default`.execute(
    db,
  )
  await notifyWork(db, 'sync')
}

/** Ends all reading; a running turn loses its lease. */
export async function stopSchedule(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  takeLockInOrder(db, 'schedule')
  await sql`
    update sync_schedule set wake_at = null, holder = null
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}

/** Revokes a running turn's lease; the next turn reads the current state. */
export async function interruptTurn(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  takeLockInOrder(db, 'schedule')
  await sql`
    update sync_schedule set holder = null, failures = 0
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}

/** The balance between an account's kinds of work, kept between turns. */
export interface FairShare {
  ahead: WorkLead
  /** Since when the vendor's limit holds each kind back, by name. */
  heldSince: Readonly<Record<string, string>>
  /** Absent if none. */
  emptyNotices?: EmptyNotices
}

export interface ConnectionSchedule {
  /** When each list's last complete reading began, by kind. */
  swept: Record<string, string>
  failures: number
  fairness: FairShare
}

/** Returns undefined if the account was disconnected meanwhile. */
export async function claimSchedule(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  holder: string,
): Promise<ConnectionSchedule | undefined> {
  const { rows } = await sql<ConnectionSchedule>`
    update sync_schedule set holder = ${holder}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and wake_at is not null
    returning swept, failures, fairness`.execute(db)
  return rows[0]
}

/** The same for a turn; false if another one has the lease. */
export async function holdsSchedule(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  holder: string,
): Promise<boolean> {
  takeLockInOrder(db, 'schedule')
  const { rows } = await sql`
    select from sync_schedule
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and holder = ${holder}
    for update`.execute(db)
  return rows.length > 0
}

/** Ends a turn while holding the row, so that an earlier wake-up is not lost. */
export async function endTurn(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  turn: { holder: string; wakeAt: Date | null; failures: number; fairness: FairShare },
): Promise<void> {
  await sql`
    update sync_schedule
    set holder = null, failures = ${turn.failures}, wake_at = ${turn.wakeAt},
        fairness = ${JSON.stringify(turn.fairness)}::jsonb
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and holder = ${turn.holder}`.execute(
    db,
  )
}

export async function markSwept(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  swept: Record<string, string>,
): Promise<void> {
  await sql`
    update sync_schedule set swept = ${JSON.stringify(swept)}::jsonb
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}
