import { sql, type RawBuilder } from 'kysely'
import type { ListingKeeper } from './keeper.ts'

/** `alias` is the query's name for the table of listings. */
export function keeperOf(alias: string): RawBuilder<ListingKeeper> {
  const listing = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<ListingKeeper>`coalesce((
    select jsonb_build_object('kind', 'connection', 'connectionId', keeping.id::text, 'externalId', ${listing('external_id')},
             'provider', keeping.provider, 'status', keeping.status, 'writePolicy', keeping.write_policy,
             'granted', to_jsonb(keeping.granted))
    from connections keeping
    where keeping.workspace_id = ${listing('workspace_id')} and keeping.id = ${listing('connection_id')}), '{"kind": "us"}')`
}
