import { sql, type RawBuilder } from 'kysely'
import type { Ordering, PageRequest } from '../../http/list.ts'
import { likePattern } from '../../platform/like-pattern.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { LoggedRequest } from './rows.ts'

/** All in one statement; a batch that is written a second time is there once. */
export async function insertRequests(db: Queryable, rows: readonly LoggedRequest[]): Promise<void> {
  await sql`
    insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status,
                             latency_ms, request_bytes, response_bytes, ip_address, user_agent, error_code, created_at, route,
                             events, trace)
    select "workspaceId", r.id, "requestId", "keyId", method, path, "operationId", status, "latencyMs",
           "requestBytes", "responseBytes", "ipAddress", "userAgent", "errorCode", "createdAt", route, events, trace
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      "workspaceId" bigint, id uuid, "requestId" text, "keyId" bigint, method text, path text,
      "operationId" text, status int, "latencyMs" int, "requestBytes" bigint, "responseBytes" bigint,
      "ipAddress" text, "userAgent" text, "errorCode" text, "createdAt" timestamptz, route text, events text[], trace jsonb)
    join workspaces w on w.id = r."workspaceId"
    on conflict do nothing`.execute(db)
}

export interface LogFilter {
  since: Date
  operations?: readonly string[] | undefined
  /** First status of a family: 200, 300, 400 or 500. */
  family?: number | undefined
  text?: string | undefined
}

export const logColumns = [
  'request_log.id',
  'request_id',
  'method',
  'path',
  'operation_id',
  'status',
  'latency_ms',
  'request_bytes',
  'response_bytes',
  'ip_address',
  'user_agent',
  'error_code',
  'request_log.created_at',
] as const

export type LogRow = Awaited<ReturnType<typeof logRows>>[number]

export const logOrdering: Ordering<Pick<LogRow, 'created_at' | 'id'>> = {
  name: 'created',
  direction: 'desc',
  keys: [
    {
      expression: sql`request_log.created_at`,
      type: 'timestamptz',
      valueOf: (row) => row.created_at.toISOString(),
    },
    { expression: sql`request_log.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

function matching(db: Queryable, scope: Scope, { since, operations, family, text }: LogFilter) {
  const pattern = text === undefined ? undefined : likePattern(text)
  return from(db, scope, 'request_log')
    .where('request_log.created_at', '>=', since)
    .$if(operations !== undefined, (query) =>
      query.where(sql<boolean>`request_log.operation_id = any(${operations ?? []}::text[])`),
    )
    .$if(family !== undefined, (query) =>
      query.where('status', '>=', family ?? 0).where('status', '<', (family ?? 0) + 100),
    )
    .$if(pattern !== undefined, (query) =>
      query.where(
        sql<boolean>`(request_id ilike ${pattern} or path ilike ${pattern} or operation_id ilike ${pattern}
          or error_code ilike ${pattern} or user_agent ilike ${pattern} or ip_address ilike ${pattern})`,
      ),
    )
}

export function logRows(db: Queryable, scope: Scope, filter: LogFilter, page: PageRequest) {
  return matching(db, scope, filter)
    .select(logColumns)
    .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function logTotal(db: Queryable, scope: Scope, filter: LogFilter): Promise<number> {
  const { count } = await matching(db, scope, filter)
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What no partition was made for in its time. */
export async function deleteRestRequests(db: Queryable, before: Date): Promise<void> {
  await sql`delete from request_log_rest where created_at < ${before}`.execute(db)
}
