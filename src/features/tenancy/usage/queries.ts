import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { everyWorkspace } from '../../../platform/workspaces-sql.ts'

export interface UsageCount {
  workspaceId: string
  day: string
  operationId: string
  requests: number
  ai: number
  errors: number
  latencyMs: number
  /** Counts per latency step; see latencies.ts. */
  latencies: number[]
  /** Answers with 2xx, 3xx, 4xx and 5xx. */
  statuses: [number, number, number, number]
}

export interface DayTotal {
  workspace_id: string
  day: string
  requests: string
  ai_requests: string
  warned_at: Date | null
  /** Total of the month through this day. */
  monthly: string
}

/** Adds the counts of all workspaces, and returns the totals with them. Both statements have to be one transaction. */
export const addUsage = async (tx: Queryable, counted: readonly UsageCount[]): Promise<DayTotal[]> =>
  dayTotals(tx, await upsertUsage(tx, counted))

type UsageDay = Pick<DayTotal, 'workspace_id' | 'day'>

/** One statement adds all, in a fixed order so that processes cannot deadlock. */
async function upsertUsage(db: Queryable, counted: readonly UsageCount[]): Promise<UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    with input as (
      select r.* from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as r (
        "workspaceId" bigint, day date, "operationId" text, requests bigint, ai bigint, errors bigint,
        "latencyMs" bigint, latencies integer[], statuses jsonb)
      join workspaces w on w.id = r."workspaceId"
    ), operations as (
      insert into usage_operations as o (workspace_id, day, operation_id, requests, errors, latency_ms, latencies,
        status_2xx, status_3xx, status_4xx, status_5xx)
      select "workspaceId", day, "operationId", requests, errors, "latencyMs", latencies, (statuses->>0)::bigint,
             (statuses->>1)::bigint, (statuses->>2)::bigint, (statuses->>3)::bigint
      from input order by 1, 2, 3
      on conflict (workspace_id, day, operation_id) do update
        set requests = o.requests + excluded.requests, errors = o.errors + excluded.errors,
            latency_ms = o.latency_ms + excluded.latency_ms,
            latencies = array(
              select coalesce(kept, 0) + coalesce(more, 0)
              from unnest(o.latencies, excluded.latencies) with ordinality as step (kept, more, place) order by place),
            status_2xx = o.status_2xx + excluded.status_2xx,
            status_3xx = o.status_3xx + excluded.status_3xx, status_4xx = o.status_4xx + excluded.status_4xx,
            status_5xx = o.status_5xx + excluded.status_5xx
    ), days as (
      insert into usage_days as d (workspace_id, day, requests, ai_requests)
      select "workspaceId", day, sum(requests), sum(ai) from input group by 1, 2 order by 1, 2
      on conflict (workspace_id, day) do update
        set requests = d.requests + excluded.requests, ai_requests = d.ai_requests + excluded.ai_requests
      returning d.workspace_id, d.day
    )
    select workspace_id, day::text as day from days`.execute(db)
  return rows
}

async function dayTotals(db: Queryable, days: readonly UsageDay[]): Promise<DayTotal[]> {
  if (days.length === 0) return []
  const { rows } = await sql<DayTotal>`
    select d.workspace_id, d.day, d.requests, d.ai_requests, d.warned_at, sum(earlier.requests) as monthly
    from usage_days d
    join usage_days earlier on earlier.workspace_id = d.workspace_id
      and earlier.day between date_trunc('month', d.day)::date and d.day
    where (d.workspace_id, d.day) in (
      select * from unnest(${days.map((row) => row.workspace_id)}::bigint[], ${days.map((row) => row.day)}::date[]))
    group by d.workspace_id, d.day, d.requests, d.ai_requests, d.warned_at`.execute(db)
  return rows
}

/** Counts one AI operation that the caller ran on a model of its own. */
export async function addAiUse(tx: Queryable, scope: Scope, day: string): Promise<void> {
  await sql`
    insert into usage_days (workspace_id, day, ai_requests) values (${scope.workspaceId}, ${day}, 1)
    on conflict (workspace_id, day) do update set ai_requests = usage_days.ai_requests + 1`.execute(tx)
}

/** True for one caller per day: that one sends the warning. */
export async function claimWarning(tx: Queryable, scope: Scope, day: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update usage_days set warned_at = ${now}
    where workspace_id = ${scope.workspaceId} and day = ${day} and warned_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export interface TopOperation {
  operationId: string
  requestCount: number
}

export async function topOperation(db: Queryable, scope: Scope, day: string): Promise<TopOperation | null> {
  const row = await from(db, scope, 'usage_operations')
    .select(['operation_id', 'requests'])
    .where('day', '=', day)
    .orderBy('requests', 'desc')
    .orderBy('operation_id')
    .limit(1)
    .executeTakeFirst()
  return row ? { operationId: row.operation_id, requestCount: Number(row.requests) } : null
}

/** Stored usage of the day and its month. */
export async function usedThroughDay(db: Queryable, scope: Scope, day: string) {
  const { rows } = await sql<{ daily: string | null; monthly: string | null; daily_ai: string | null }>`
    select sum(requests) filter (where day = ${day}) as daily, sum(requests) as monthly,
           sum(ai_requests) filter (where day = ${day}) as daily_ai
    from usage_days
    where workspace_id = ${scope.workspaceId} and day between date_trunc('month', ${day}::date)::date and ${day}`.execute(
    db,
  )
  const [row] = rows
  return {
    daily: Number(row?.daily ?? 0),
    monthly: Number(row?.monthly ?? 0),
    dailyAi: Number(row?.daily_ai ?? 0),
  }
}

export type OperationDay = Awaited<ReturnType<typeof operationDays>>[number]

export function operationDays(db: Queryable, scope: Scope, first: string, last: string) {
  return from(db, scope, 'usage_operations')
    .selectAll()
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .orderBy('operation_id')
    .execute()
}

/** Deletes days older than the longest range a request can ask for. */
export async function deleteUsage(db: Queryable, before: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select w.workspace_id as id from ${everyWorkspace} w
    where (select min(d.day) from usage_days d where d.workspace_id = w.workspace_id) < ${before}`.execute(db)
  for (const { id } of rows) {
    await db.deleteFrom('usage_operations').where('workspace_id', '=', id).where('day', '<', before).execute()
    await db.deleteFrom('usage_days').where('workspace_id', '=', id).where('day', '<', before).execute()
  }
  await db.deleteFrom('ai_usage').where('day', '<', before).execute()
}
