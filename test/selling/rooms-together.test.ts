/** What it costs of a property's calls that our calendar stands there: its rooms are written and read together. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import { booking } from '../../src/connectors/booking/index.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from './world.ts'

const rooms = 3
/** As many as a channel tells with one call. */
const callsToReadAll = Math.ceil((booking.manifest.sync.calendarDays + 1) / 31)

let world: VendorWorld
let stop: () => Promise<void> = async () => {}
let linked: { externalId: string; id: string }[] = []
let rate = 0

before(async () => {
  world = await startVendorWorld('booking', { listings: rooms, writePolicy: {} })
  const worker = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  stop = () => worker.stop()
  const { rows } = await sql<(typeof linked)[number]>`
    select external_id as "externalId", listing_id as id from listing_links
    where workspace_id = ${world.app.workspace.id} order by external_id`.execute(world.app.db)
  linked = rows
  assert.equal(linked.length, rooms)
  const { rates = [] } = world.simulator.operations.state(new Set(['rates'])) as { rates?: { id: number }[] }
  rate = rates[0]?.id ?? 0
})
after(async () => {
  await stop()
  await world.close()
})

const today = () => world.app.clock.now().toISOString().slice(0, 10)
const day = (days: number) => String(Temporal.PlainDate.from(today()).add({ days }))
/** Months that have one of the nights, those at both ends cut off. Yesterday in UTC is still today in some places, so on the first of a month it is one more. */
const months = () => {
  const nights = Array.from({ length: booking.manifest.sync.calendarDays + 1 }, (_, night) => day(night - 1))
  return new Set(nights.map((date) => date.slice(0, 7))).size
}
/** Until no night waits any more, and everything was compared. */
const inStep = () =>
  until(
    'every room to show what it should',
    async () => {
      world.wait(1)
      const yesterday = new Date(world.app.clock.now().getTime() - 86_400_000)
      const { rows } = await sql`
        select from channel_nights where workspace_id = ${world.app.workspace.id} and state <> 'confirmed'
        union all
        select from selling_links where workspace_id = ${world.app.workspace.id}
          and (changed_since is not null or coalesce(compared_at, '-infinity') <= ${yesterday})`.execute(
        world.app.db,
      )
      return rows.length === 0
    },
    seldom,
  )
const paths = {
  nights: '/hotels/xml/availability',
  prices: '/hotels/ota/OTA_HotelRateAmountNotif',
  readBack: '/hotels/xml/roomrateavailability',
} as const
const calls = (path: string) => world.simulator.calls.list().filter((call) => call.path === path).length
const cost = () => ({ written: calls(paths.nights) + calls(paths.prices), read: calls(paths.readBack) })
async function byHand(room: string, date: string, fields: object): Promise<void> {
  const answer = await fetch(`${world.simulator.url}/_control/extranet/nights`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ room_id: Number(room), from: date, ...fields }),
  })
  assert.ok(answer.ok, await answer.text())
}
async function nightThere(room: string, date: string) {
  const { calendar } = world.connector.operations
  assert.ok(calendar)
  const listing = { externalId: room, unitCount: 1 }
  const [night] = await world.asked((context) => calendar.range(context, { listing, from: date, to: date }))
  return night
}
const priceThere = async (room: string, date: string) => Number((await nightThere(room, date))?.price)

it('is a call for each month of all rooms that are written for the first time', async (t) => {
  world.simulator.calls.clear()
  const mapped = await world.send('POST', `/v1/connections/${world.connectionId}/mappings`, {
    mappings: linked.map(({ externalId, id }) => ({ unitId: externalId, listingId: Number(id) })),
  })
  assert.equal(mapped.status, 200, mapped.text)
  await inStep()
  const { written, read } = cost()
  t.diagnostic(`${rooms} rooms for the first time: ${written} calls write, ${read} read`)
  // What is over when it is mapped may be written by itself.
  assert.ok(written > 0 && written <= months() + 3, `${written} calls write`)
  assert.ok(read > 0 && read <= callsToReadAll + 4, `${read} calls read`)
})

it('is as much for all rooms as for one when they are compared, and what was changed by hand is found in each', async (t) => {
  const [first, , third] = linked.map(({ externalId }) => externalId)
  assert.ok(first && third)
  const date = day(40)
  const before = [await priceThere(first, date), await priceThere(third, date)]
  for (const room of [first, third]) await byHand(room, date, { rate_id: rate, price: 7 })
  assert.deepEqual([await priceThere(first, date), await priceThere(third, date)], [7, 7])
  world.simulator.calls.clear()
  world.wait(24 * 3600 + 60)
  await inStep()
  const { written, read } = cost()
  t.diagnostic(`${rooms} rooms compared: ${read} calls read, ${written} write what was changed`)
  assert.deepEqual([await priceThere(first, date), await priceThere(third, date)], before)
  // Beside the comparison: what was mended is read back, and the day that came into reach.
  assert.ok(read >= callsToReadAll && read <= callsToReadAll + 6, `${read} calls read`)
  assert.ok(written <= 3, `${written} calls write`)
})

it('is one call more where the room that was sold is closed', async () => {
  const [{ id, externalId } = { id: '', externalId: '' }] = linked
  const made = await world.send('POST', '/v1/reservations', {
    ...{ listingId: id, checkIn: day(50), checkOut: day(52), adults: 1 },
    guest: { firstName: 'Ada' },
  })
  world.simulator.calls.clear()
  assert.equal(made.status, 201, made.text)
  await inStep()
  const asked = world.simulator.calls.list().filter(({ path }) => path === paths.readBack)
  assert.ok(asked.length <= 2, `${asked.length} calls for one stay of room ${externalId}`)
})

it('closes every room of a listing that is two of them', async () => {
  const [first, second] = linked
  assert.ok(first && second)
  const mapped = await world.send('POST', `/v1/connections/${world.connectionId}/mappings`, {
    mappings: [{ unitId: second.externalId, listingId: Number(first.id) }],
  })
  assert.equal(mapped.status, 200, mapped.text)
  await inStep()
  const dates = [60, 61, 62].map(day)
  const closed = await world.send('PUT', `/v1/availability/${first.id}`, { dates, available: false })
  assert.equal(closed.status, 200, closed.text)
  await inStep()
  for (const { externalId } of [first, second])
    for (const date of dates)
      assert.equal((await nightThere(externalId, date))?.available, false, `room ${externalId} on ${date}`)
})
