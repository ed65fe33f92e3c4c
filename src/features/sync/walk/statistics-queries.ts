import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** Returns tables that the planner believes to hold fewer than `rows` rows. */
export async function underestimatedTables(
  db: Queryable,
  tables: readonly string[],
  rows: number,
): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${tables}) and reltuples < ${rows}`.execute(
    db,
  )
  return found.rows.map(({ name }) => name)
}

/** Analyzes indexed columns only: queries search by those, and texts and documents take most of the time. */
export async function analyzeTables(db: Queryable, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables})
      and exists (select from pg_index i where i.indrelid = c.oid and a.attnum = any(i.indkey))
    group by c.relname`.execute(db)
  const looked = rows.flatMap(({ table, columns }) =>
    columns.length === 0 ? [] : sql`${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})`,
  )
  if (looked.length > 0) await sql`analyze ${sql.join(looked)}`.execute(db)
}
