import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'

export const templateName = 'lodgewire_template'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** Creates a database for one test file, with all migrations unless `empty`. Drop it in `after`. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = serverUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = options.empty ? 'template0' : templateName
  // The strategy wal_log takes twice the processor time, and so does dropping its databases.
  await execute(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * A pool of one test. `end` resolves before its connections are closed, so dropping the database may cut some off, and
 * those errors are ignored. Earlier errors belong to the test.
 */
export function openTestPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', (error) => {
    if (!pool.ending) throw error
  })
  return pool
}

/** Creating and dropping databases needs a statement alone on its connection. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (url) return url
  const file = path.relative(process.cwd(), process.argv[1] ?? '')
  throw new Error(`This test needs a database, which the test runner brings. Run: npm test -- ${file}`)
}
