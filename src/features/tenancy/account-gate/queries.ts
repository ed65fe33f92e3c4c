import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { GatedTable } from './names.ts'

/** The given ids that are records of the scope. */
export async function idsInScope(
  db: Queryable,
  scope: Scope,
  table: GatedTable,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select named.id from ${sql.table(table)} named
    where ${inScope(scope, table, 'named')} and named.id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
