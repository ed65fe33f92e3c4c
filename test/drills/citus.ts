/**
 * A filled database is moved onto Citus; then, under load, shards are moved from worker to worker, and a worker is killed and comes back.
 * Runs when it is named, on the cluster of `CITUS_URL`, whose machines have to run on this one.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { distribute, readDistributionPlan } from '../../src/platform/distribution/coordinator.ts'
import { startLoad } from '../failover/load.ts'
import { assertFailover } from '../failover/proof.ts'
import { startFailoverWorld, type FailoverWorld } from '../failover/world.ts'
import { createPlainOnCluster, readCluster, type CitusCluster } from '../harness/citus-cluster.ts'
import { findMachine } from '../harness/citus-machine.ts'
import { tableDigests } from '../harness/table-digests.ts'
import { until } from '../harness/until.ts'
import type { Drill } from './drill.ts'

const bookingsBefore = 12
const bookingsAfter = 12
/** Nights between those of two loads. */
const nightsApart = 120
const workerIsGoneMs = 6_000
const deadlock = '40P01'

export const citus: Drill = async ({ report }) => {
  const url = process.env['CITUS_URL']
  if (!url) throw new Error('This drill needs a Citus: CITUS_URL leads to its coordinator.')
  const cluster = await readCluster(url)
  const database = await createPlainOnCluster(cluster)
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  pool.on('error', () => {})
  try {
    const world = await startFailoverWorld({ DATABASE_URL: database.url })
    try {
      const first = startLoad(world)
      await until('bookings', () => first.booked.length >= bookingsBefore)
      await first.stop()
      console.log(await move(world, database.url, pool))

      const losses = [
        ['shards are moved', () => moveShards(pool)],
        ['a worker is killed', () => loseWorker(pool, cluster)],
      ] as const
      for (const [round, [name, lose]] of losses.entries()) {
        const load = startLoad(world, (round + 1) * nightsApart)
        await until('bookings', () => load.booked.length >= bookingsBefore)
        const lostAt = performance.now()
        const did = await lose()
        const said = await assertFailover(
          world,
          load,
          { lostAt, promotedAt: performance.now() },
          bookingsAfter,
        )
        console.log(`${name}: ${did}: ${said}`)
      }
    } catch (error) {
      const output = world.servers.map((server) => server.output().slice(-6_000)).join('\n')
      report.add({
        drill: 'citus',
        operation: '',
        what: `${(error as Error).stack}\n${output}`,
        replay: 'npm run drills -- --only citus',
      })
    } finally {
      await world.close()
    }
    return `${cluster.machines.length} machines`
  } finally {
    // A move that failed keeps a replication slot, which holds the database.
    await pool.query('call citus_cleanup_orphaned_resources()').catch(() => {})
    await pool.end()
    await database.drop()
  }
}

/** While the servers are stopped. */
async function move(world: FailoverWorld, url: string, pool: pg.Pool): Promise<string> {
  let seconds = 0
  await world.restart(async () => {
    const before = await tableDigests(url)
    const began = performance.now()
    await distribute(pool, await readDistributionPlan(pool))
    seconds = (performance.now() - began) / 1000
    assert.deepEqual(await tableDigests(url), before, 'a table holds something else after the move')
  })
  return `a filled database is moved in ${seconds.toFixed(1)} s`
}

/** The shard that holds the world's workspaces goes to the other worker, and the rebalancer brings shards back. */
async function moveShards(pool: pg.Pool): Promise<string> {
  const { rows: placed } = await pool.query<{
    shard: string
    host: string
    port: number
    to: string
    at: number
  }>(`
    select s.shardid as shard, s.nodename as host, s.nodeport as port, n.nodename as to, n.nodeport as at
    from (select distinct get_shard_id_for_distribution_column('workspace_heads', id) as shard from workspaces) held
    join citus_shards s on s.shardid = held.shard
    join pg_dist_node n on n.isactive and n.shouldhaveshards and (n.nodename, n.nodeport) <> (s.nodename, s.nodeport)`)
  let repeated = 0
  for (const { shard, host, port, to, at } of placed)
    for (;;) {
      const moving = pool.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
        ...[shard, host, port, to, at],
      ])
      const error = await moving.then(
        () => null,
        (failure: unknown) => failure as pg.DatabaseError,
      )
      if (error === null) break
      // The move waits for writers last and may be the one that Citus ends when they wait for each other.
      if (error.code !== deadlock) throw error
      repeated += 1
    }
  await pool.query('select citus_rebalance_start()')
  await pool.query('select citus_rebalance_wait()')
  const { rows } = await pool.query<{ state: string }>('select state::text from pg_dist_background_job')
  assert.ok(
    rows.every(({ state }) => state === 'finished'),
    JSON.stringify(rows),
  )
  return `${placed.length} groups of shards moved to another worker, ${repeated} tries ended by a deadlock, then the rebalancer ran`
}

/** The worker that holds the workspace which is written goes away. */
async function loseWorker(pool: pg.Pool, { nodes, machines }: CitusCluster): Promise<string> {
  const { rows } = await pool.query<{ port: number }>(`
    select s.nodeport as port from citus_shards s
    where s.shardid = (select get_shard_id_for_distribution_column('workspace_heads', workspace_id) from webhooks limit 1)`)
  const at = nodes.findIndex(({ port }) => port === rows[0]?.port)
  const worker = await findMachine(machines[at] ?? '')
  await worker.kill()
  await pause(workerIsGoneMs)
  await worker.start()
  return `away for ${(workerIsGoneMs / 1000).toFixed(0)} s`
}
