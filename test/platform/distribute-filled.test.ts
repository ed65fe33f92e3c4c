/** A filled database is moved onto Citus: nothing is lost, nothing is counted twice, and a move that was killed left nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { isDistributed } from '../../src/platform/distribution/coordinator.ts'
import { root, runScript, type Child } from '../harness/child.ts'
import { createPlainOnCluster, readCluster, type CitusCluster } from '../harness/citus-cluster.ts'
import { databaseUrl, openTestPool, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess } from '../harness/server-process.ts'
import { tableDigests, type TableDigests } from '../harness/table-digests.ts'
import { until } from '../harness/until.ts'

const citusUrl = process.env['CITUS_URL'] ?? ''
const skip = citusUrl === '' && 'NOT RUN: it needs a Citus (CITUS_URL)'

describe('distributing a filled database', { skip, concurrency: false }, () => {
  const place = testFolder()
  let cluster: CitusCluster
  let database: TestDatabase
  let pool: pg.Pool
  let filled: TableDigests
  let triggers: string[]

  const move = (): Child =>
    runScript('src/cli.ts', ['distribute', '--run'], {
      env: { DATABASE_URL: database.url, DATA_DIR: place.folder },
      cwd: root,
    })
  const textsOf = async (query: string) =>
    (await pool.query<{ text: string }>(query)).rows.map(({ text }) => text)
  const triggersNow = () =>
    textsOf(`select g.tgname || ' of ' || t.relname as text
      from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where not g.tgisinternal and g.tgparentid = 0 and t.relname !~ '_[0-9]+$' and t.relnamespace = 'public'::regnamespace
      order by 1`)
  const moving = () =>
    textsOf(`select pid as text from pg_stat_activity
      where datname = current_database() and application_name = 'lodgewire' and pid <> pg_backend_pid()`)

  before(async () => {
    cluster = await readCluster(citusUrl)
    database = await createPlainOnCluster(cluster)
    pool = openTestPool({ connectionString: database.url, max: 2 })
    const server = await startServerProcess(place.folder, { DATABASE_URL: database.url })
    assert.equal(await server.stop(), 0)
    filled = await tableDigests(database.url)
    triggers = await triggersNow()
  })
  after(async () => {
    await pool?.end()
    await database?.drop()
    place.remove()
  })

  it('is refused while somebody is connected', async () => {
    const server = openTestPool({ connectionString: database.url, application_name: 'lodgewire', max: 1 })
    await server.query('select 1')
    const refused = move()
    assert.equal(await refused.ended, 1)
    assert.match(refused.err(), /A server or command is connected/)
    await server.end()
    await until('the session to end', async () => (await moving()).length === 0)
  })

  it('leaves what was there when it is killed', async () => {
    const killed = move()
    const copying = `select query as text from pg_stat_activity
      where datname = current_database() and query like '%create_distributed_table(''reservations''%' and pid <> pg_backend_pid()`
    await until('reservations to be copied', async () => (await textsOf(copying)).length > 0, { everyMs: 20 })
    killed.process.kill('SIGKILL')
    await killed.ended
    await until('its session to end', async () => (await moving()).length === 0)
    assert.equal(await isDistributed(pool), false)
    assert.deepEqual(await tableDigests(database.url), filled)
    assert.deepEqual(await triggersNow(), triggers)
    for (const machine of cluster.machines) assert.deepEqual(await shardsOn(machine), [])
  })

  it('keeps every row as it was, and the triggers', async () => {
    const moved = move()
    assert.equal(await moved.ended, 0, moved.err())
    assert.equal(await isDistributed(pool), true)
    assert.deepEqual(await tableDigests(database.url), filled)
    const gone = triggers.filter(
      (one) => !one.match(/^(?:(?:api_keys|limit_overrides|workspaces)_change|workspaces_retention) /),
    )
    assert.deepEqual(await triggersNow(), gone)
    assert.ok((await shardsOn(cluster.machines[1] ?? '')).length > 0)
  })

  it('leaves no copy of the rows at the coordinator', async () => {
    const left =
      await textsOf(`select relname as text from pg_class c join pg_dist_partition on logicalrelid = c.oid
      where relkind = 'r' and pg_relation_size(c.oid) > 0`)
    assert.deepEqual(left, [])
  })

  async function shardsOn(machine: string): Promise<string[]> {
    const name = new URL(database.url).pathname.slice(1)
    // Citus hides shards from whoever does not ask for them.
    const options = '-c citus.override_table_visibility=off'
    const worker = openTestPool({ connectionString: databaseUrl(machine, name), options, max: 1 })
    const { rows } = await worker.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^reservations_[0-9]+$'`,
    )
    await worker.end()
    return rows.map((row) => row.name)
  }
})
