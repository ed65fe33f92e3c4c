import { sql } from 'kysely'
import type { NewEvent } from '../platform/outbox.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'

type AccountBlock = NonNullable<NewEvent['account']>

/** Returns accounts in the form that events carry, by id. */
export async function accountBlocks(
  db: Queryable,
  scope: Scope,
  ids: readonly (string | null)[],
): Promise<Map<string | null, AccountBlock>> {
  const { rows } = await sql<{ account_id: string; id: string | null; provider: string; external: string }>`
    select id as account_id, connection_id as id, provider, external_account_id as external from accounts
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ account_id, id, provider, external }) => [
      account_id,
      { ...(id === null ? {} : { id }), provider, externalAccountId: external },
    ]),
  )
}

/** Narrows these ids to active listings, since events tell nothing of inactive ones. */
export async function activeListings(
  db: Queryable,
  scope: Scope,
  ids: readonly (string | null)[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from listings where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[]) and active`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
