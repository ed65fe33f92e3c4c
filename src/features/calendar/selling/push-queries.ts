/** Nights queued for the PMS that keeps a listing. */
import { sql } from 'kysely'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import { rowsInTurn, isIdleAccount, type WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isLeftSent } from '../../../upstream/nights/take-up-sql.ts'
import type { DueTurn } from '../../../upstream/nights/turn-worker.ts'
import type { PushedNight } from '../../../upstream/nights/plan.ts'
import type { Settlement } from './settlement.ts'

export interface PushedSettings {
  available?: boolean
  /** Decimal text. */
  price?: string
  minNights?: number
  maxNights?: number
}

const openStates = sql`('pending', 'sent', 'failed')`

/** Queues nights for the listing's PMS, which must exist. Setting a night again overrides older settings. */
export async function queuePushes(
  db: Queryable,
  scope: Scope,
  { listingIds, dates, at }: { listingIds: readonly string[]; dates: readonly string[]; at: Date },
  { available, price, minNights, maxNights }: PushedSettings,
): Promise<void> {
  const merged = (column: string) => {
    const [was, is] = [sql.ref(`p.${column}`), sql.ref(`excluded.${column}`)]
    // Settings of a settled night no longer count.
    return sql`${sql.ref(column)} = case when p.state in ${openStates} then coalesce(${is}, ${was}) else ${is} end`
  }
  const values = ['available', 'price', 'min_nights', 'max_nights'].map(merged)
  await sql`
    insert into calendar_pushes as p (workspace_id, listing_id, date, connection_id, available, price, min_nights,
                                      max_nights, state, next_attempt_at, created_at, updated_at)
    select l.workspace_id, l.id, d.date, l.connection_id, ${available ?? null}::boolean, ${price ?? null}::numeric,
           ${minNights ?? null}::int, ${maxNights ?? null}::int, 'pending', ${at}::timestamptz, ${at}::timestamptz,
           ${at}::timestamptz
    from listings l cross join unnest(${dates}::date[]) d (date)
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${listingIds}::bigint[]) and l.connection_id is not null
    order by l.id, d.date
    on conflict (workspace_id, listing_id, date) do update
      set ${sql.join(values)}, connection_id = excluded.connection_id, version = p.version + 1, state = 'pending',
          attempts = 0, checks = 0, accepted_at = null, error_code = null, error = null,
          next_attempt_at = excluded.next_attempt_at, settled_at = null, updated_at = excluded.updated_at`.execute(
    db,
  )
}

export async function wakePushConnections(
  db: Queryable,
  scope: Scope,
  connectionIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into calendar_push_turns as t (workspace_id, connection_id, wake_at)
    select ${scope.workspaceId}, id, ${at} from unnest(${connectionIds}::bigint[]) id order by id
    on conflict (workspace_id, connection_id) do update set wake_at = least(t.wake_at, excluded.wake_at)`.execute(
    db,
  )
  await notifyWork(db, 'push')
}

/** Looks over all workspaces, for the worker. */
export async function duePushConnections(db: Queryable, now: Date, places: WorkerPlaces): Promise<DueTurn[]> {
  const due = sql`(
    select t.workspace_id, t.connection_id, t.wake_at as due_at from calendar_push_turns t
    where t.wake_at <= ${now} and ${isIdleAccount(places, 't')})`
  const { rows } = await sql<DueTurn>`
    select workspace_id as "workspaceId", connection_id as "connectionId" from ${rowsInTurn(due, places, { order: sql`due_at, connection_id` })} next`.execute(
    db,
  )
  return rows
}

/** When the first account is due; null if none. */
export async function nextPushDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(wake_at) as due from calendar_push_turns where wake_at is not null`.execute(db)
  return rows[0]?.due ?? null
}

/**
 * Sleeps until the next night is due, or without end. Takes the row first: a statement that began before new nights
 * were visible would sleep over them.
 */
export async function sleepUntilPushDue(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  notBefore: Date | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      select from calendar_push_turns
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} for update`.execute(tx)
    await storeNextWake(tx, scope, connectionId, notBefore)
  })
}

async function storeNextWake(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  notBefore: Date | null,
): Promise<void> {
  await sql`
    update calendar_push_turns
    set wake_at = greatest(${notBefore}::timestamptz, (
      select min(next_attempt_at) from calendar_pushes p
      where p.workspace_id = ${scope.workspaceId} and p.connection_id = ${connectionId} and p.next_attempt_at is not null))
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(tx)
}

export interface DuePush extends PushedNight {
  attempts: number
  checks: number
  accepted: boolean
}

