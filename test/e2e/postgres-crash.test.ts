/**
 * PostgreSQL is ended under load in the middle of what it does and starts again from its log, as after a crash or without
 * power: every acknowledged booking is kept, nothing is done twice, and a serial order explains what everybody saw.
 */
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readPidFile } from '../../src/platform/embedded-postgres/postmaster.ts'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { startLoad } from '../failover/load.ts'
import { assertFailover } from '../failover/proof.ts'
import { startFailoverWorld } from '../failover/world.ts'
import { testFolder } from '../harness/folder.ts'
import { signalTree } from '../harness/signal-tree.ts'
import { until } from '../harness/until.ts'
import { startVirtualAddress } from '../harness/virtual-address.ts'

const bookingsBetween = 8
const downMs = 500
/** An immediate shutdown, and the end of all its processes at once. */
const ends = ['SIGQUIT', 'SIGKILL', 'SIGQUIT'] as const

const log = createLog({ level: 'silent' })

describe('a PostgreSQL that crashes', () => {
  it('keeps what was acknowledged', { timeout: 600_000 }, async (t) => {
    const place = testFolder()
    t.after(() => place.remove())
    // It waits for the disk before it acknowledges, unlike the PostgreSQL of other tests.
    const start = () => startPrivatePostgres({ dataDir: place.folder, log, mode: 'durable' })
    let postgres = await start()
    t.after(() => postgres.stop())
    // Each start chooses another port.
    const address = await startVirtualAddress(postgres.url)
    t.after(() => address.close())
    const world = await startFailoverWorld({ DATABASE_URL: address.url })
    t.after(() => world.close())
    const load = startLoad(world)
    const moments: number[] = []
    for (const signal of ends) {
      const before = load.booked.length
      await until('bookings', () => load.booked.length >= before + bookingsBetween)
      moments.push(performance.now())
      const { pid } = readPidFile(path.join(postgres.folder, 'data')) ?? {}
      if (pid === undefined) throw new Error('PostgreSQL does not run')
      if (signal === 'SIGKILL') signalTree(pid, signal)
      else process.kill(pid, signal)
      address.pointTo(null)
      await postgres.stop()
      await pause(downMs)
      postgres = await start()
      address.pointTo(postgres.url)
      moments.push(performance.now())
    }
    const [lostAt = 0, promotedAt = 0] = [moments[0], moments.at(-1)]
    t.diagnostic(await assertFailover(world, load, { lostAt, promotedAt }, bookingsBetween))
  })
})
