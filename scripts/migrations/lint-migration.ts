/** Refuses a migration that a server of the version before, or its callers, would notice. */
import { concurrentIndexOf, oldestVersionOf } from '../../src/platform/migrations/migration-file.ts'
import type { MigrationStatement } from './parse-migration.ts'
import { effectsOf } from './statement-effects.ts'

/** Tables of a few thousand rows at most, where looking at each takes milliseconds. */
const smallTables: Readonly<Record<string, string>> = {
  api_keys: 'a row for each key that a person made',
  workspaces: 'a row for each customer',
  members: 'a row for each person who signs in',
}

export interface LintContext {
  /** Tables that no released version has made. */
  newTables: ReadonlySet<string>
  releasedVersions: readonly string[]
}

export function lintMigration(
  sql: string,
  statements: readonly MigrationStatement[],
  { newTables, releasedVersions }: LintContext,
): string[] {
  const problems: string[] = []
  const needs = oldestVersionOf(sql)
  for (const statement of statements) {
    const short = shorten(statement.text)
    for (const { table, danger, takesAway } of effectsOf(statement)) {
      if (newTables.has(table)) continue
      if (danger !== undefined && !(table in smallTables)) problems.push(`${short}: ${danger}`)
      if (takesAway && needs === null)
        problems.push(
          `${short}: The version before may use it. Stop using it in one release, take it away in a later one, and begin the file with \`-- needs version\` and the first version that does without.`,
        )
    }
  }
  if (needs !== null && !releasedVersions.includes(needs))
    problems.push(
      `It needs version ${needs}, which is not released: servers of the version before would be refused. Take away in a later release.`,
    )
  if (concurrentIndexOf(sql) !== null && statements.length > 1)
    problems.push(
      'An index that is built concurrently stands alone in its file, because it has no transaction.',
    )
  if (concurrentIndexOf(sql) === null && statements.some(({ body }) => body['concurrent'] === true))
    problems.push('Only `create index concurrently`, alone in a file, is run without a transaction.')
  return [...new Set(problems)]
}

export const shorten = (text: string, length = 90): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