/** Due nights, listing by listing. */
export async function duePushes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  now: Date,
  limit: number,
): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    select p.listing_id as "listingId", l.external_id as "listingExternalId", l.unit_count as "unitCount", l.currency,
           p.date, p.version, p.available, p.price, p.min_nights as "minNights", p.max_nights as "maxNights",
           p.attempts, p.checks, p.accepted_at is not null as accepted
    from calendar_pushes p
    join listings l on l.workspace_id = p.workspace_id and l.id = p.listing_id and l.external_id is not null
    where p.workspace_id = ${scope.workspaceId} and p.connection_id = ${connectionId} and p.next_attempt_at <= ${now}
    order by p.listing_id, p.date limit ${limit}`.execute(db)
  return rows
}

interface PushNightKey {
  listingId: string
  date: string
  version: number
}

const nightKeysJson = (nights: readonly PushNightKey[]) =>
  JSON.stringify(nights.map(({ listingId, date, version }) => ({ listingId, date, version })))

const sameNight = sql`p.listing_id = r."listingId" and p.date = r.date and p.version = r.version`

/** Called before the PMS is. */
export async function markPushesSent(
  db: Queryable,
  scope: Scope,
  nights: readonly PushNightKey[],
  { at, againAt }: { at: Date; againAt: Date },
): Promise<void> {
  await sql`
    update calendar_pushes p
    set state = 'sent', attempts = p.attempts + 1, next_attempt_at = ${againAt}, updated_at = ${at}
    from jsonb_to_recordset(${nightKeysJson(nights)}::jsonb) as r ("listingId" bigint, date date, version int)
    where p.workspace_id = ${scope.workspaceId} and ${sameNight} and p.state in ${openStates}`.execute(db)
}

export type PushSettlement = PushNightKey & Settlement

/** Locks the nights until the transaction ends. Must come before any other lock. */
export async function lockPushes(
  tx: Queryable,
  scope: Scope,
  listingId: string,
  dates: readonly string[],
): Promise<void> {
  await sql`
    select from calendar_pushes
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and date = any(${dates}::date[])
    order by date for update`.execute(tx)
}

/** Locks all queued nights of the workspace. */
export async function lockAllPushes(tx: Queryable, scope: Scope): Promise<void> {
  await sql`
    select from calendar_pushes where workspace_id = ${scope.workspaceId}
    order by listing_id, date for update`.execute(tx)
}

/** Stores how nights ended; nights set again meanwhile stay as they are. Answers those that moved. */
export async function settlePushedNights(
  db: Queryable,
  scope: Scope,
  settlements: readonly PushSettlement[],
  at: Date,
): Promise<(PushNightKey & { state: string; pricing: boolean; rules: boolean })[]> {
  const { rows } = await sql<PushNightKey & { state: string; pricing: boolean; rules: boolean }>`
    update calendar_pushes p
    set state = r.state, checks = r.checks, error_code = r."errorCode", error = r.error,
        accepted_at = case when r.accepted then coalesce(p.accepted_at, ${at}::timestamptz) end,
        next_attempt_at = r."nextAttemptAt",
        settled_at = case when r."nextAttemptAt" is null then ${at}::timestamptz end, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) as r ("listingId" bigint, date date, version int,
      state text, accepted boolean, checks int, "nextAttemptAt" timestamptz, "errorCode" text, error text)
    where p.workspace_id = ${scope.workspaceId} and ${sameNight} and p.state in ${openStates}
    returning p.listing_id as "listingId", p.date, p.version, p.state, p.price is not null as pricing,
              (p.available is not null or p.min_nights is not null or p.max_nights is not null) as rules`.execute(
    db,
  )
  return rows
}

/** Refuses all queued nights: the account is gone, or the PMS takes no calendar. */
export async function refusePushes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { message, at }: { message: string; at: Date },
): Promise<void> {
  await sql`
    update calendar_pushes
    set state = 'refused', error_code = 'refused', error = ${message}, next_attempt_at = null, settled_at = ${at},
        updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and state in ${openStates}`.execute(db)
}

/** Holds all nights until somebody connects the account again. */
export async function holdPushes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { code, message, at, againAt }: { code: string; message: string; at: Date; againAt: Date },
): Promise<void> {
  await sql`
    update calendar_pushes
    set state = case when accepted_at is null then 'failed' else state end, error_code = ${code},
        error = ${message}, next_attempt_at = ${againAt}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and state in ${openStates}`.execute(db)
}

/** Deletes past nights, and nights confirmed before any reading that may still be stored. */
export async function deletePastPushes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { firstNight, confirmedBefore }: { firstNight: string; confirmedBefore: Date },
): Promise<void> {
  await sql`
    delete from calendar_pushes
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and (date < ${firstNight} or (state = 'confirmed' and settled_at < ${confirmedBefore}))`.execute(db)
}

/** Sends at once what a dead process was sending. */
export async function takeUpSentPushes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  now: Date,
): Promise<void> {
  await sql`
    update calendar_pushes set next_attempt_at = ${now}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and ${isLeftSent(now)}`.execute(
    db,
  )
}

/** The calendar is kept here from now on, so nothing is left to send. */
export async function deletePushes(tx: Queryable, scope: Scope, listingId: string): Promise<void> {
  await sql`
    delete from calendar_pushes
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(tx)
}
