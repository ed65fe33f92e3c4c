/** `migrate --plan` shows what pending migrations will do, for people or as JSON. */
import { loadConfig } from '../platform/config.ts'
import { migrationState } from '../platform/migrate.ts'
import {
  planMigrations,
  type MeasuredEffect,
  type MeasuredPlan,
  type TableLock,
} from '../platform/migrations/migration-plan.ts'
import { commandLog } from './command-log.ts'
import { withDatabase } from './database.ts'
import { print, printJson } from './print.ts'

export async function showMigrationPlan(asJson: boolean): Promise<void> {
  const plans = await withDatabase(loadConfig(), commandLog(), async ({ pool }) => {
    const { open } = await migrationState(pool)
    return planMigrations(pool, open)
  })
  if (asJson) return printJson({ migrations: plans })
  if (plans.length === 0) return print('The database has every migration of this version.')
  print(summaryOf(plans))
  for (const plan of plans) showPlan(plan)
  print(
    '\nTimes assume that a table is read at 50 MB a second. A statement waits 200 ms for its lock at most and begins again.',
  )
}

function summaryOf(plans: readonly MeasuredPlan[]): string {
  const count = plans.length === 1 ? 'One migration is' : `${plans.length} migrations are`
  const ends = plans.find(({ oldestVersion }) => oldestVersion !== null)
  return ends
    ? `${count} pending. After ${ends.file} only version ${ends.oldestVersion} and newer work on the database: end older ones first.`
    : `${count} pending. Servers of the version before go on working meanwhile and afterwards.`
}

function showPlan({ file, isInTransaction, statements }: MeasuredPlan): void {
  print(`\n${file}${isInTransaction ? '' : ' (without a transaction)'}`)
  for (const { statement, effects } of statements) {
    print(`  ${statement}`)
    for (const effect of effects) print(`    ${describe(effect)}`)
  }
}

const meanwhile: Readonly<Record<TableLock, string>> = {
  'access exclusive': 'nobody else reads or writes it meanwhile',
  'share row exclusive': 'nobody else writes to it meanwhile',
  share: 'nobody else writes to it meanwhile',
  'share update exclusive': 'others read and write meanwhile',
  'row exclusive': 'others read and write meanwhile',
}
const worked = { none: 'no row is read', read: 'reads', write: 'writes anew' } as const

function describe({ table, lock, work, rows, bytes, seconds }: MeasuredEffect): string {
  const size = `${Math.round(rows).toLocaleString('en-US')} rows, ${megabytes(bytes)} MB`
  const done = work === 'none' ? worked.none : `${worked[work]} ${size}, about ${Math.ceil(seconds)} s`
  return `${table}: ${lock} lock, ${meanwhile[lock]}; ${done}`
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)
