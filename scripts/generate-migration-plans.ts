/**
 * Writes db/migration-plans.json: what each migration after the first release does to tables that are in use. The server
 * shows it with the sizes of a database (`migrate --plan`), and so needs no parser of its own.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { MigrationPlan } from '../src/platform/migrations/migration-plan.ts'
import { concurrentIndexOf, oldestVersionOf } from '../src/platform/migrations/migration-file.ts'
import { generatedFile } from './generated-file.ts'
import { shorten } from './migrations/lint-migration.ts'
import { parseMigration, type MigrationStatement } from './migrations/parse-migration.ts'
import { effectsOf, tableMade } from './migrations/statement-effects.ts'
import { readReleased } from './released-migrations.ts'

const folder = path.resolve(import.meta.dirname, '../db/migrations')

/** The files of the first release make a new database, where nothing is in use. */
function listFiles(): string[] {
  const released = readReleased()
  const [first] = Object.values(released)
  return globSync('*.sql', { cwd: folder })
    .sort()
    .filter((file) => released[file]?.version !== first?.version)
}

function planOf(sql: string, statements: readonly MigrationStatement[]): MigrationPlan {
  const made = new Set(statements.map(tableMade))
  return {
    oldestVersion: oldestVersionOf(sql),
    isInTransaction: concurrentIndexOf(sql) === null,
    statements: statements.map((statement) => ({
      statement: shorten(statement.text),
      effects: effectsOf(statement)
        .filter(({ table }) => !made.has(table))
        .map(({ table, lock, work }) => ({ table, lock, work })),
    })),
  }
}

export async function generateMigrationPlans(options: { check: boolean }): Promise<string[]> {
  const plans: Record<string, MigrationPlan> = {}
  for (const file of listFiles()) {
    const sql = readFileSync(path.join(folder, file), 'utf8')
    plans[file] = planOf(sql, await parseMigration(sql))
  }
  return generatedFile('db/migration-plans.json', `${JSON.stringify(plans, null, 2)}\n`, options)
}
