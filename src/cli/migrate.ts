import { parseArgs } from 'node:util'
import { loadConfig } from '../platform/config.ts'
import { migrate } from '../platform/migrate.ts'
import { commandLog } from './command-log.ts'
import { usageErrors } from './command.ts'
import type { Command } from './command.ts'
import { withDatabase } from './database.ts'
import { print } from './print.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database to the newest schema (start does this too)',
  async run(args) {
    usageErrors(() => parseArgs({ args }))
    const log = commandLog()
    const result = await withDatabase(loadConfig(), log, ({ pool }) => migrate(pool, { log }), {
      mayCreate: true,
    })
    for (const file of result.applied) print(`applied ${file}`)
    print(`The database is at migration ${result.current}.`)
  },
}
