/** Reads whole tables of one workspace: whoever searches asks what is kept, and an index knows only what it is for. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { belongings, type TenantTable } from '../../platform/tenant-tables.ts'

export interface SearchedTable {
  table: TenantTable
  columns: string[]
}

/** A new table is searched as it is. Binary columns hold digests and what is encrypted. */
export async function textColumns(db: Queryable): Promise<SearchedTable[]> {
  const { rows } = await sql<SearchedTable>`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${Object.keys(belongings)}::text[])
      and (data_type in ('text', 'character varying', 'json', 'jsonb') or data_type = 'ARRAY' and udt_name in ('_text', '_jsonb'))
    group by table_name order by table_name`.execute(db)
  return rows
}

export async function rowsNaming(
  db: Queryable,
  scope: Scope,
  { table, columns }: SearchedTable,
  pattern: string,
): Promise<number> {
  const texts = columns.map((column) => sql`${sql.ref(column)}::text`)
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and concat_ws(' ', ${sql.join(texts)}) ~* ${pattern}`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

export async function guestsNaming(db: Queryable, scope: Scope, pattern: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from guests g
    where workspace_id = ${scope.workspaceId}
      and (concat_ws(' ', first_name, last_name) ~* ${pattern}
           or exists (select from guest_contacts c where c.workspace_id = g.workspace_id and c.guest_id = g.id and c.value ~* ${pattern}))
    order by id limit 100`.execute(db)
  return rows.map(({ id }) => id)
}
