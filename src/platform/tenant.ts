/**
 * The only door to tenant tables: a query starts from a scope, so it cannot forget whose rows it may see. A sandbox is a
 * workspace row of its own, so the scope keeps live and sandbox data apart as well.
 */
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

export interface Scope {
  /** The workspace whose rows are meant, as a digit string. */
  readonly workspaceId: string
}

export type Queryable = Kysely<Database>

/** Tables that are not a workspace's own: found before the workspace is known, or shared by all. */
export type GlobalTable = 'workspaces' | 'api_keys' | 'upstream_budgets'
export type TenantTable = Exclude<keyof Database, GlobalTable>

export const firstSandboxId = 900_000_000n

export function isSandbox(scope: Scope): boolean {
  return BigInt(scope.workspaceId) >= firstSandboxId
}

export function from<T extends TenantTable>(
  db: Queryable,
  scope: Scope,
  table: T,
): SelectQueryBuilder<Database, T, object> {
  // Kysely cannot resolve its own return type for a table that is still a type parameter.
  const select = db.selectFrom(table) as unknown as SelectQueryBuilder<Database, T, object>
  return select.where(sql<boolean>`${sql.ref(`${table}.workspace_id`)} = ${scope.workspaceId}::bigint`)
}

/** Tables whose rows have an id of their own, and the sequence that numbers the live ones. */
export type NumberedTable =
  | 'connections'
  | 'accounts'
  | 'listings'
  | 'units'
  | 'guests'
  | 'reservations'
  | 'conversations'
  | 'messages'
  | 'inquiries'
  | 'reviews'
  | 'special_offers'
  | 'sync_runs'

export function nextId(scope: Scope, table: NumberedTable): RawBuilder<string> {
  return sql<string>`next_id(${scope.workspaceId}::bigint, ${sql.lit(`${table}_id`)}::regclass)`
}

/** Ids for `count` new rows, in one round trip. */
export async function nextIds(
  db: Queryable,
  scope: Scope,
  table: NumberedTable,
  count: number,
): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: string }>`
    select ${nextId(scope, table)} as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map((row) => row.id)
}
