/** Sessions of agents, stored as keys of the member who let them in, and what agents give for a token. */
import { sql } from 'kysely'
import type { AgentLimits } from '../../../contract/agent-limits.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { notifyKeyChange } from '../workspaces/key-notice-queries.ts'

export interface NewAgentSession {
  memberId: string
  mode: 'live' | 'sandbox'
  prefix: string
  hash: Buffer
  /** Name and address of the agent, as its document gives them. */
  name: string
  client: string
  scopes: readonly KeyScope[]
  limits: AgentLimits | null
  until: Date
  now: Date
}

export async function insertAgentSession(
  tx: Queryable,
  scope: Scope,
  session: NewAgentSession,
): Promise<string> {
  const { memberId, mode, prefix, hash, name, client, scopes, limits, until, now } = session
  const { rows } = await sql<{ id: string }>`
    insert into api_keys (workspace_id, member_id, mode, prefix, hash, name, agent_client, scopes, agent_limits, expires_at, token_until,
                          created_by, created_at)
    values (${scope.workspaceId}, ${memberId}, ${mode}, ${prefix}, ${hash}, ${name}, ${client}, ${scopes}::text[],
            ${limits === null ? null : JSON.stringify(limits)}::jsonb, ${until}, ${until}, ${`member:${memberId}`}, ${now})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a session that was just made is gone')
  return row.id
}

export interface NewAgentSecret {
  hash: Buffer
  keyId: string
  expiresAt: Date
  /** Null for a refresh token. */
  code: { redirectUri: string; challenge: string } | null
}

export async function insertAgentSecret(
  tx: Queryable,
  scope: Scope,
  { hash, keyId, expiresAt, code }: NewAgentSecret,
): Promise<void> {
  await sql`
    insert into agent_secrets (workspace_id, hash, key_id, kind, expires_at, redirect_uri, challenge)
    values (${scope.workspaceId}, ${hash}, ${keyId}, ${code === null ? 'refresh' : 'code'}, ${expiresAt},
            ${code?.redirectUri ?? null}, ${code?.challenge ?? null})`.execute(tx)
}

export interface AgentSecretRow {
  key_id: string
  kind: 'code' | 'refresh'
  expires_at: Date
  used_at: Date | null
  redirect_uri: string | null
  challenge: string | null
  agent_client: string
  mode: 'live' | 'sandbox'
  scopes: KeyScope[]
  session_ends_at: Date
  revoked_at: Date | null
}

/** Locks the session until the transaction ends, so that of two who give the same secret one comes second. */
export async function lockAgentSecret(
  tx: Queryable,
  scope: Scope,
  hash: Buffer,
): Promise<AgentSecretRow | undefined> {
  await sql`
    select k.id from api_keys k join ${sql.table('agent_secrets')} s on s.key_id = k.id
    where s.workspace_id = ${scope.workspaceId} and s.hash = ${hash} for update of k`.execute(tx)
  const { rows } = await sql<AgentSecretRow>`
    select s.key_id, s.kind, s.expires_at, s.used_at, s.redirect_uri, s.challenge, k.mode, k.revoked_at,
           coalesce(k.agent_client, '') as agent_client, coalesce(k.scopes, '{}') as scopes,
           coalesce(k.expires_at, s.expires_at) as session_ends_at
    from ${sql.table('agent_secrets')} s join api_keys k on k.id = s.key_id
    where s.workspace_id = ${scope.workspaceId} and s.hash = ${hash}`.execute(tx)
  return rows[0]
}

export async function updateSecretUse(tx: Queryable, scope: Scope, hash: Buffer, now: Date): Promise<void> {
  await sql`
    update agent_secrets set used_at = ${now} where workspace_id = ${scope.workspaceId} and hash = ${hash}`.execute(
    tx,
  )
}

/** The secrets that expired go, which keeps those of a session few. */
export async function deleteExpiredSecrets(
  tx: Queryable,
  scope: Scope,
  keyId: string,
  now: Date,
): Promise<void> {
  await sql`
    delete from agent_secrets
    where workspace_id = ${scope.workspaceId} and key_id = ${keyId} and expires_at <= ${now}`.execute(tx)
}

/** The access token from before stops working. */
export async function updateAgentToken(
  tx: Queryable,
  scope: Scope,
  keyId: string,
  token: { hash: Buffer; prefix: string; until: Date; sessionEndsAt: Date },
): Promise<void> {
  await sql`
    update api_keys set hash = ${token.hash}, prefix = ${token.prefix}, token_until = ${token.until}, expires_at = ${token.sessionEndsAt}
    where workspace_id = ${scope.workspaceId} and id = ${keyId} and agent_client is not null`.execute(tx)
  await notifyKeyChange(tx, keyId)
}

export async function revokeAgentSession(
  tx: Queryable,
  scope: Scope,
  keyId: string,
  now: Date,
): Promise<void> {
  await sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now})
    where workspace_id = ${scope.workspaceId} and id = ${keyId} and agent_client is not null`.execute(tx)
  await notifyKeyChange(tx, keyId)
}

/** Ends the session that an access token opens; of no other agent than the one that asks. */
export async function revokeAgentToken(
  tx: Queryable,
  { hash, client, now }: { hash: Buffer; client: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update api_keys set revoked_at = coalesce(revoked_at, ${now})
    where hash = ${hash} and agent_client = ${client} returning id`.execute(tx)
  for (const { id } of rows) await notifyKeyChange(tx, id)
}
