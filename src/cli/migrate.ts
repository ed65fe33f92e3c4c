import { loadConfig } from '../platform/config.ts'
import { tellMigrated } from '../platform/audit.ts'
import { migrate } from '../platform/migrate.ts'
import { commandLog } from './command-log.ts'
import { action } from './command.ts'
import { withDatabase } from './database.ts'
import { print } from './print.ts'

export const migrateDatabase = action({
  async run() {
    const log = commandLog()
    const result = await withDatabase(
      loadConfig(),
      log,
      async ({ sessions, kysely }) => {
        const done = await migrate(sessions, { log })
        await tellMigrated(kysely, done.applied, { kind: 'cli' })
        return done
      },
      { mayCreate: true },
    )
    for (const file of result.applied) print(`applied ${file}`)
    print(`The database is at migration ${result.current}.`)
  },
})
