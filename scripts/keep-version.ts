/**
 * `node scripts/keep-version.ts` fills a server of this version with something of everything
 * (test/upgrade/fill-version.ts). It keeps the rows as test/upgrade/versions/<version>.json.gz, which later versions
 * are tested with.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startPrivatePostgres } from '../src/platform/embedded-postgres/index.ts'
import { createLog } from '../src/platform/log.ts'
import { serverVersion } from '../src/platform/version.ts'
import { fillVersion } from '../test/upgrade/fill-version.ts'
import type { KeptVersion } from '../test/upgrade/kept-version.ts'

async function read(client: pg.Client): Promise<KeptVersion> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> 'lodgewire_migrations' order by 1`,
  )
  const tables: KeptVersion['tables'] = {}
  for (const { name } of names) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row)
  }
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  const { rows: done } = await client.query<{ file: string }>(
    'select file from lodgewire_migrations order by number desc limit 1',
  )
  const file = done[0]?.file
  if (file === undefined) throw new Error('This folder has no migrations.')
  return {
    lastMigration: file,
    at: new Date().toISOString(),
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
    tables,
  }
}

async function keepVersion(dataDir: string): Promise<void> {
  await fillVersion(dataDir)
  const postgres = await startPrivatePostgres({ dataDir, log: createLog({ level: 'warn' }) })
  try {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const version = await read(client)
    await client.end()
    const packed = gzipSync(JSON.stringify(version), { level: 9 })
    const to = `test/upgrade/versions/${serverVersion}.json.gz`
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(to, packed)
    console.log(`${to}: ${packed.length} bytes`)
    for (const [name, rows] of Object.entries(version.tables)) console.log(`  ${name} ${rows.length}`)
  } finally {
    await postgres.stop()
  }
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-keep-'))
// PostgreSQL may run as another user, who must be able to enter the folder.
chmodSync(dataDir, 0o711)
try {
  await keepVersion(dataDir)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
