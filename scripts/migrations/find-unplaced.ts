/** A table that a migration creates has to be placed on the machines of a Citus, too (docs/contributing/add-a-migration.md). */
import { tablesOfCoordinator } from '../../src/platform/distribution/plan.ts'
import { globalTables } from '../../src/platform/tenant-tables.ts'
import { effectsOf, tableMade } from './statement-effects.ts'
import type { MigrationStatement } from './parse-migration.ts'

/** Earlier tables were all there before a database could be distributed and stay in use. */
const firstFile = '0031'
const onEveryMachine = new Set<string>(globalTables)

/** Says which tables of a file are not placed, or placed wrongly. */
export function findUnplaced(file: string, statements: readonly MigrationStatement[]): string[] {
  if (file < firstFile) return []
  return statements.flatMap((statement, at) => {
    const table = tableMade(statement)
    if (table === null || tablesOfCoordinator.includes(table)) return []
    const call = `select place_new_table('${table}', ${!onEveryMachine.has(table)})`
    const placedAt = statements.findIndex(({ text }, later) => later > at && text === call)
    if (placedAt === -1)
      return [`${table} stays in one place on a Citus: write \`${call}\` after it is created.`]
    const refersTo = statements
      .slice(at, placedAt)
      .filter(({ kind }, later) => later === 0 || kind === 'AlterTableStmt')
      .flatMap((one) => effectsOf(one).map((effect) => effect.table))
      .find((target) => target !== table && !onEveryMachine.has(target))
    return refersTo === undefined
      ? []
      : [
          `${table} refers to ${refersTo} before it is placed, which Citus refuses: add the reference after \`${call}\`.`,
        ]
  })
}
