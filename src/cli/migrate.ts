import { loadConfig } from '../platform/config.ts'
import { tellMigrated } from '../platform/audit.ts'
import { migrate, migrationState } from '../platform/migrate.ts'
import { commandLog } from './command-log.ts'
import { action, jsonOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { showMigrationPlan } from './migration-plan.ts'
import { print, printJson } from './print.ts'

export const migrateDatabase = action({
  examples: ['migrate', 'migrate --plan', 'migrate --plan --json'],
  options: {
    plan: { type: 'boolean', summary: 'Show the statements to come, their locks and times; change nothing' },
    ...jsonOption,
  },
  async run({ plan, json }) {
    if (plan) return showMigrationPlan(json)
    if (json) throw new UsageError('--json goes with --plan.')
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

export const migrateStatus = action({
  examples: ['migrate status', 'migrate status --json'],
  options: jsonOption,
  async run({ json }) {
    const { open } = await withDatabase(loadConfig(), commandLog(), ({ pool }) => migrationState(pool))
    if (json) return printJson({ upToDate: open.length === 0, pending: open })
    if (open.length === 0) return print('The database has every migration of this version.')
    print(`The database lacks ${open.length} migrations; start and migrate apply them:`)
    for (const file of open) print(`  ${file}`)
  },
})
