import { sql } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { auditLinesAbout, auditLineCondition, type AuditLineFilter } from './condition-queries.ts'

export interface AuditLineRow {
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

export const auditLinesNewestFirst: ListOrdering<AuditLineRow> = {
  name: 'at',
  direction: 'desc',
  keys: [
    { expression: sql`l.at`, type: 'timestamptz', valueOf: (row) => row.at.toISOString() },
    { expression: sql`l.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

/** Lines of one action and outcome are read from one index in list order, and the page merges those ranges. */
function merged(scope: Scope, filters: AuditLineFilter, { after, orderBy, limit, offset }: PageRequest) {
  const { action, outcome } = filters
  const meant = (alias: string) => sql`
    ${action === null ? sql`true` : sql`${sql.ref(`${alias}.action`)} = ${action}`}
    and ${outcome === null ? sql`true` : sql`${sql.ref(`${alias}.outcome`)} = ${outcome}`}`
  return sql<boolean>`(l.at, l.id) in (
    select one.at, one.id from (
      select c.action, c.outcome from audit_counts c where ${inScope(scope, 'audit_counts', 'c')} and c.unit = 'all' and ${meant('c')}
      union select w.action, w.outcome from audit_changes w where ${inScope(scope, 'audit_changes', 'w')} and ${meant('w')}
      union select b.action, b.outcome from audit_lines b
      where ${inScope(scope, 'audit_lines', 'b')} and b.outcome = 'begun' and ${meant('b')}) s
    cross join lateral (
      select l.at, l.id from audit_lines l
      where ${inScope(scope, 'audit_lines', 'l')} and l.action = s.action and l.outcome = s.outcome
        and ${auditLineCondition({ ...filters, action: null, outcome: null })} and ${after ?? sql`true`}
      order by ${orderBy} limit ${limit + offset}) one
    order by one.at desc, one.id desc limit ${limit} offset ${offset})`
}

export async function auditLines(
  db: Queryable,
  scope: Scope,
  filters: AuditLineFilter,
  page: PageRequest,
): Promise<AuditLineRow[]> {
  const { action, actor, outcome, target } = filters
  const isMerged = actor === null && target === null && (action ?? outcome) !== null
  const found = isMerged
    ? merged(scope, filters, page)
    : sql`${auditLineCondition(filters)} ${page.after ? sql`and ${page.after}` : sql``}`
  const { rows } = await sql<AuditLineRow>`
    select l.id, l.at, l.actor, k.prefix, coalesce(k.name, m.name, m.email) as name, l.action, l.targets, l.outcome, l.status, l.code, l.request_id, l.ip,
           l.details
    from ${auditLinesAbout(scope, target)}
    -- Kept apart (offset 0): within a join they are taken out of the text anew for every row that is compared.
    cross join lateral (select substring(l.actor from '^(?:key|operator):([0-9]+)$')::bigint as key_id,
                               substring(l.actor from '^member:([0-9a-f-]{36})$')::uuid as member_id offset 0) a
    left join api_keys k on k.id = a.key_id
    left join members m on m.workspace_id = l.workspace_id and m.id = a.member_id
    where ${inScope(scope, 'audit_lines', 'l')} and ${found}
    order by ${page.orderBy} limit ${page.limit} offset ${isMerged ? 0 : page.offset}`.execute(db)
  return rows
}
