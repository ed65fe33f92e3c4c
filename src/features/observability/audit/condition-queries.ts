/** Conditions on audit lines. */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Scope } from '../../../platform/tenant.ts'

export interface AuditLineFilter {
  action: string | null
  actor: string | null
  target: string | null
  outcome: string | null
  from: Date | null
  to: Date | null
}

/**
 * Lines about one record are selected first (materialized): they are few, which the planner cannot know. It
 * would otherwise scan all lines of an action.
 */
export const auditLinesAbout = (scope: Scope, target: string | null): RawBuilder<unknown> =>
  target === null
    ? sql`${sql.table('audit_lines')} l`
    : sql`(
        select * from audit_lines where ${inScope(scope, 'audit_lines')}
          and targets_in(audit_lines.workspace_id, audit_lines.targets) @> array[${`${scope.workspaceId} ${target}`}::text]
        offset 0) l`

/** Conditions on line `l` other than its workspace and target. */
export const auditLineCondition = ({
  action,
  actor,
  outcome,
  from,
  to,
}: AuditLineFilter): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(action === null ? [] : [sql`l.action = ${action}`]),
      ...(actor === null ? [] : [sql`l.actor = ${actor}`]),
      ...(outcome === null ? [] : [sql`l.outcome = ${outcome}`]),
      ...(from === null ? [] : [sql`l.at >= ${from}`]),
      ...(to === null ? [] : [sql`l.at < ${to}`]),
    ],
    sql` and `,
  )}`
