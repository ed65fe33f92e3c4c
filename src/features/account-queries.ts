/** The account block of list rows and the `account` filter, for every table with an `account_id`. */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../platform/tenant.ts'

export type RowAccount = { provider: string; externalAccountId: string; connectionId: string } | null
type AccountTable = 'conversations' | 'reviews'

export function accountJson(table: AccountTable): RawBuilder<RowAccount> {
  return sql<RowAccount>`(
    select jsonb_build_object('provider', a.provider, 'externalAccountId', a.external_account_id,
             'connectionId', a.connection_id::text)
    from accounts a
    where a.workspace_id = ${sql.ref(`${table}.workspace_id`)} and a.id = ${sql.ref(`${table}.account_id`)})`
}

/** An account that is not known here matches nothing. */
export function onAccount(
  scope: Scope,
  table: AccountTable,
  account: { provider: string; externalAccountId: string },
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.account_id`)} = (
    select id from accounts where workspace_id = ${scope.workspaceId}::bigint
      and provider = ${account.provider} and external_account_id = ${account.externalAccountId})`
}
