/** Accounts that are read after a restore, and how far each came. */
import { sql } from 'kysely'
import { claimEach, findOldestDue } from '../../platform/fairness/due-rows.ts'
import type { DueTable } from '../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export type RecoveryAccountState = 'reading' | 'comparing' | 'stuck' | 'open'

export interface RecoveryAccount {
  workspace_id: string
  connection_id: string
  epoch: string
  state: RecoveryAccountState
  tries: number
  since: Date
  run_id: string | null
}

/** Takes due accounts, for a while in which no other process takes them. */
export async function claimDueAccounts(
  db: Queryable,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<RecoveryAccount[]> {
  const table: DueTable = {
    table: 'recovery_accounts',
    due: 'next_look_at',
    key: { connection_id: 'bigint' },
  }
  return claimEach(await findOldestDue(db, table, now, limit), ({ workspaceId, lockFree }) =>
    sql<RecoveryAccount>`
      update recovery_accounts set next_look_at = ${until}
      where workspace_id = ${workspaceId} and connection_id in ${lockFree}
      returning workspace_id, connection_id, epoch, state, tries, since, run_id`.execute(db),
  )
}

export async function recoveryAccount(
  db: Queryable,
  { workspaceId }: Scope,
  connectionId: string,
): Promise<RecoveryAccount | undefined> {
  const { rows } = await sql<RecoveryAccount>`
    select workspace_id, connection_id, epoch, state, tries, since, run_id from recovery_accounts
    where workspace_id = ${workspaceId} and connection_id = ${connectionId}`.execute(db)
  return rows[0]
}

export interface AccountProgress {
  state: RecoveryAccountState
  /** Null once it is open. */
  nextLookAt: Date | null
  tries?: number
  error?: string | null
  runId?: string | null
  found?: object
  nightsKept?: number
}

export async function updateRecoveryAccount(
  db: Queryable,
  { workspace_id: workspaceId, connection_id: connectionId, epoch }: RecoveryAccount,
  { state, nextLookAt, tries, error, runId, found, nightsKept }: AccountProgress,
  at: Date,
): Promise<void> {
  await sql`
    update recovery_accounts
    set since = case when state = ${state} then since else ${at}::timestamptz end, state = ${state},
        next_look_at = ${nextLookAt}, tries = coalesce(${tries ?? null}::int, tries),
        error = case when ${error === undefined} then error else ${error ?? null} end,
        run_id = coalesce(${runId ?? null}::bigint, run_id),
        found = coalesce(${found === undefined ? null : JSON.stringify(found)}::jsonb, found),
        nights_kept = nights_kept + coalesce(${nightsKept ?? null}::int, 0)
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and epoch = ${epoch}`.execute(db)
}

/** Channels are compared once no account of the workspace may still bring stays. */
export async function isWorkspaceRead(db: Queryable, { workspaceId }: Scope): Promise<boolean> {
  const { rows } = await sql`
    select from recovery_accounts where workspace_id = ${workspaceId} and state = 'reading' limit 1`.execute(
    db,
  )
  return rows.length === 0
}

/** Ends the recovery if every account is open. */
export async function endRecovery(db: Queryable, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recoveries set ended_at = ${at}
    where ended_at is null and not exists (select workspace_id from recovery_accounts where state <> 'open')`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) > 0
}
