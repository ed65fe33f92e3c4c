import { sql, type RawBuilder } from 'kysely'
import { recordTypes, type HeaderLine, type RecordType } from '../../../contract/export-file/index.ts'
import { forgetNotices } from '../../../platform/due-work/work-notices.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { TenantTable } from '../../../platform/tenant-tables.ts'
import { tables } from '../export/tables.ts'
import type { Reference } from './references.ts'

export type ImportedCounts = Partial<Record<RecordType, number>>

export interface FileImport {
  header: HeaderLine
  lines: number
  counts: ImportedCounts
  finished_at: Date | null
}

export async function fileImport(tx: Queryable, scope: Scope): Promise<FileImport | undefined> {
  const { rows } = await sql<FileImport>`
    select header, lines, counts, finished_at from file_imports
    where workspace_id = ${scope.workspaceId} for update`.execute(tx)
  return rows[0]
}

/** True if the workspace has no records that a file could contain. */
export async function isEmpty(tx: Queryable, scope: Scope): Promise<boolean> {
  const rowsOf = recordTypes.map(
    (type) =>
      sql`exists (select from ${sql.table(tables[type].table)} t where t.workspace_id = ${scope.workspaceId}::bigint)`,
  )
  const { rows } = await sql<{ empty: boolean }>`
    select not (${sql.join(rowsOf, sql` or `)}) as empty`.execute(tx)
  return rows[0]?.empty ?? false
}

/** Deletes everything in the workspace, referring rows first. */
export async function deleteImportedRecords(tx: Queryable, scope: Scope): Promise<void> {
  const ofRecords = recordTypes.toReversed().flatMap((type) => {
    const { table, within = {} } = tables[type]
    return [...Object.values(within).map((rows) => rows.table), table]
  })
  for (const table of ['imported_ids', 'file_imports', ...ofRecords] as const)
    await sql`delete from ${sql.table(table)} where workspace_id = ${scope.workspaceId}`.execute(tx)
}

export async function insertFileImport(
  tx: Queryable,
  scope: Scope,
  header: HeaderLine,
  at: Date,
): Promise<void> {
  await sql`
    insert into file_imports (workspace_id, header, lines, counts, started_at)
    values (${scope.workspaceId}, ${JSON.stringify(header)}::jsonb, 1, '{}', ${at})`.execute(tx)
}

export async function updateImportedLines(
  tx: Queryable,
  scope: Scope,
  { lines, counts, finishedAt }: { lines: number; counts: ImportedCounts; finishedAt: Date | null },
): Promise<void> {
  await sql`
    update file_imports set lines = ${lines}, counts = ${JSON.stringify(counts)}::jsonb, finished_at = ${finishedAt}
    where workspace_id = ${scope.workspaceId}`.execute(tx)
}

export interface KnownId extends Reference {
  ours: string
}

/**
 * Our id of a record in the file, looked up one by one. The planner expects one id during an import, so a join would
 * scan all.
 */
const oursOf = (scope: Scope, type: RawBuilder<unknown>, fileId: RawBuilder<unknown>) => sql<string | null>`(
  select target.id::text from imported_ids target
  where target.workspace_id = ${scope.workspaceId} and target.type = ${type} and target.file_id = ${fileId})`

/** Our ids of earlier lines. */
export async function knownIds(
  tx: Queryable,
  scope: Scope,
  references: readonly Reference[],
): Promise<KnownId[]> {
  if (references.length === 0) return []
  const { rows } = await sql<Reference & { ours: string | null }>`
    select r.type, r.id, ${oursOf(scope, sql`r.type`, sql`r.id`)} as ours
    from (select distinct type, id from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as r (type text, id text)) r`.execute(
    tx,
  )
  return rows.flatMap(({ ours, ...reference }) => (ours === null ? [] : { ...reference, ours }))
}

export interface NewId {
  type: RecordType
  file_id: string
  id: string
  later: object | null
}

export async function insertIds(tx: Queryable, scope: Scope, ids: readonly NewId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into imported_ids (workspace_id, type, file_id, id, later)
    select ${scope.workspaceId}, type, file_id, id, later
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as r (type text, file_id text, id bigint, later jsonb)`.execute(
    tx,
  )
}

/** All rows have the same columns; other columns get their defaults. */
export async function insertRows(
  tx: Queryable,
  scope: Scope,
  table: TenantTable,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (workspace_id, ${columns})
    select ${scope.workspaceId}::bigint, ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** Starts a part that can be rolled back alone. */
export async function setSavepoint(tx: Queryable): Promise<void> {
  await sql`savepoint lines`.execute(tx)
}

export async function rollBackToSavepoint(tx: Queryable): Promise<void> {
  await sql`rollback to savepoint lines`.execute(tx)
  forgetNotices(tx)
}

/** Sets references to records of the same table that may come later in the file. */
export async function updateLaterColumns(
  tx: Queryable,
  scope: Scope,
  { type, column }: { type: RecordType; column: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; target: string | null }>`
    select i.id::text as id, ${oursOf(scope, sql`i.type`, sql`i.later->>${column}::text`)} as target
    from imported_ids i
    where i.workspace_id = ${scope.workspaceId} and i.type = ${type} and i.later ? ${column}::text`.execute(
    tx,
  )
  const targets = new Map(rows.flatMap(({ id, target }) => (target === null ? [] : [[id, target] as const])))
  if (targets.size === 0) return []
  await sql`
    update ${sql.table(tables[type].table)} t
    set ${sql.ref(column)} = (${JSON.stringify(Object.fromEntries(targets))}::jsonb->>t.id::text)::bigint
    where t.workspace_id = ${scope.workspaceId} and t.id = any(${[...targets.keys()]}::bigint[])`.execute(tx)
  return [...targets.values()]
}

/** A reference to a record that is nowhere in the file. */
export async function missingReferences(
  tx: Queryable,
  scope: Scope,
): Promise<{ type: RecordType; file_id: string; wanted: string } | undefined> {
  const { rows } = await sql<{ type: RecordType; file_id: string; wanted: string }>`
    select i.type, i.file_id, wanted.value as wanted
    from imported_ids i
    cross join lateral jsonb_each_text(i.later) wanted
    where i.workspace_id = ${scope.workspaceId} and i.later is not null
      and ${oursOf(scope, sql`i.type`, sql`wanted.value`)} is null
    limit 1`.execute(tx)
  return rows[0]
}

/** After the file ended nothing refers to its ids. */
export async function deleteImportedIds(tx: Queryable, scope: Scope): Promise<void> {
  await sql`delete from imported_ids where workspace_id = ${scope.workspaceId}`.execute(tx)
}
