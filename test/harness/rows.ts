/** Reads every row of a workspace, table by table, to detect any change. */
import { sql } from 'kysely'
import type { Queryable } from '../../src/platform/tenant.ts'

export async function tenantTables(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns number and digest of these workspaces' rows. */
export async function rowsOf(
  db: Queryable,
  workspaces: readonly string[],
  tables: readonly string[],
): Promise<Record<string, string>> {
  const parts = tables.map(
    (name) => sql`
      select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(r::text, '' order by r::text)), '') as held
      from ${sql.table(name)} r where workspace_id = any(${[...workspaces]}::bigint[])`,
  )
  const { rows } = await sql<{ name: string; held: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}

/** Returns the ids of all rows of a workspace. */
export async function idsOf(db: Queryable, workspace: string, tables: readonly string[]): Promise<string[]> {
  const parts = tables.map(
    (name) => sql`
      select to_jsonb(r)->>'id' as id from ${sql.table(name)} r where workspace_id = ${workspace}`,
  )
  const { rows } = await sql<{ id: string | null }>`${sql.join(parts, sql` union `)}`.execute(db)
  return rows.flatMap(({ id }) => id ?? [])
}
