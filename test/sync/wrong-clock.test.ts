/** Our clock is two days ahead, and right again: no account is lost by it, and none waits until the clock is there again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Connection } from '../../src/contract/connection.ts'
import { repairDueTimes } from '../../src/features/observability/clock-repair/repair-due-times.ts'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { startWorld, type World } from './world.ts'

const hour = 3_600_000
const twoDays = 48 * hour

let world: World
let proxy: FaultyProxy
/** Smoobu's calls are signed with the time. */
async function start(): Promise<void> {
  world = await startWorld(
    { listings: 2, reservations: 6, seed: 4 },
    {
      vendor: 'smoobu',
      async inFrontOf(url) {
        proxy = await openFaultyProxy(url)
        return proxy.url
      },
    },
  )
  await world.startWorker()
  await world.connect()
  await world.settle()
}

async function stop(): Promise<void> {
  await world.close()
  await proxy.close()
}

async function account(): Promise<Connection> {
  const [row] = await world.all<Connection>('/v1/connect')
  assert.ok(row)
  return row
}

const storedStays = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reservations`.execute(
    world.app.db,
  )
  return rows[0]?.count ?? 0
}

/** Both clocks go on; the rounds of a process come once a minute. */
async function pass(seconds: number): Promise<void> {
  world.simulator.clock.advanceSeconds(seconds)
  await world.pass(seconds)
  await repairDueTimes(world.services)
  await world.settle()
}

/** A booking that nobody tells of is read without anybody doing anything. */
async function assertHealed(seconds: number): Promise<void> {
  const known = await storedStays()
  world.simulator.operations.createReservation({})
  await pass(seconds)
  await pass(61)
  const { status, action, accessTrouble } = await account()
  assert.deepEqual([status, action, accessTrouble], ['active', null, null])
  assert.ok((await storedStays()) > known)
}

describe('a vendor that tells the time', { concurrency: false }, () => {
  before(async () => {
    await start()
    proxy.fault = (_request, response) => {
      response.setHeader('date', new Date(world.simulator.clock.nowMs()).toUTCString())
      return 'pass'
    }
  })
  after(stop)

  it('is not believed that it refuses, and the account says by how much the clocks differ', async () => {
    world.app.clock.jump(twoDays)
    for (const seconds of [61, 301, 301]) await pass(seconds)
    const { status, accessTrouble } = await account()
    assert.deepEqual([status, accessTrouble?.state], ['active', 'clock_differs'])
    const offBy = Math.abs(Number(accessTrouble?.clockAheadSeconds) - twoDays / 1000)
    assert.ok(offBy < 60, String(offBy))
    assert.match(String(accessTrouble?.message), /clock of this server is 2880 minutes ahead/)
  })

  it('is read once the clock is right', async () => {
    world.app.clock.jump(-twoDays)
    await assertHealed(61)
  })
})

describe('a vendor that does not tell the time', { concurrency: false }, () => {
  before(start)
  after(stop)

  it('shuts the account out', async () => {
    world.app.clock.jump(twoDays)
    await pass(61)
    await pass(301)
    assert.equal((await account()).status, 'error')
  })

  it('is read once the clock is right, without credentials', async () => {
    world.app.clock.jump(-twoDays)
    await assertHealed(61)
  })

  it('is not waited for where the clock was ahead by less than a vendor may ask to wait', async () => {
    world.app.clock.jump(10 * hour)
    await pass(61)
    await pass(301)
    world.app.clock.jump(-10 * hour)
    await assertHealed(61)
  })
})
