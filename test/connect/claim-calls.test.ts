/** What a claim costs of the calls that Booking.com allows, and what gives way where there is no room for all of it. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test, type TestContext } from 'node:test'
import { addDays } from '../../src/connector-kit/dates.ts'
import type { Budget } from '../../src/connector-kit/ratelimit.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { booking } from '../../src/connectors/booking/index.ts'
import { unlimited } from '../sync/world.ts'
import { startClaimWorld, type ClaimWorld } from './claim-world.ts'

async function claimed(t: TestContext, budget: Budget = unlimited): Promise<ClaimWorld> {
  const world = await startClaimWorld({ listings: 3 }, budget)
  t.after(() => world.close())
  const claim = await world.verify(await world.start())
  assert.equal(claim.status, 200, claim.text)
  await world.read()
  return world
}

/** From yesterday on, as is kept. */
const window = booking.manifest.sync.calendarDays + 2

const nightsOfRooms = async ({ app }: ClaimWorld) => {
  const { rows } = await sql<{ nights: number; first: string; last: string }>`
    select count(*)::int as nights, min(date)::text as first, max(date)::text as last
    from calendar_days where workspace_id = ${app.workspace.id} group by listing_id order by listing_id`.execute(
    app.db,
  )
  return rows
}

test('nights of all rooms are read together, a month with each call', async (t) => {
  const world = await claimed(t)
  const asked = world.simulator.calls.list().filter(({ path }) => path === '/hotels/xml/roomrateavailability')
  // One by one, three rooms were thirteen each, and one more each for how many there are of it.
  assert.equal(Math.ceil(window / 31), 13)
  assert.equal(asked.length, 13 + 1)
  const nights = await nightsOfRooms(world)
  assert.deepEqual(
    nights.map((row) => row.nights),
    [window, window, window],
  )
  const { calls = 0 } = booking.manifest.rateLimits.find(({ per }) => per === 'account') ?? {}
  const all = world.simulator.calls.list().filter(({ path }) => !path.startsWith('/_control')).length
  t.diagnostic(
    `a claim with three rooms and six bookings: ${asked.length} calls for nights, ${all} in all; ${calls} a minute`,
  )
  assert.ok(all < calls / 2, `${all} calls`)
})

test('where the limit has no room, the next two months come first and the rest when there is', async (t) => {
  let isFull = true
  const budget: Budget = {
    ...unlimited,
    async take(identity, limits, lane, options) {
      if (lane === 'history' && isFull)
        throw new VendorError('rate_limited', 'no room', { retryAfterMs: 45_000 })
      return unlimited.take(identity, limits, lane, options)
    },
  }
  const world = await claimed(t, budget)
  const from = addDays(world.app.clock.now().toISOString().slice(0, 10), -1)
  const near = { nights: 62, first: from, last: addDays(from, 61) }
  assert.deepEqual(await nightsOfRooms(world), [near, near, near])
  isFull = false
  world.app.clock.advance(46_000)
  world.simulator.clock.advanceSeconds(46)
  await world.read()
  assert.deepEqual(
    (await nightsOfRooms(world)).map((row) => row.nights),
    [window, window, window],
  )
})
