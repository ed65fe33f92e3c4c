import { laterBy } from '../../../platform/moment-sql.ts'
import { sql } from 'kysely'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { FetchEntity, FollowUp } from '../../../records/batch.ts'
import { walkEntities } from './cadence.ts'
import { emptyBeforeDoubt } from './empty-notices.ts'
import { deleteFailures } from './failure-queries.ts'
import { wakeConnectionSql } from '../../../upstream/connection-queries.ts'

export interface FetchRow {
  entity: FetchEntity
  externalId: string
  generation: number
  attempts: number
}

/** At most this many doubtful notices of one kind wait per account. */
export const mostInDoubt = 500

const columns = sql`entity, external_id as "externalId", generation, attempts`

interface FetchRequest {
  dueAt: Date
  runId: string | null
}

/** A record that waits already is read once, at the earlier time. */
const insertFetches = (
  scope: Scope,
  connectionId: string,
  wanted: readonly FollowUp[],
  { dueAt, runId }: FetchRequest,
  condition = sql``,
) => {
  const rows = [...new Map(wanted.map((item) => [`${item.entity} ${item.externalId}`, item])).values()]
  return sql`
    insert into sync_fetches as f (workspace_id, connection_id, entity, external_id, run_id, due_at)
    select ${scope.workspaceId}, ${connectionId}, entity, "externalId", ${runId}, ${dueAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (entity text, "externalId" text)
    ${condition}
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set due_at = least(f.due_at, excluded.due_at), generation = f.generation + 1, attempts = 0, by_itself = false,
          -- What was asked for outside a run does not wait for its place in the run.
          run_id = case when excluded.run_id is null or (f.run_id is null and f.due_at <= excluded.due_at) then null
                        else coalesce(f.run_id, excluded.run_id) end`
}

/** Queues records to be read. */
export async function requestFetches(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  wanted: readonly FollowUp[],
  asked: FetchRequest,
): Promise<void> {
  if (wanted.length === 0) return
  await sql`${insertFetches(scope, connectionId, wanted, asked)} ${prepared}`.execute(db)
}

/**
 * A caller has read this record outside the engine. Counting it as requested again keeps the engine from storing an
 * older reading; it then reads once more. No event follows.
 */
export async function readOnceMore(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { entity, externalId }: FollowUp,
  at: Date,
): Promise<void> {
  await sql`
    insert into sync_fetches as f (workspace_id, connection_id, entity, external_id, due_at, by_itself)
    values (${scope.workspaceId}, ${connectionId}, ${entity}, ${externalId}, ${at}, true)
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set due_at = least(f.due_at, excluded.due_at), generation = f.generation + 1, attempts = 0,
          by_itself = f.run_id is null`.execute(db)
}

/**
 * Queues a hint's records and wakes the connection, locking the schedule first. Doubtful kinds that a list finds as
 * well keep at most `mostInDoubt` rows, so forged notices cannot fill the table.
 */
export async function storeHints(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  wanted: readonly FollowUp[],
  dueAt: Date,
): Promise<void> {
  if (wanted.length === 0) return
  const waiting = sql`
    (select count(*) from (
       select from sync_fetches w
       where w.workspace_id = ${scope.workspaceId} and w.connection_id = ${connectionId} and w.entity = r.entity
       limit ${mostInDoubt}) as counted)`
  const isTaken = sql`
    cross join woken
    where case when r.entity = any(${walkEntities}::text[])
                 and coalesce((woken.fairness->'emptyNotices'->>r.entity)::int, 0) >= ${emptyBeforeDoubt}
               then ${waiting} < ${mostInDoubt} else true end`
  await sql`
    with woken as (${wakeConnectionSql(scope, connectionId, dueAt)} returning s.fairness)
    ${insertFetches(scope, connectionId, wanted, { dueAt, runId: null }, isTaken)}`.execute(db)
  await notifyWork(db, 'sync')
}

/** After a record was stored, clears its failure and queues its follow-ups. */
export async function noteStored(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { entity, externalId }: FollowUp,
  { wanted, dueAt }: { wanted: readonly FollowUp[]; dueAt: Date },
): Promise<void> {
  const forgiven = deleteFailures(scope, connectionId, entity, [externalId])
  await (
    wanted.length === 0
      ? forgiven
      : sql`with forgiven as (${forgiven}) ${insertFetches(scope, connectionId, wanted, { dueAt, runId: null })}`
  ).execute(db)
}

/** Queues all records of a kind for a run, such as rooms of each listing the connection keeps. */
export async function requestForListings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: FetchEntity,
  { dueAt, runId, hotelsOnly }: { dueAt: Date; runId: string; hotelsOnly: boolean },
): Promise<void> {
  await sql`
    insert into sync_fetches as f (workspace_id, connection_id, entity, external_id, run_id, due_at)
    select ${scope.workspaceId}, ${connectionId}, ${entity}, external_id, ${runId}, ${dueAt} from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and archived_at is null
      and (model = 'hotel' or not ${hotelsOnly})
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set due_at = least(f.due_at, excluded.due_at), run_id = excluded.run_id, attempts = 0`.execute(db)
}

