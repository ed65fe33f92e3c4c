/** Opens and closes accounts, and says what they may be used for. */
import { upsertConnectionAccount } from '../../records/account-row-queries.ts'
import { sql } from 'kysely'
import { assertLockHeld } from '../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { WritePolicy } from '../../contract/connection.ts'
import { nextId } from '../../platform/tenant.ts'
import { forgetRefusedAccess } from '../refused-access-queries.ts'
import { takeSchedule } from './schedule-queries.ts'

export interface RetainedAccess {
  connectionId: string
  credentials: Buffer | null
  credentialsKeyId: string | null
  session: Buffer | null
}

/**
 * Restores the connection as before it was disconnected. Single readings were dropped then, so a full reading follows,
 * like the daily one.
 */
export async function resumeConnection(
  tx: Queryable,
  scope: Scope,
  { connectionId, credentials, credentialsKeyId, session }: RetainedAccess,
  { inbound, at }: { inbound: 'kept' | 'due'; at: Date },
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections
    set status = 'active', disconnected_at = null, credentials = ${credentials},
        credentials_key_id = ${credentialsKeyId}, session = ${session}, inbound_due = ${inbound === 'due'},
        last_full_at = null,
        updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${connectionId} and status = 'disconnected'`.execute(
    tx,
  )
}

export interface LockedConnection {
  id: string
  status: string
  write_policy: WritePolicy
  credentials: Buffer | null
  session: Buffer | null
  inbound: unknown
  retired_inbound: unknown
  deactivated_listings: string[]
  external_account_id: string
}

const lockedColumns = sql`id, status, write_policy, credentials, session, inbound, retired_inbound, deactivated_listings,
  external_account_id`

/** Inserts the connection on the first call; `created` is true then. */
export async function lockOrInsertConnection(
  tx: Queryable,
  scope: Scope,
  account: { provider: string; externalAccountId: string; writePolicy: WritePolicy; at: Date },
): Promise<LockedConnection & { created: boolean }> {
  const { numAffectedRows } = await sql`
    insert into connections (workspace_id, id, provider, external_account_id, status, write_policy, created_at, connected_at,
                             updated_at)
    values (${scope.workspaceId}, ${nextId(scope, 'connections')}, ${account.provider}, ${account.externalAccountId}, 'pending',
            ${JSON.stringify(account.writePolicy)}::jsonb, ${account.at}, ${account.at}, ${account.at})
    on conflict (workspace_id, provider, external_account_id) do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from connections
    where workspace_id = ${scope.workspaceId} and provider = ${account.provider}
      and external_account_id = ${account.externalAccountId}`.execute(tx)
  const row = rows[0] && (await lockConnection(tx, scope, rows[0].id))
  if (!row) throw new Error('the connection was not returned')
  return { ...row, created: Number(numAffectedRows ?? 0) > 0 }
}

/** Takes the schedule's row first: a pass that stores for the connection holds it and changes the connection at its end. */
export async function lockConnection(
  tx: Queryable,
  scope: Scope,
  id: string,
): Promise<LockedConnection | undefined> {
  await takeSchedule(tx, scope, id)
  const { rows } = await sql<LockedConnection>`
    select ${lockedColumns} from connections
    where workspace_id = ${scope.workspaceId} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export interface Activation {
  accountName: string | null
  credentials: Buffer
  keyId: string
  session: Buffer | null
  writePolicy: WritePolicy
  /** True if the account was not connected before. */
  anew: boolean
  /** The vendor's webhook is kept as it is, or the worker registers it. */
  inbound: 'kept' | 'due'
  /** The owner granted these permissions; null if the credentials do not say. */
  granted: string[] | null
  at: Date
}

export async function activateConnection(
  tx: Queryable,
  scope: Scope,
  id: string,
  { accountName, credentials, keyId, session, writePolicy, anew, inbound, granted, at }: Activation,
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections
    set status = 'active', action_reason = null, action_message = null, disconnected_at = null,
        account_name = coalesce(${accountName}, account_name), credentials = ${credentials},
        credentials_key_id = ${keyId}, session = ${session}, write_policy = ${JSON.stringify(writePolicy)}::jsonb,
        connected_at = case when ${anew} then ${at}::timestamptz else connected_at end,
        first_import_at = case when ${anew} then null else first_import_at end,
        watermarks = case when ${anew} then '{}' else watermarks end,
        inbound_due = ${inbound === 'due'},
        retired_inbound = case when ${inbound === 'due'} then coalesce(inbound, retired_inbound) else retired_inbound end,
        inbound = case when ${inbound === 'due'} then null else inbound end,
        deactivated_listings = '[]', granted = ${granted}::text[], updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  await forgetRefusedAccess(tx, scope, id)
  await upsertConnectionAccount(tx, scope, id)
}

export async function closeConnection(
  tx: Queryable,
  scope: Scope,
  id: string,
  { deactivated, at }: { deactivated: readonly string[]; at: Date },
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections
    set status = 'disconnected', disconnected_at = ${at}, updated_at = ${at}, credentials = null,
        credentials_key_id = null, session = null, inbound = null, inbound_due = false, import_wanted = null, retired_inbound = null,
        inbound_token_hash = null, action_reason = null, action_message = null, deactivated_listings = ${JSON.stringify(deactivated)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  await forgetRefusedAccess(tx, scope, id)
}

/** Two parallel changes both survive, because one statement merges each. */
export async function mergeWritePolicy(
  db: Queryable,
  scope: Scope,
  id: string,
  { calendar = {}, reservations = {} }: { calendar?: object; reservations?: object },
  at: Date,
): Promise<WritePolicy> {
  assertLockHeld(db, 'schedule')
  const { rows } = await sql<{ policy: WritePolicy }>`
    update connections
    set updated_at = ${at}, write_policy = jsonb_set(
      jsonb_set(write_policy, '{calendar}', coalesce(write_policy -> 'calendar', '{}') || ${JSON.stringify(calendar)}::jsonb),
      '{reservations}', coalesce(write_policy -> 'reservations', '{}') || ${JSON.stringify(reservations)}::jsonb)
    where workspace_id = ${scope.workspaceId} and id = ${id}
    returning write_policy as policy`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`connection ${id} was not found`)
  return row.policy
}
