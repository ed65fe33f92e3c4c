import { createDatabase } from '../../src/platform/db.ts'
import type { Log } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { databaseUrl, execute, templateName } from './database.ts'

/** Every test database is copied from this one. */
export async function buildTemplate(server: string, log: Log): Promise<void> {
  await execute(server, `create database ${templateName}`)
  const database = createDatabase(databaseUrl(server, templateName), { log, max: 1 })
  try {
    await migrate(database.pool, { log })
  } finally {
    await database.close()
  }
  // A session in the template would block copies.
  await execute(server, `alter database ${templateName} with is_template true allow_connections false`)
}