/** Queues the messages of every thread of the connection for a run. */
export async function requestForConversations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { dueAt, runId }: { dueAt: Date; runId: string },
): Promise<void> {
  await sql`
    insert into sync_fetches as f (workspace_id, connection_id, entity, external_id, run_id, due_at)
    select ${scope.workspaceId}, ${connectionId}, 'messages', external_id, ${runId}, ${dueAt} from conversations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id is not null
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set due_at = least(f.due_at, excluded.due_at), run_id = excluded.run_id, attempts = 0`.execute(db)
}

/** Returns the next record that a run must read. */
export async function nextOfRun(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  runId: string,
  entity: string,
): Promise<(FetchRow & { waiting: number }) | undefined> {
  const { rows } = await sql<FetchRow & { waiting: number }>`
    select ${columns}, count(*) over ()::int as waiting from sync_fetches
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and run_id = ${runId}
      and entity = ${entity}
    order by attempts, external_id limit 1`.execute(db)
  return rows[0]
}

/** Returns for every kind the next record due outside of runs, requested or due by time. */
export async function dueFetches(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  now: Date,
): Promise<(FetchRow & { byItself: boolean })[]> {
  const { rows } = await sql<FetchRow & { byItself: boolean }>`
    select distinct on (entity, by_itself) ${columns}, by_itself as "byItself" from sync_fetches
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and run_id is null
      and due_at <= ${now}
    order by entity, by_itself, due_at, external_id ${prepared}`.execute(db)
  return rows
}

/** Returns other waiting calendars, without those that failed before. */
export async function waitingCalendars(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<{ externalId: string; unitCount: number; generation: number }[]> {
  const { rows } = await sql<{ externalId: string; unitCount: number; generation: number }>`
    select f.external_id as "externalId", l.unit_count as "unitCount", f.generation
    from sync_fetches f
    join listings l on l.workspace_id = f.workspace_id and l.connection_id = f.connection_id
      and l.external_id = f.external_id and l.archived_at is null
    where f.workspace_id = ${scope.workspaceId} and f.connection_id = ${connectionId} and f.entity = 'calendar'
      and f.external_id <> ${externalId} and f.due_at <= ${now} and f.attempts = 0
    order by f.run_id is null, f.by_itself, f.external_id limit ${limit}`.execute(db)
  return rows
}

/** Returns requested records of a kind with their number of requests. */
export async function askedFor(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ externalId: string; generation: number }>`
    select external_id as "externalId", generation from sync_fetches
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and entity = ${entity}
    ${prepared}`.execute(db)
  return new Map(rows.map(({ externalId, generation }) => [externalId, generation]))
}

export async function earliestDue(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { after }: { after: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due_at) as at from sync_fetches
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and run_id is null
      and due_at > ${after}`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * Removes the record unless it was requested again during its reading; returns false in that case. Call it with the
 * schedule's row locked, so that nobody requests it before the transaction ends.
 */
export async function finishFetch(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  fetch: FetchRow,
  /** When to read it again without a request; null for never. */
  again: Date | null,
): Promise<boolean> {
  const row = sql`workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
    and entity = ${fetch.entity} and external_id = ${fetch.externalId}`
  const finished =
    again === null
      ? sql`delete from sync_fetches where ${row} and generation = ${fetch.generation}`
      : sql`update sync_fetches set run_id = null, attempts = 0, due_at = ${again}, by_itself = true
          where ${row} and generation = ${fetch.generation}`
  const { rows } = await sql`
    with finished as (${finished})
    update sync_fetches set run_id = null, attempts = 0 where ${row} and generation <> ${fetch.generation}
    returning generation`.execute(db)
  return rows.length === 0
}

/** Moves it to the end of the queue, so that one unreadable record does not delay the others. */
export async function countAttempt(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  fetch: FetchRow,
  now: Date,
): Promise<void> {
  const pause = sql`interval '15 seconds' * power(2, attempts)`
  const dueAt = laterBy(sql`${now}::timestamptz`, pause)
  await sql`
    update sync_fetches
    set attempts = attempts + 1, due_at = ${dueAt}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and entity = ${fetch.entity}
      and external_id = ${fetch.externalId}`.execute(db)
}

/** Reads one record later than planned. Within a run it moves to the end of the queue. */
export async function postponeFetch(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { entity, externalId }: FetchRow,
  dueAt: Date,
): Promise<void> {
  await sql`
    update sync_fetches
    set due_at = ${dueAt}, attempts = attempts + case when run_id is null then 0 else 1 end
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and entity = ${entity}
      and external_id = ${externalId}`.execute(db)
}

/** Call it when a connection ends. */
export async function dropFetches(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    delete from sync_fetches
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}
