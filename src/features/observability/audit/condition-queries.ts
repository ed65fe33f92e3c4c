/** What a line has to be to match. */
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
 * The lines `l` to look among. Those about one record are gathered before anything else is asked of them: they are few, and how few the
 * planner cannot know, so it would rather pass over all lines of an action until it has enough.
 */
export const auditLinesAbout = (scope: Scope, target: string | null): RawBuilder<unknown> =>
  target === null
    ? sql`${sql.table('audit_lines')} l`
    : sql`(
        select * from audit_lines where ${inScope(scope, 'audit_lines')}
          and targets_in(audit_lines.workspace_id, audit_lines.targets) @> array[${`${scope.workspaceId} ${target}`}::text]
        offset 0) l`

/** Of a line `l`, apart from whose it is and what it is about. */
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
