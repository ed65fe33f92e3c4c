import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/**
 * Locks the account against connecting by any workspace until the transaction ends. Must be taken before any row that
 * others wait for.
 */
export async function lockClaim(
  tx: Queryable,
  { provider, externalAccountId }: { provider: string; externalAccountId: string },
): Promise<void> {
  const name = `claim:${provider}:${externalAccountId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Whether another workspace has the account connected, which only a query over all workspaces can tell. */
export async function isConnectedElsewhere(
  db: Queryable,
  { workspaceId }: Scope,
  { provider, externalAccountId }: { provider: string; externalAccountId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from connections
    where workspace_id <> ${workspaceId}::bigint and not is_sandbox_id(workspace_id)
      and provider = ${provider} and external_account_id = ${externalAccountId} and status <> 'disconnected'
    limit 1`.execute(db)
  return rows.length > 0
}
