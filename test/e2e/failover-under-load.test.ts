/**
 * The primary of two servers is lost under load, and a synchronous standby takes its place: every acknowledged booking
 * is kept, nobody hangs, nothing is done twice and no sold night stays open. `npm run drills -- --only patroni` does the
 * same with Patroni.
 */
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startLoad } from '../failover/load.ts'
import { assertFailover } from '../failover/proof.ts'
import { startFailoverWorld } from '../failover/world.ts'
import { execute } from '../harness/database.ts'
import { startPrimary } from '../harness/streaming-replica.ts'
import { until } from '../harness/until.ts'
import { startVirtualAddress } from '../harness/virtual-address.ts'

const booksBefore = 12
const booksAfter = 12
/** Patroni takes about half a minute; here a person or a program promotes after this time. */
const promotedAfterMs = 6_000

describe('a primary that is lost under load', { concurrency: false }, () => {
  for (const loss of ['kill', 'freeze'] as const)
    it(`${loss === 'kill' ? 'is killed' : 'falls silent'}`, { timeout: 400_000 }, async (t) => {
      const primary = await startPrimary()
      t.after(() => primary.close())
      const [standby, replica] = [await primary.replica(), await primary.replica()]
      await makeFirstSynchronous(primary.url)
      const address = await startVirtualAddress(primary.url)
      t.after(() => address.close())
      const world = await startFailoverWorld({
        DATABASE_URL: address.url,
        DATABASE_READ_URLS: `${standby.url},${replica.url}`,
      })
      t.after(() => world.close())
      const load = startLoad(world)
      await until('bookings', () => load.booked.length >= booksBefore)

      const lostAt = performance.now()
      primary[loss]()
      await pause(promotedAfterMs)
      await standby.promote()
      address.pointTo(standby.url)
      const promotedAt = performance.now()
      console.log(`${loss}: ${await assertFailover(world, load, { lostAt, promotedAt }, booksAfter)}`)
    })
})

/** The tests' PostgreSQL acknowledges at once; here it waits until the first replica has the commit. */
async function makeFirstSynchronous(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1)
  await execute(url, `alter database ${database} set synchronous_commit = on`)
  await execute(url, `alter system set synchronous_standby_names = 'FIRST 1 (replica0)'`)
  await execute(url, 'select pg_reload_conf()')
}
