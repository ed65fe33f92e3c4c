import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { arrayText } from '../../../platform/array-text.ts'
import { copyRows, type CopiedValue } from '../../../platform/copy-rows.ts'
import { likePattern } from '../../../platform/like-pattern.ts'
import { from, inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { LoggedRequest } from './logged-request.ts'

/** Each column with its value of a line. */
const written: Record<string, (line: LoggedRequest) => CopiedValue> = {
  workspace_id: (line) => line.workspaceId,
  id: (line) => line.id,
  request_id: (line) => line.requestId,
  key_id: (line) => line.keyId,
  method: (line) => line.method,
  path: (line) => line.path,
  operation_id: (line) => line.operationId,
  status: (line) => line.status,
  latency_ms: (line) => line.latencyMs,
  request_bytes: (line) => line.requestBytes,
  response_bytes: (line) => line.responseBytes,
  ip_address: (line) => line.ipAddress,
  user_agent: (line) => line.userAgent,
  error_code: (line) => line.errorCode,
  created_at: (line) => line.createdAt,
  route: (line) => line.route,
  events: (line) => line.events && arrayText(line.events),
  story: (line) => line.trace && JSON.stringify(line.trace),
}
const copied = { table: 'request_log', columns: Object.keys(written) }
const valuesOf = Object.values(written)

/** Inserts all lines or none. Workspaces need no check, because keys identify them and none is deleted. */
export const insertRequests = (pool: pg.Pool, lines: readonly LoggedRequest[]): Promise<void> =>
  copyRows(
    pool,
    copied,
    lines.map((line) => valuesOf.map((valueOf) => valueOf(line))),
  )

const hourMs = 3_600_000
/** Hours since 1970, as the counts use them. */
const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs)
const dayOf = (at: Date) => Math.floor(hourOf(at) / 24)

export interface RequestLogFilter {
  since: Date
  operations?: readonly string[] | undefined
  /** First figure of a family of status: 2, 3, 4 or 5. */
  family?: number | undefined
  text?: string | undefined
}

export const requestColumns = [
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

export type StoredRequestRow = Awaited<ReturnType<typeof requestRows>>[number]

export const requestOrdering: ListOrdering<Pick<StoredRequestRow, 'created_at' | 'id'>> = {
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

type RequestCondition = RawBuilder<boolean>
const all = (conditions: readonly RequestCondition[]): RequestCondition =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`

const ofLine = (scope: Scope, { since, operations, family, text }: RequestLogFilter): RequestCondition => {
  const pattern = text === undefined ? undefined : likePattern(text)
  return all([
    inScope(scope, 'request_log'),
    sql<boolean>`request_log.created_at >= ${since}`,
    ...(operations ? [sql<boolean>`request_log.operation_id = any(${[...operations]}::text[])`] : []),
    ...(family === undefined ? [] : [sql<boolean>`request_log.status / 100 = ${family}::int`]),
    ...(pattern === undefined
      ? []
      : [
          sql<boolean>`(request_id ilike ${pattern} or path ilike ${pattern} or operation_id ilike ${pattern}
            or error_code ilike ${pattern} or user_agent ilike ${pattern} or ip_address ilike ${pattern})`,
        ]),
  ])
}

const ofCount = (scope: Scope, { operations, family }: RequestLogFilter): RequestCondition =>
  all([
    inScope(scope, 'request_counts', 'c'),
    ...(operations ? [sql<boolean>`c.operation_id = any(${[...operations]}::text[])`] : []),
    ...(family === undefined ? [] : [sql<boolean>`c.family = ${family}::int`]),
  ])

/** Lines of one operation and status family come from an index in list order; the page merges those ranges. */
function beginning(
  scope: Scope,
  filter: RequestLogFilter,
  { after, orderBy, limit, offset }: PageRequest,
): RequestCondition {
  return sql<boolean>`request_log.workspace_id = ${scope.workspaceId}::bigint and (request_log.created_at, request_log.id) in (
    select one.created_at, one.id from (
      select distinct c.operation_id, c.family from request_counts c
      where ${ofCount(scope, filter)} and c.unit = 'day' and c.bucket >= ${dayOf(filter.since)}::bigint) s
    cross join lateral (
      select request_log.created_at, request_log.id from request_log
      where ${ofLine(scope, { since: filter.since })} and request_log.operation_id = s.operation_id
        and request_log.status / 100 = s.family and ${after ?? sql`true`}
      order by ${orderBy} limit ${limit + offset}) one
    order by one.created_at desc, one.id desc limit ${limit} offset ${offset})`
}

export function requestRows(db: Queryable, scope: Scope, filter: RequestLogFilter, page: PageRequest) {
  const isMerged = filter.text === undefined && (filter.operations ?? filter.family) !== undefined
  return from(db, scope, 'request_log')
    .select(requestColumns)
    .where(
      isMerged
        ? beginning(scope, filter, page)
        : all([ofLine(scope, filter), page.after ?? sql<boolean>`true`]),
    )
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(isMerged ? 0 : page.offset)
    .execute()
}

/** Adds day counts, hour counts, and the lines of the hour in which the range begins. */
export async function requestTotal(db: Queryable, scope: Scope, filter: RequestLogFilter): Promise<number> {
  const [hour, day] = [hourOf(filter.since), dayOf(filter.since)]
  const ofHour = new Date((hour + 1) * hourMs)
  const one = sql`select count(*) from request_log where ${ofLine(scope, filter)}`
  const sum = (unit: 'hour' | 'day', buckets: RawBuilder<unknown>) => sql`(
    select coalesce(sum(c.n), 0) from request_counts c where ${ofCount(scope, filter)} and c.unit = ${unit} and ${buckets})`
  const { rows } = await sql<{ count: string }>`
    select ${
      filter.text === undefined
        ? sql`(${one} and request_log.created_at < ${ofHour})
            + ${sum('hour', sql`c.bucket > ${hour}::bigint and c.bucket < ${(day + 1) * 24}::bigint`)}
            + ${sum('day', sql`c.bucket > ${day}::bigint`)}`
        : sql`(${one})`
    } as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
