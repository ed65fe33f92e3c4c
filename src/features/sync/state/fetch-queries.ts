import { sql } from 'kysely'
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

/** Of notices of one kind and account. */
export const mostInDoubt = 500

const columns = sql`entity, external_id as "externalId", generation, attempts`

interface FetchRequest {
  dueAt: Date
  runId: string | null
}

/** One that is waiting already is read once, at the earlier time. */
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

/** Asks for records to be read. */
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
 * A record was read beside the engine: what the engine has asked for before is not stored, because it counts as asked for
 * again, and is read once more when there is room. Nobody is told that it changed.
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
 * What a hint asks for, and the connection's turn to read it: the schedule's row is taken before anything is asked for. Of kinds whose
 * notices are in doubt and that a list finds as well, no more than `mostInDoubt` wait: the table would grow with whatever is made up.
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
}

/** What is known after a record was read and stored: that it can be, and what else is to be read by that. */
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

/** Everything of one kind, for a run: the rooms of each listing the connection keeps, say. */
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

/** The messages of every thread of the connection, for a run. */
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

/** The next record of a run to be read. */
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

/** Of every kind the next record that is due outside of runs: those somebody asked for, and those only time makes due. */
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

/** Calendars that wait to be read beside this one, those that failed before left out. */
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

/** The records of a kind that are asked for, each with how often. */
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
 * Done, unless it was asked for again while it was being read: then it is read once more, and the answer is false. To be
 * called while the connection's row of the schedule is kept: nobody can ask again until the transaction ends.
 */
export async function finishFetch(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  fetch: FetchRow,
  /** When to read it again by itself; null: not before it is asked for. */
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

/** It goes to the end of the queue: one record that cannot be read must not keep the others waiting. */
export async function countAttempt(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  fetch: FetchRow,
  now: Date,
): Promise<void> {
  await sql`
    update sync_fetches
    set attempts = attempts + 1, due_at = ${now}::timestamptz + interval '15 seconds' * power(2, attempts)
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

/** The end of a connection. */
export async function dropFetches(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    delete from sync_fetches
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}
