/** What a server of an earlier version had in its database: what `scripts/keep-version.ts` writes, and how it gets into one again. */
import { cpSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { testFolder } from '../harness/folder.ts'

export interface KeptVersion {
  /** Name of the last migration it had. */
  lastMigration: string
  /** When it was kept. */
  at: string
  /** The last number of each that was used. */
  sequences: Record<string, string>
  /** The rows of each table, as JSON: numbers of events are larger than a double holds. */
  tables: Record<string, string[]>
}

const here = (...names: string[]) => path.join(import.meta.dirname, ...names)
const migrations = here('../../db/migrations')

export const keptVersions = globSync('*.json.gz', { cwd: here('versions') }).sort()

export const readKept = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(here('versions', name))).toString()) as KeptVersion

/** Makes an empty database the one of that version. */
export async function restore(
  pool: pg.Pool,
  { lastMigration, sequences, tables }: KeptVersion,
): Promise<void> {
  const { folder, remove } = testFolder()
  for (const name of readdirSync(migrations)) {
    if (name.endsWith('.sql') && name <= lastMigration)
      cpSync(path.join(migrations, name), path.join(folder, name))
  }
  await migrate(pool, { log: createLog({ level: 'silent' }), dir: folder })
  remove()
  const client = await pool.connect()
  try {
    // Rows come in the order of their tables' names, with all that triggers made of them.
    await client.query('begin; set local session_replication_role = replica')
    for (const [table, rows] of Object.entries(tables)) {
      await client.query(`delete from ${table}`)
      await client.query(
        `insert into ${table} (${await columnsOf(client, table)}) overriding system value
         select ${await columnsOf(client, table)} from jsonb_populate_recordset(null::${table}, $1)`,
        [`[${rows.join(',')}]`],
      )
    }
    for (const [name, last] of Object.entries(sequences))
      await client.query('select setval($1, $2)', [name, last])
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function columnsOf(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.names ?? ''
}
