/** The account block of list rows and the `account` filter, for every table with an `account_id`. */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../platform/tenant.ts'

export type RowAccount = { provider: string; externalAccountId: string; connectionId: string } | null
type AccountTable = 'conversations' | 'reviews'

export function accountJson(scope: Scope, table: AccountTable): RawBuilder<RowAccount> {
  return sql<RowAccount>`(
    select jsonb_build_object('provider', a.provider, 'externalAccountId', a.external_account_id,
             'connectionId', a.connection_id::text)
    from accounts a
    where a.workspace_id = ${scope.workspaceId}::bigint and a.id = ${sql.ref(`${table}.account_id`)})`
}

/** Kept counts name accounts this way; an unknown account matches nothing. */
export const accountTrait = (
  scope: Scope,
  { provider, externalAccountId }: { provider: string; externalAccountId: string },
): RawBuilder<string | null> =>
  sql<string | null>`(
    select id::text from accounts where workspace_id = ${scope.workspaceId}::bigint
      and provider = ${provider} and external_account_id = ${externalAccountId})`
