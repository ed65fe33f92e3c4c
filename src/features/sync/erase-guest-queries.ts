/** Reports of readings can name a guest, so forgetting one erases them there. */
import { sql } from 'kysely'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { PersonPatterns } from '../../records/guests/erase.ts'
import type { GuestEraser } from '../../services.ts'

const eraseFailures = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countAffectedRows(
    tx,
    sql`
    update sync_failures
    set message = regexp_replace(message, ${all}, '', 'gi'), excerpt = regexp_replace(excerpt, ${all}, '', 'gi')
    where workspace_id = ${scope.workspaceId} and (message ~* ${sure} or excerpt ~* ${sure})`,
  )

const eraseRunErrors = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countAffectedRows(
    tx,
    sql`
    update sync_runs set errors = without_matches(errors, ${all})
    where workspace_id = ${scope.workspaceId} and errors <> '[]' and errors::text ~* ${sure}`,
  )

/** Erases names that a reconciliation recorded as a difference. */
const eraseProofMentions = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countAffectedRows(
    tx,
    sql`
    update reconciliations set differences = without_matches(differences, ${all})
    where workspace_id = ${scope.workspaceId} and differences <> '[]' and differences::text ~* ${sure}`,
  )

export const eraseReadingReports: GuestEraser = async (tx, scope, { patterns }) => {
  if (patterns === null) return { counts: {} }
  const failures = (await eraseFailures(tx, scope, patterns)) + (await eraseRunErrors(tx, scope, patterns))
  return { counts: { failures, others: await eraseProofMentions(tx, scope, patterns) } }
}
