import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { setDatabaseSettings } from '../../src/platform/distribution/plan.ts'

export const templateName = 'lodgewire_template'

export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * Creates a database for one test file, with all migrations unless `empty`. On Citus it is distributed, unless `empty`.
 * Drop it in `after`.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const machines = machineUrls()
  const [server = ''] = machines
  const name = `${process.env['TEST_DATABASE_PREFIX'] ?? 'test_'}${randomBytes(8).toString('hex')}`
  const template = options.empty ? 'template0' : (process.env['TEST_DATABASE_TEMPLATE'] ?? templateName)
  const homes = options.empty ? [server] : machines
  for (const home of homes) {
    // The strategy wal_log takes twice the processor time, and so does dropping its databases.
    await execute(home, `create database ${name} template ${template} strategy file_copy`)
  }
  const url = databaseUrl(server, name)
  if (homes.length > 1) await execute(url, setDatabaseSettings)
  return { url, drop: () => dropEverywhere(homes, name) }
}

/** The coordinator comes first, since its daemon opens sessions on the workers. */
export async function dropEverywhere(machines: readonly string[], name: string): Promise<void> {
  for (const machine of machines) await dropDatabase(machine, name, machines.length > 1 ? 3 : 1)
}

/** The daemon of Citus may connect again while PostgreSQL waits for the sessions that it ended. */
async function dropDatabase(server: string, name: string, tries: number): Promise<void> {
  try {
    await execute(server, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (tries <= 1 || (error as pg.DatabaseError).code !== '55006') throw error
    await dropDatabase(server, name, tries - 1)
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

/** Whether the run makes its databases on the cluster of `CITUS_URL`. */
export const isOnCitus = () => (process.env['TEST_DATABASE_MACHINES'] ?? '') !== ''

/** There is one machine, or with Citus the coordinator and its workers. */
function machineUrls(): string[] {
  const machines = process.env['TEST_DATABASE_MACHINES']
  if (machines) return machines.split(' ')
  const url = process.env.TEST_DATABASE_URL
  if (url) return [url]
  const file = path.relative(process.cwd(), process.argv[1] ?? '')
  throw new Error(`This test needs a database, which the test runner brings. Run: npm test -- ${file}`)
}
