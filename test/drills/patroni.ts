/**
 * Patroni, etcd and HAProxy with the files of `deploy/patroni`: the primary's machine is killed and then falls silent, both under load.
 * Runs when it is named, since it needs Debian packages.
 */
import { startLoad } from '../failover/load.ts'
import { assertFailover } from '../failover/proof.ts'
import { startFailoverWorld, usedReplicas } from '../failover/world.ts'
import { startPatroni } from '../harness/patroni.ts'
import { until } from '../harness/until.ts'
import type { Drill } from './drill.ts'

const bookingsBefore = 12
const bookingsAfter = 12
/** Nights between those of two loads. */
const nightsApart = 120

export const patroni: Drill = async ({ report }) => {
  const cluster = await startPatroni()
  try {
    const urls = cluster.members.map(({ url }) => url).join(',')
    const world = await startFailoverWorld({ DATABASE_URL: cluster.url, DATABASE_READ_URLS: urls })
    try {
      for (const [round, loss] of (['kill', 'freeze'] as const).entries()) {
        const lost = await cluster.primary()
        const load = startLoad(world, round * nightsApart)
        await until('bookings', () => load.booked.length >= bookingsBefore)
        const lostAt = performance.now()
        lost[loss]()
        const promoted = await until(
          'another primary',
          async () => {
            for (const one of cluster.members) if (one !== lost && (await one.isPrimary())) return one
            return null
          },
          { everyMs: 100 },
        )
        const promotedAt = performance.now()
        const said = await assertFailover(world, load, { lostAt, promotedAt }, bookingsAfter)
        const waited = ((promotedAt - lostAt) / 1000).toFixed(1)
        console.log(`${loss} ${lost.name}, ${promoted.name} is promoted after ${waited} s: ${said}`)
        // The machine comes back and follows; nobody has to do anything.
        if (loss === 'kill') lost.start()
        else lost.thaw()
        await until(`${lost.name} to follow`, () => lost.isReplica())
        for (const server of world.servers)
          await until('both replicas to be read from', async () => (await usedReplicas(server)) === 2)
      }
    } catch (error) {
      const output = [
        ...world.servers.map((server) => server.output().slice(-3_000)),
        ...cluster.members.map((member) => `${member.name}:\n${member.lastLines()}`),
      ].join('\n')
      report.add({
        drill: 'patroni',
        operation: '',
        what: `${(error as Error).stack}\n${output}`,
        replay: 'npm run drills -- --only patroni',
      })
    } finally {
      await world.close()
    }
    return `PostgreSQL ${cluster.version}, two primaries lost`
  } finally {
    await cluster.close()
  }
}
