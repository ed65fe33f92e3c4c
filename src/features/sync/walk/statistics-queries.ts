import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** Of these tables, those the planner believes to hold fewer than `rows` rows. */
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

export async function analyzeTables(db: Queryable, tables: readonly string[]): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}
