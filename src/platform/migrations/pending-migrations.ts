import { sql } from 'kysely'
import { onceAnswered } from '../once.ts'
import type { Queryable } from '../tenant.ts'
import { listPending, type AppliedMigration } from './applied-migrations.ts'
import { ownMigrations, readMigrations } from './migration-file.ts'

const ownFiles = onceAnswered(() => readMigrations(ownMigrations))

/** The files of migrations that this version has and the database has not; for whoever may look at nothing but rows. */
export async function pendingMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<AppliedMigration>`
    select number, file, checksum, to_jsonb(m) ->> 'oldest_version' as "oldestVersion"
    from lodgewire_migrations m order by number`.execute(db)
  return listPending(await ownFiles(), rows).map(({ file }) => file)
}
