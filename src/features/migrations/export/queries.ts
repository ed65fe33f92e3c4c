import { sql } from 'kysely'
import { recordTypes, type RecordType } from '../../../contract/export-file/index.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isBehind, isOfType, lineColumns, order } from './line-sql.ts'
import { tables } from './tables.ts'

export interface ExportLineRow {
  id: string
  /** A line of the file as JSON text. */
  line: string
}

/** The next lines of a type; `after` is the last line's key, null at the start. */
export async function nextLines(
  db: Queryable,
  scope: Scope,
  type: RecordType,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<ExportLineRow[]> {
  const { rows } = await sql<ExportLineRow>`
    select x.id, row_to_json(x)::text as line from (
      select ${lineColumns(scope, type)} from ${sql.table(tables[type].table)} t
      where t.workspace_id = ${scope.workspaceId}::bigint and ${isOfType(scope, type)}
        and ${after === null ? sql`true` : isBehind(type, after)}
      order by ${order(type)} limit ${limit}) x`.execute(db)
  return rows
}

/** The number of lines of each type. */
export async function lineCounts(
  db: Queryable,
  scope: Scope,
): Promise<{ type: RecordType; count: number }[]> {
  const counts = recordTypes.map(
    (type) => sql`
      select ${sql.lit(type)} as type, count(*)::int as count from ${sql.table(tables[type].table)} t
      where t.workspace_id = ${scope.workspaceId}::bigint and ${isOfType(scope, type)}`,
  )
  const { rows } = await sql<{ type: RecordType; count: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

/** Increases with every change of the workspace. */
export async function stateOfHead(db: Queryable, scope: Scope): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws('.', sequence, extract(epoch from written_at)) as state
    from workspace_heads where workspace_id = ${scope.workspaceId}`.execute(db)
  return rows[0]?.state ?? '0'
}

/** The latest sequence of the workspace's events. */
export async function lastSequence(db: Queryable, scope: Scope): Promise<string> {
  const { rows } = await sql<{ sequence: string }>`
    select sequence from workspace_heads where workspace_id = ${scope.workspaceId}`.execute(db)
  return rows[0]?.sequence ?? '0'
}

/** Guests forgotten by events after this sequence; `last` is null if there are none. */
export async function forgottenSince(
  db: Queryable,
  scope: Scope,
  sequence: string,
): Promise<{ last: string | null; forgotten: boolean }> {
  const { rows } = await sql<{ last: string | null; forgotten: boolean | null }>`
    select max(sequence) as last, bool_or(type = 'guest.forgotten') as forgotten
    from events where workspace_id = ${scope.workspaceId}::bigint and sequence > ${sequence}::bigint`.execute(
    db,
  )
  return { last: rows[0]?.last ?? null, forgotten: rows[0]?.forgotten ?? false }
}

/** The workspace of the caller, which has the form of a migration's. */
export async function ownWorkspace(db: Queryable, scope: Scope): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from workspaces where id = ${scope.workspaceId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the workspace of the caller is gone')
  return row
}
