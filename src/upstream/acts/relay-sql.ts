import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'
import type { RelayAccount } from './access.ts'

/** Selects the account a record came through, or null. `alias` is the table's name in the query. */
export function relayOf(scope: Scope, alias: string): RawBuilder<RelayAccount | null> {
  const record = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<RelayAccount | null>`(
    select jsonb_build_object('connectionId', through.id::text, 'provider', through.provider, 'status', through.status)
    from connections through
    where through.workspace_id = ${scope.workspaceId}::bigint and through.id = ${record('connection_id')})`
}
