/** The files of `db/migrations`: their names, texts and what their first line says. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const ownMigrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

export interface SchemaMigration {
  number: number
  file: string
  checksum: string
  sql: string
  /** The oldest version that works on the schema afterwards; null when every version does. */
  oldestVersion: string | null
}

export async function readMigrations(dir: string): Promise<SchemaMigration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(dir, file)))
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number)
  if (twice) throw new Error(`Two migrations have the number of ${twice.file}.`)
  return migrations
}

async function readMigration(dir: string, file: string): Promise<SchemaMigration> {
  const [, number] = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file) ?? []
  if (!number) throw new Error(`Migration ${file} is not named like 0001_what_it_does.sql.`)
  // Line ends depend on the checkout and do not count as a change.
  const sql = (await readFile(`${dir}/${file}`, 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(number), file, checksum, sql, oldestVersion: oldestVersionOf(sql) }
}

/** A migration that takes something away says `-- needs version 0.2.0` in its first line. */
export const oldestVersionOf = (sql: string): string | null =>
  /^-- needs version (\d+\.\d+\.\d+)\n/.exec(sql)?.[1] ?? null

/** PostgreSQL builds an index without stopping writes only outside of a transaction. */
const concurrentIndex = /^(?:\s*--[^\n]*\n)*\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)/i

/** Returns the name of the index that the migration builds while others write, or null. */
export const concurrentIndexOf = (sql: string): string | null => concurrentIndex.exec(sql)?.[1] ?? null
