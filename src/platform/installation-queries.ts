import { sql } from 'kysely'
import type { Queryable } from './tenant.ts'

/** With the number of the database: of a copy that was made of this one, the id is the same. */
export async function installationName(db: Queryable): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select i.id || '.' || d.oid as name
    from installation i join pg_database d on d.datname = current_database()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has lost the id of its installation')
  return row.name
}

/**
 * The database by its files: rows that were copied into another one stand elsewhere there, under numbers of their own. null: it
 * does not say that to everybody.
 */
export async function databaseFiles(db: Queryable): Promise<string | null> {
  const { rows: may } = await sql<{ may: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as may`.execute(db)
  if (may[0]?.may !== true) return null
  const { rows } = await sql<{ name: string }>`
    select s.system_identifier || '.' || d.oid as name
    from pg_control_system() s join pg_database d on d.datname = current_database()`.execute(db)
  return rows[0]?.name ?? null
}
