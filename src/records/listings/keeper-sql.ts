import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'
import type { ListingKeeper } from './keeper.ts'

/** `alias` is the query's name for the table of listings. The workspace is given by value, because a Citus coordinator asks every machine otherwise. */
export function keeperOf(alias: string, scope: Scope): RawBuilder<ListingKeeper> {
  const listing = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<ListingKeeper>`coalesce((
    select jsonb_build_object('kind', 'connection', 'connectionId', keeping.id::text, 'externalId', ${listing('external_id')},
             'provider', keeping.provider, 'status', keeping.status, 'writePolicy', keeping.write_policy,
             'granted', to_jsonb(keeping.granted))
    from connections keeping
    where keeping.workspace_id = ${scope.workspaceId}::bigint and keeping.id = ${listing('connection_id')}), '{"kind": "us"}')`
}
