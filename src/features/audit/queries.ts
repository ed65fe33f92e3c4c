import { sql } from 'kysely'
import type { Ordering, PageRequest } from '../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

export interface LineRow {
  id: string
  at: Date
  actor: string
  prefix: string | null
  name: string | null
  action: string
  targets: string[]
  outcome: 'begun' | 'done' | 'repeated' | 'refused' | 'failed'
  status: number | null
  code: string | null
  request_id: string | null
  ip: string | null
  details: Record<string, unknown> | null
}

export interface LineFilters {
  action: string | null
  actor: string | null
  target: string | null
  outcome: string | null
  from: Date | null
  to: Date | null
}

export const newestFirst: Ordering<LineRow> = {
  name: 'at',
  direction: 'desc',
  keys: [
    { expression: sql`l.at`, type: 'timestamptz', valueOf: (row) => row.at.toISOString() },
    { expression: sql`l.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

const matching = (scope: Scope, { action, actor, target, outcome, from, to }: LineFilters) => {
  const conditions = [
    inScope(scope, 'audit_lines', 'l'),
    ...(action === null ? [] : [sql`l.action = ${action}`]),
    ...(actor === null ? [] : [sql`l.actor = ${actor}`]),
    ...(target === null ? [] : [sql`l.targets @> array[${target}::text]`]),
    ...(outcome === null ? [] : [sql`l.outcome = ${outcome}`]),
    ...(from === null ? [] : [sql`l.at >= ${from}`]),
    ...(to === null ? [] : [sql`l.at < ${to}`]),
  ]
  return sql.join(conditions, sql` and `)
}

export async function auditLines(
  db: Queryable,
  scope: Scope,
  filters: LineFilters,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.at, l.actor, k.prefix, coalesce(k.name, m.name, m.email) as name, l.action, l.targets, l.outcome, l.status, l.code, l.request_id, l.ip,
           l.details
    from ${sql.table('audit_lines')} l
    left join api_keys k on k.id = substring(l.actor from '^(?:key|operator):([0-9]+)$')::bigint
    left join members m on m.workspace_id = l.workspace_id
      and m.id = substring(l.actor from '^member:([0-9a-f-]{36})$')::uuid
    where ${matching(scope, filters)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countLines(db: Queryable, scope: Scope, filters: LineFilters): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from audit_lines l where ${matching(scope, filters)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
