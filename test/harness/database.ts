import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'

export const templateName = 'lodgewire_template'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own for one test file, with all migrations applied unless `empty`. Drop it in `after`. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = serverUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = options.empty ? 'template0' : templateName
  // Page by page through the log takes twice as much of a processor, and to drop it then too.
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
 * A pool of a test's own. `end` answers when the connections were told to close, not when they are: dropping the database then
 * cuts off what is still on its way, which nobody needs to hear of. Before that an error is one of the test.
 */
export function openTestPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', (error) => {
    if (!pool.ending) throw error
  })
  return pool
}

/** One statement on a connection of its own, as creating and dropping databases needs it. */
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
