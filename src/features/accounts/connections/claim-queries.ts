import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/**
 * Until the transaction ends nobody else in any workspace connects the account. Whoever connects takes it before any row that
 * others wait for.
 */
export async function lockClaim(
  tx: Queryable,
  { provider, externalAccountId }: { provider: string; externalAccountId: string },
): Promise<void> {
  const name = `claim:${provider}:${externalAccountId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Whether another workspace has the account connected. Over all workspaces: the question is about the others. */
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
