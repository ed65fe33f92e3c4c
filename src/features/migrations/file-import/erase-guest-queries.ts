/** Erases a guest from imported rows that wait for their references. */
import { sql } from 'kysely'
import { countAffectedRows } from '../../../platform/count-affected-rows.ts'
import type { GuestEraser } from '../../../services.ts'

export const eraseWaitingReferences: GuestEraser = async (tx, scope, { patterns }) => {
  if (patterns === null) return { counts: {} }
  const { sure, all } = patterns
  const others = await countAffectedRows(
    tx,
    sql`
    update imported_ids set later = without_matches(later, ${all})
    where workspace_id = ${scope.workspaceId} and later::text ~* ${sure}`,
  )
  return { counts: { others } }
}
