/** Reservations of calendar files belong to a hidden account. */
import { sql } from 'kysely'
import { nextId } from '../../platform/tenant.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { StoredConnection } from '../../records/batch.ts'
import { feedProvider } from '../../records/calendar/public.ts'

/** Reservations belong to an account; those of feeds belong to a hidden internal one. */
export async function feedAccount(tx: Queryable, scope: Scope, at: Date): Promise<StoredConnection> {
  const known = await accountRow(tx, scope)
  if (known) return known
  await sql`
    insert into connections (workspace_id, id, provider, external_account_id, write_policy, created_at, connected_at, updated_at)
    values (${scope.workspaceId}, ${nextId(scope, 'connections')}, ${feedProvider}, ${feedProvider}, '{}', ${at}, ${at}, ${at})
    on conflict (workspace_id, provider, external_account_id) do nothing`.execute(tx)
  const made = await accountRow(tx, scope)
  if (!made) throw new Error('the account of feeds was not returned')
  return made
}

async function accountRow(tx: Queryable, scope: Scope): Promise<StoredConnection | undefined> {
  const { rows } = await sql<{ id: string; connectedAt: Date }>`
    select id, connected_at as "connectedAt" from connections
    where workspace_id = ${scope.workspaceId} and provider = ${feedProvider}`.execute(tx)
  return rows[0] && { ...rows[0], provider: feedProvider, accountId: null, importing: false }
}
