import { sql } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import { from, newIds, type NumberedTable, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { TenantTable } from '../../../platform/tenant-tables.ts'

export type FixtureRow<T extends TenantTable> = Partial<Record<keyof Database[T] & string, unknown>>

/** Tables whose fixtures are found by the reference stored as external id. */
export type FixtureTable = Exclude<NumberedTable, 'connections' | 'accounts' | 'sync_runs'>

/** Ids by reference: the id of the last seeding, or a new one. */
export async function fixtureIds(
  tx: Queryable,
  scope: Scope,
  table: FixtureTable,
  fixtures: readonly { ref: string; externalId: string }[],
): Promise<Map<string, string>> {
  const externalIds = fixtures.map(({ externalId }) => externalId)
  const { rows } = await sql<{ id: string; externalId: string }>`
    select id, external_id as "externalId" from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and external_id = any(${externalIds}::text[])`.execute(tx)
  const known = fixtures.flatMap(({ ref, externalId }) =>
    rows.filter((row) => row.externalId === externalId).map(({ id }) => ({ id, ref })),
  )
  return withNewIds(
    tx,
    scope,
    table,
    fixtures.map(({ ref }) => ref),
    known,
  )
}

/** Like `fixtureIds`, for connections and accounts, which are found by account. */
export async function accountIds(
  tx: Queryable,
  scope: Scope,
  table: 'connections' | 'accounts',
  fixtures: readonly { ref: string; provider: string; externalAccountId: string }[],
): Promise<Map<string, string>> {
  const rows = await from(tx, scope, table).select(['id', 'provider', 'external_account_id']).execute()
  const known = fixtures.flatMap(({ ref, provider, externalAccountId }) =>
    rows
      .filter((row) => row.provider === provider && row.external_account_id === externalAccountId)
      .map((row) => ({ id: row.id, ref })),
  )
  return withNewIds(
    tx,
    scope,
    table,
    fixtures.map((fixture) => fixture.ref),
    known,
  )
}

async function withNewIds(
  tx: Queryable,
  scope: Scope,
  table: NumberedTable,
  refs: readonly string[],
  known: readonly { id: string; ref: string }[],
): Promise<Map<string, string>> {
  const ids = new Map(known.map(({ ref, id }) => [ref, id]))
  const missing = refs.filter((ref) => !ids.has(ref))
  const next = await newIds(tx, scope, table, missing.length)
  for (const ref of missing) ids.set(ref, next())
  return ids
}

const columnsOf = (rows: readonly object[]) => Object.keys(rows[0] ?? {})
const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

const insertion = <T extends TenantTable>(scope: Scope, table: T, rows: readonly FixtureRow<T>[]) => {
  const columns = refs(columnsOf(rows))
  return sql`insert into ${sql.table(table)} (workspace_id, ${columns})
    select ${scope.workspaceId}::bigint, ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

export async function insertRows<T extends TenantTable>(
  tx: Queryable,
  scope: Scope,
  table: T,
  rows: readonly FixtureRow<T>[],
): Promise<void> {
  if (rows.length > 0) await insertion(scope, table, rows).execute(tx)
}

/** Overwrites rows by id. */
export async function upsertRows<T extends NumberedTable>(
  tx: Queryable,
  scope: Scope,
  table: T,
  rows: readonly FixtureRow<T>[],
): Promise<void> {
  const changed = columnsOf(rows).filter((column) => column !== 'id')
  await sql`${insertion(scope, table, rows)}
    on conflict (workspace_id, id) do update
    set ${sql.join(changed.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`.execute(
    tx,
  )
}

/** Dependent rows without a reference are rewritten each time. */
export async function deleteDependents(
  tx: Queryable,
  scope: Scope,
  table: TenantTable,
  column: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and ${sql.ref(column)} = any(${ids}::bigint[])`.execute(tx)
}

export async function deleteTable(tx: Queryable, scope: Scope, table: TenantTable): Promise<number> {
  const result = await sql`delete from ${sql.table(table)} where workspace_id = ${scope.workspaceId}`.execute(
    tx,
  )
  return Number(result.numAffectedRows ?? 0)
}
