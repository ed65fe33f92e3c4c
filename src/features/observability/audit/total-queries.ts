/** How many lines match: a sum over counts, what was not added up yet, and lines that have not ended (`0009_counts.sql`). */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { auditLinesAbout, auditLineCondition, type AuditLineFilter } from './condition-queries.ts'
import { cutSpan } from './spans.ts'

type AuditLineCondition = RawBuilder<unknown>
type AuditCountTable = 'audit_counts' | 'audit_changes'

const sumOf = (
  scope: Scope,
  table: AuditCountTable,
  filters: AuditLineFilter,
  more: AuditLineCondition,
): AuditLineCondition => {
  const { action, actor, outcome } = filters
  const all = [
    inScope(scope, table, 'c'),
    ...(action === null ? [] : [sql`c.action = ${action}`]),
    ...(actor === null ? [] : [sql`c.actor = ${actor}`]),
    ...(outcome === null ? [] : [sql`c.outcome = ${outcome}`]),
    more,
  ]
  return sql`(select coalesce(sum(c.n), 0) from ${sql.table(table)} c where ${sql.join(all, sql` and `)})`
}

const rowsThat = (scope: Scope, filters: AuditLineFilter, more: AuditLineCondition): AuditLineCondition =>
  sql`(select count(*) from ${auditLinesAbout(scope, filters.target)} where ${inScope(scope, 'audit_lines', 'l')} and ${auditLineCondition(filters)} and ${more})`

const between = (column: string, from: number | null, to: number | null): AuditLineCondition => sql`
  (${from}::bigint is null or ${sql.ref(column)} >= ${from}::bigint) and (${to}::bigint is null or ${sql.ref(column)} <= ${to}::bigint)`

function partsOf(scope: Scope, filters: AuditLineFilter): AuditLineCondition[] {
  const { from, to, target } = filters
  // Records have few lines, so these are counted one by one.
  if (target !== null) return [rowsThat(scope, filters, sql`true`)]
  if (from !== null && to !== null && from >= to) return []
  const anyTime = { ...filters, from: null, to: null }
  const begun = sql`l.outcome = 'begun'`
  if (from === null && to === null)
    return [
      sumOf(scope, 'audit_counts', filters, sql`c.unit = 'all'`),
      sumOf(scope, 'audit_changes', filters, sql`true`),
      rowsThat(scope, filters, begun),
    ]
  const { hours, stretches, ends } = cutSpan(from, to)
  return [
    ...stretches.map((one) =>
      sumOf(
        scope,
        'audit_counts',
        filters,
        sql`c.unit = ${one.unit} and ${between('c.bucket', one.from, one.to)}`,
      ),
    ),
    sumOf(
      scope,
      'audit_changes',
      filters,
      between('c.hour', hours.from, hours.to === null ? null : hours.to - 1),
    ),
    ...ends.map((end) => rowsThat(scope, { ...anyTime, ...end }, sql`true`)),
    rowsThat(
      scope,
      anyTime,
      sql`${begun} and ${sql.join(
        [
          sql`true`,
          ...(hours.from === null ? [] : [sql`l.at >= to_timestamp(${hours.from * 3600}::bigint)`]),
          ...(hours.to === null ? [] : [sql`l.at < to_timestamp(${hours.to * 3600}::bigint)`]),
        ],
        sql` and `,
      )}`,
    ),
  ]
}

export async function auditLineTotal(db: Queryable, scope: Scope, filters: AuditLineFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (${sql.join([sql`0`, ...partsOf(scope, filters)], sql` + `)})::text as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
