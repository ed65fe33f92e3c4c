import { sql, type RawBuilder } from 'kysely'
import type { Keeper } from './keeper.ts'

/** Who keeps the listing of this row; `alias` is what the query calls the table. */
export function keeperOf(alias: string): RawBuilder<Keeper> {
  const listing = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<Keeper>`coalesce((
    select jsonb_build_object('kind', 'connection', 'connectionId', keeping.id::text, 'externalId', ${listing('external_id')},
             'provider', keeping.provider, 'status', keeping.status, 'writePolicy', keeping.write_policy,
             'granted', to_jsonb(keeping.granted))
    from connections keeping
    where keeping.workspace_id = ${listing('workspace_id')} and keeping.id = ${listing('connection_id')}), '{"kind": "us"}')`
}
