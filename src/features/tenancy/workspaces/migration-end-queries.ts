import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { notifyAllKeys } from './key-notice-queries.ts'

/** Keeps an earlier end. */
export async function updateMigrationEnd(
  tx: Queryable,
  scope: Scope,
  workspaceId: string,
  { at, deactivated }: { at: Date; deactivated: boolean },
): Promise<void> {
  await sql`
    update workspaces
    set cut_over_at = coalesce(cut_over_at, ${at}::timestamptz),
        deactivated_at = case when ${deactivated} then coalesce(deactivated_at, ${at}::timestamptz) else deactivated_at end
    where parent_id = ${scope.workspaceId} and id = ${workspaceId}`.execute(tx)
  if (deactivated) await notifyAllKeys(tx)
}

export async function updateCutoverUndone(tx: Queryable, scope: Scope, workspaceId: string): Promise<void> {
  await sql`
    update workspaces set cut_over_at = null
    where parent_id = ${scope.workspaceId} and id = ${workspaceId} and deactivated_at is null`.execute(tx)
}
