/** Columns that the rows of these routes show beside the record. */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../../platform/tenant.ts'

export interface RowHost {
  id: string
  name: string | null
}

export interface RowGuest {
  externalId: string | null
  firstName: string | null
  lastName: string | null
}

/** The host of a row that came through an account; `table` is its name in the query. */
export const hostOf = (scope: Scope, table: string): RawBuilder<RowHost> => sql<RowHost>`(
  select jsonb_build_object('id', host.external_account_id, 'name', host.account_name) from connections host
  where host.workspace_id = ${scope.workspaceId}::bigint and host.id = ${sql.ref(`${table}.connection_id`)})`

export const guestOf = (scope: Scope, table: string): RawBuilder<RowGuest | null> => sql<RowGuest | null>`(
  select jsonb_build_object('externalId', guest.external_id, 'firstName', guest.first_name, 'lastName', guest.last_name)
  from guests guest
  where guest.workspace_id = ${scope.workspaceId}::bigint and guest.id = ${sql.ref(`${table}.guest_id`)})`

export const throughAccounts = (table: string, connectionIds: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.connection_id`)} = any(${[...connectionIds]}::bigint[])`
