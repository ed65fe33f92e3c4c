import { sql } from 'kysely'
import { assertLockHeld } from '../../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Limits the kinds of records read from now on. */
export async function limitImport(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  kinds: readonly string[],
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections set import_scope = ${kinds}::text[]
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(tx)
}

/** Limits how far back stays are read, for an account never read whole; known stays remain. */
export async function limitHistory(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  { months, at }: { months: number; at: Date },
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections set history_from = (${at}::timestamptz at time zone 'UTC' - make_interval(months => ${months}::int))::date
    where workspace_id = ${scope.workspaceId} and id = ${connectionId} and first_import_at is null`.execute(
    tx,
  )
}
