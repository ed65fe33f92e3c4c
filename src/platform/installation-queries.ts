import { sql } from 'kysely'
import type { Queryable } from './tenant.ts'

/** The name includes the database's number, since a copy of this database has the same id. */
export async function installationName(db: Queryable): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select i.id || '.' || d.oid as name
    from installation i join pg_database d on d.datname = current_database()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has lost the id of its installation')
  return row.name
}

/** True when the user may call `databaseFiles`. */
export async function canReadDatabaseFiles(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select coalesce(has_function_privilege('pg_control_system()', 'execute'), false) as may`.execute(db)
  return rows[0]?.may === true
}

/** Identifies the database by its files: copied rows in another database have other file numbers. */
export async function databaseFiles(db: Queryable): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.system_identifier || '.' || d.oid as name
    from pg_control_system() s join pg_database d on d.datname = current_database()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not say which it is')
  return row.name
}
