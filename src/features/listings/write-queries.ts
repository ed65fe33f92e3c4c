import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Up to two currencies of the workspace's listings: two already mean there is no common one. */
export async function workspaceCurrencies(db: Queryable, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from listings
    where workspace_id = ${scope.workspaceId} and currency is not null and archived_at is null
    order by currency limit 2`.execute(db)
  return rows.map(({ currency }) => currency)
}
