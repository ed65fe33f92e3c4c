/** Stores what is read of an account, and how far its reading came. */
import { sql } from 'kysely'
import { assertLockHeld } from '../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ImportSelection } from '../connection-queries.ts'

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

export async function storeWatermarks(
  db: Queryable,
  scope: Scope,
  id: string,
  watermarks: Record<string, string>,
): Promise<void> {
  assertLockHeld(db, 'schedule')
  await sql`
    update connections set watermarks = ${JSON.stringify(watermarks)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

/**
 * The account was read completely. Only ended runs update this, and the last success only runs without
 * missing rows.
 */
export async function noteSuccess(
  db: Queryable,
  scope: Scope,
  id: string,
  { at, everything, complete }: { at: Date; everything: boolean; complete: boolean },
): Promise<void> {
  assertLockHeld(db, 'schedule')
  await sql`
    update connections
    set last_success_at = case when ${complete} and (${everything} or first_import_at is not null)
                          then ${at}::timestamptz else last_success_at end,
        last_full_at = case when ${everything} then ${at}::timestamptz else last_full_at end,
        first_import_at = case when ${everything} then coalesce(first_import_at, ${at}::timestamptz) else first_import_at end
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

/** Makes the next full reading due now. */
export async function forgetFullReading(db: Queryable, scope: Scope, id: string): Promise<void> {
  assertLockHeld(db, 'schedule')
  await sql`
    update connections set last_full_at = null
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

export async function noteReconciled(db: Queryable, scope: Scope, id: string, at: Date): Promise<void> {
  assertLockHeld(db, 'schedule')
  await sql`
    update connections set last_reconciled_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

/** Events name an account by these. */
export interface RunAccount {
  connectionId: string
  accountId: string
  provider: string
  externalAccountId: string
}

const accountOf = ({
  workspaceId,
}: Scope) => sql`c.id as "connectionId", c.provider, c.external_account_id as "externalAccountId",
  coalesce((select a.id from accounts a where a.workspace_id = ${workspaceId} and a.provider = c.provider
            and a.external_account_id = c.external_account_id), c.id) as "accountId"`

/**
 * Returns the account if its access was not refused before. Its credentials stay, because they are tried
 * again.
 */
export async function demandReauthentication(
  db: Queryable,
  scope: Scope,
  id: string,
  message: string,
  at: Date,
): Promise<RunAccount | undefined> {
  assertLockHeld(db, 'schedule')
  const { rows } = await sql<RunAccount>`
    update connections c
    set status = 'error', action_reason = 'reauth_required', action_message = ${message}, disconnected_at = ${at}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'active'
    returning ${accountOf(scope)}`.execute(db)
  return rows[0]
}

/**
 * The vendor accepts the access again. With `isInboundDue` its webhooks are registered anew, because they may
 * be gone.
 */
export async function restoreAccess(
  db: Queryable,
  scope: Scope,
  id: string,
  { isInboundDue, at }: { isInboundDue: boolean; at: Date },
): Promise<RunAccount | undefined> {
  assertLockHeld(db, 'schedule')
  const { rows } = await sql<RunAccount>`
    update connections c
    set status = 'active', action_reason = null, action_message = null, disconnected_at = null, updated_at = ${at},
        inbound_due = ${isInboundDue},
        retired_inbound = case when ${isInboundDue} then coalesce(inbound, retired_inbound) else retired_inbound end,
        inbound = case when ${isInboundDue} then null else inbound end
    where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'error'
    returning ${accountOf(scope)}`.execute(db)
  return rows[0]
}

/** Requests a comparison only for an account that is being read; returns whether it is. */
export async function wantReconciliation(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<boolean> {
  assertLockHeld(db, 'schedule')
  const { numAffectedRows } = await sql`
    update connections set reconciliation_wanted_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${connectionId} and status = 'active'`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

export async function takeImportWish(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<ImportSelection | undefined> {
  assertLockHeld(db, 'schedule')
  const { rows } = await sql<{ wish: ImportSelection }>`
    with wished as (
      select import_wanted from connections
      where workspace_id = ${scope.workspaceId} and id = ${connectionId} and import_wanted is not null
    ), taken as (
      update connections set import_wanted = null
      where workspace_id = ${scope.workspaceId} and id = ${connectionId} and import_wanted is not null
    )
    select import_wanted as wish from wished`.execute(db)
  return rows[0]?.wish
}

export async function storeImportWish(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  wish: ImportSelection,
): Promise<void> {
  assertLockHeld(db, 'schedule')
  await sql`
    update connections set import_wanted = ${JSON.stringify(wish)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(db)
}
