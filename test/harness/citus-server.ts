/** Makes the databases of a test run on a Citus coordinator and its workers, each a copy of one distributed template. */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { createDatabase } from '../../src/platform/db.ts'
import { distribute, readDistributionPlan } from '../../src/platform/distribution/coordinator.ts'
import type { Log } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { createOnCluster, readCluster, type CitusCluster } from './citus-cluster.ts'
import { dropEverywhere, execute } from './database.ts'

export interface TestServer {
  url: string
  /** Names of the run's databases begin with it, since several runs may share the coordinator. */
  prefix: string
  /** What `createTestDatabase` reads in the processes of the run. */
  env: Record<string, string>
  /** Drops the template. */
  stop(): Promise<void>
}

const lockSpace = 7_034_118

/** `url` leads a superuser to a database in which the coordinator knows itself and its workers. */
export async function openCitusServer(url: string, log: Log): Promise<TestServer> {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  try {
    const cluster = await readCluster(url)
    const { machines } = cluster
    await dropDatabasesOfKilledRuns(session, machines)
    const run = randomInt(1_000_000_000)
    await session.query('select pg_advisory_lock($1, $2)', [lockSpace, run])
    const template = `template_${run}`
    await buildCitusTemplate(template, cluster, log)
    return {
      url,
      prefix: `test_${run}_`,
      env: {
        TEST_DATABASE_PREFIX: `test_${run}_`,
        TEST_DATABASE_TEMPLATE: template,
        TEST_DATABASE_MACHINES: machines.join(' '),
      },
      async stop() {
        for (const machine of machines)
          await execute(machine, `alter database ${template} with is_template false`)
        await dropEverywhere(machines, template)
        await session.end()
      },
    }
  } catch (error) {
    await session.end()
    throw error
  }
}

/** Distributing takes ten seconds and copying a third of one, because Citus keeps its metadata in the database itself. */
async function buildCitusTemplate(name: string, cluster: CitusCluster, log: Log): Promise<void> {
  const { machines } = cluster
  const database = createDatabase(await createOnCluster(cluster, name), { log, max: 1 })
  try {
    await migrate(database.pool, { log })
    await distribute(database.pool, await readDistributionPlan(database.pool))
  } finally {
    await database.close()
  }
  for (const machine of machines) {
    await execute(machine, `alter database ${name} with is_template true allow_connections false`)
    // Citus keeps sessions between the machines, and its daemon has one in each database.
    await execute(machine, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
}

/** A run holds a lock with its number, so databases of a number that is free belong to nobody. */
async function dropDatabasesOfKilledRuns(session: pg.Client, machines: string[]): Promise<void> {
  const { rows } = await session.query<{ name: string; run: number }>(
    String.raw`select datname as name, substring(datname from '^(?:test|template)_(\d+)(?:_|$)')::integer as run
      from pg_database where datname ~ '^(test|template)_\d{1,9}(_|$)'`,
  )
  for (const { name, run } of rows) {
    const lock = [lockSpace, run]
    const { rows: got } = await session.query<{ is: boolean }>(
      'select pg_try_advisory_lock($1, $2) as is',
      lock,
    )
    if (!got[0]?.is) continue
    for (const machine of machines) {
      await execute(machine, `update pg_database set datistemplate = false where datname = '${name}'`)
    }
    await dropEverywhere(machines, name)
    await session.query('select pg_advisory_unlock($1, $2)', lock)
  }
}
