/**
 * `npm run check:migrations`: a released migration must not change, because databases have applied it.
 * db/released-migrations.json has the version and hash of each; `npm run release` adds new ones. Those to come must not
 * disturb a server of the version before (`scripts/migrations`).
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { lintMigration } from './migrations/lint-migration.ts'
import { findUnplaced } from './migrations/find-unplaced.ts'
import { parseMigration } from './migrations/parse-migration.ts'
import { tableMade } from './migrations/statement-effects.ts'

const root = path.resolve(import.meta.dirname, '..')
export const releasedMigrationsFile = 'db/released-migrations.json'

type ReleasedMigrations = Record<string, { version: string; sha256: string }>

const migrationFiles = () => globSync('*.sql', { cwd: path.join(root, 'db/migrations') }).sort()

function hashOf(file: string): string {
  const sql = readFileSync(path.join(root, 'db/migrations', file), 'utf8').replaceAll('\r\n', '\n')
  return createHash('sha256').update(sql).digest('hex')
}

export const readReleased = () =>
  JSON.parse(readFileSync(path.join(root, releasedMigrationsFile), 'utf8')) as ReleasedMigrations

/** Returns the list's text with all present files; known ones keep their version. */
export function listWithRelease(version: string): string {
  const released = readReleased()
  for (const file of migrationFiles()) released[file] ??= { version, sha256: hashOf(file) }
  return `${JSON.stringify(released, null, 2)}\n`
}

/** Returns the statements of each migration that no release has. */
export function unreleasedMigrations(): Record<string, string> {
  const released = readReleased()
  const files = migrationFiles().filter((file) => !(file in released))
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(path.join(root, 'db/migrations', file), 'utf8')]),
  )
}

export function findChangedMigrations(
  released = readReleased(),
  files = migrationFiles(),
  hash = hashOf,
): string[] {
  const newest = Object.keys(released).sort().at(-1) ?? ''
  return [
    ...Object.entries(released).flatMap(([file, { version, sha256 }]) => {
      if (!files.includes(file)) return [`${file} was released with ${version} and is gone.`]
      return hash(file) === sha256 ? [] : [`${file} was released with ${version} and was changed since.`]
    }),
    ...files
      .filter((file) => !(file in released) && file < newest)
      .map((file) => `${file} stands before ${newest}, which was released: give it a higher number.`),
  ]
}

/** Says what is wrong with the migrations that no release has yet. */
export async function lintNewMigrations(): Promise<string[]> {
  const released = readReleased()
  const files = migrationFiles().filter((file) => !(file in released))
  const parsed = await Promise.all(
    files.map(async (file) => {
      const sql = readFileSync(path.join(root, 'db/migrations', file), 'utf8')
      return { file, sql, statements: await parseMigration(sql) }
    }),
  )
  const made = parsed.flatMap(({ statements }) => statements.flatMap((one) => tableMade(one) ?? []))
  const context = {
    newTables: new Set(made),
    releasedVersions: Object.values(released).map(({ version }) => version),
  }
  return parsed.flatMap(({ file, sql, statements }) =>
    [...lintMigration(sql, statements, context), ...findUnplaced(file, statements)].map(
      (problem) => `${file}: ${problem}`,
    ),
  )
}

if (import.meta.main) {
  const dangers = await lintNewMigrations()
  for (const danger of dangers) console.error(`db/migrations/${danger}`)
  if (dangers.length > 0) process.exitCode = 1
  const problems = findChangedMigrations()
  for (const problem of problems) console.error(`db/migrations: ${problem}`)
  if (problems.length > 0) {
    console.error('Restore the file, and write what is to change as a new migration.')
    process.exitCode = 1
  }
}
