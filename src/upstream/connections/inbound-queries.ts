/** Stores the vendor's webhook for an account. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface StoredInbound {
  provider: string
  status: string
  /** The hash is in hex. */
  tokenHash: string | null
  inbound: unknown
}

export async function inboundOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<StoredInbound | undefined> {
  const { rows } = await sql<StoredInbound>`
    select provider, status, encode(inbound_token_hash, 'hex') as "tokenHash", inbound from connections
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(db)
  return rows[0]
}

export async function storeInboundToken(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  hash: Buffer,
): Promise<void> {
  await sql`
    update connections set inbound_token_hash = ${hash}, inbound = null
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(db)
}

export async function storeInbound(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  inbound: object,
): Promise<void> {
  await sql`
    update connections set inbound = ${JSON.stringify(inbound)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${connectionId} and status <> 'disconnected'`.execute(
    db,
  )
}

/** Clears the mark whatever the result, since the next full pass tries again. */
export async function noteInboundTried(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    update connections set inbound_due = false
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(db)
}

export async function forgetRetired(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    update connections set retired_inbound = null
    where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(db)
}

/** The vendor's webhook is registered anew, because the stored one may have been replaced since a backup. */
export async function renewInbound(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    update connections
    set inbound_due = true, retired_inbound = coalesce(inbound, retired_inbound), inbound = null
    where workspace_id = ${scope.workspaceId} and id = ${connectionId} and status = 'active'`.execute(db)
}
