/** Nights of listings kept in Hostaway, against its simulator: what we show and what it holds agree in the end. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startCalendarPushes } from '../../src/features/calendar/selling/worker.ts'
import type { TurnWorker } from '../../src/upstream/nights/turn-worker.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { startWorld, unlimited, type World } from '../sync/world.ts'

let world: World
let worker: TurnWorker | undefined
let listing: { id: string; externalId: string }
/** A booked night of the listing, and nights that are free, each used once. */
let booked: string
let free: string[]

const startPushes = () => {
  worker = startCalendarPushes(world.services, { budget: unlimited, askEveryMs })
}
const stopPushes = async () => {
  await worker?.stop()
  worker = undefined
}

interface VendorDay {
  date: string
  status: string
  isAvailable: number
  price: number
  minimumStay: number
}

const vendorDays = () =>
  world.state().calendar.find(({ id }) => String(id) === listing.externalId)?.days as unknown as VendorDay[]
const vendorDay = (date: string) => {
  const found = vendorDays().find((day) => day.date === date)
  assert.ok(found, date)
  return found
}

before(async () => {
  world = await startWorld({ listings: 3, reservations: 60 })
  await world.startWorker()
  await world.connect()
  await world.settle()
  const { rows } = await sql<{ id: string; external_id: string }>`
    select l.id, l.external_id from listings l
    where l.workspace_id = ${world.app.workspace.id} and l.unit_count = 1 and l.active
    order by (select count(*) from reservations r
      where r.workspace_id = ${world.app.workspace.id} and r.listing_id = l.id) desc`.execute(world.app.db)
  listing = { id: rows[0]?.id ?? '', externalId: rows[0]?.external_id ?? '' }
  const days = vendorDays().slice(2, 200)
  booked = days.find(({ status }) => status === 'reserved')?.date ?? ''
  free = days.filter(({ status }) => status === 'available').map(({ date }) => date)
  assert.ok(booked && free.length > 20)
  startPushes()
})
after(async () => {
  await stopPushes()
  await world.close()
})
beforeEach(() => world.simulator.faults.clear())

const put = (body: object) => world.app.call('PUT', `/v1/availability/${listing.id}`, { body })
const shown = async (date: string) => {
  const { days } = await world.get<{ days: { price: number; available: boolean; minNights: number }[] }>(
    `/v1/availability/${listing.id}?from=${date}&to=${date}`,
  )
  return days[0]
}
const problems = async () => {
  const { channels } = await world.get<{
    channels: { status: string; problems: { date: string; error: string }[] }[]
  }>(`/v1/listings/${listing.id}/calendar-sync`)
  return channels[0]
}
const stateOf = async (date: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from calendar_pushes
    where workspace_id = ${world.app.workspace.id} and listing_id = ${listing.id} and date = ${date}`.execute(
    world.app.db,
  )
  return rows[0]?.state
}
const writes = () =>
  world.simulator.calls.list().filter(({ path }) => path.endsWith('/calendarIntervals')).length
const next = () => free.shift() ?? ''
const sent = (succeeded: number, failed: number) => ({ attempted: 1, succeeded, failed, authErrors: 0 })
const path = '/v1/listings/*/calendarIntervals'

describe('nights of a Hostaway listing', () => {
  it('stand there with price, lengths of stay and availability', async () => {
    const dates = [next(), next(), next()]
    const [closed = ''] = dates
    const answer = await put({ dates, price: 321, minNights: 4 })
    assert.deepEqual([answer.status, answer.body['synced']], [200, sent(1, 0)], answer.text)
    await put({ dates: [closed], available: false })
    for (const date of dates) {
      assert.deepEqual([vendorDay(date).price, vendorDay(date).minimumStay], [321, 4])
      assert.deepEqual([(await shown(date))?.price, (await shown(date))?.minNights], [321, 4])
    }
    assert.deepEqual([vendorDay(closed).isAvailable, (await shown(closed))?.available], [0, false])
    await put({ dates: [closed], available: true })
    assert.deepEqual([vendorDay(closed).isAvailable, (await shown(closed))?.available], [1, true])
    assert.equal((await problems())?.status, 'in_sync')
  })

  it('that are booked cannot be opened, and never look as if they were', async () => {
    const answer = await put({ dates: [booked], available: true })
    assert.equal(answer.body['synced']?.['succeeded'], 0)
    assert.equal((await shown(booked))?.available, false)
    for (const seconds of [2, 15, 60]) {
      world.app.clock.advance(seconds * 1000)
      await until('the look at it', async () => {
        const { rows } = await sql`
          select from calendar_pushes where next_attempt_at <= ${world.app.clock.now()}`.execute(world.app.db)
        return rows.length === 0
      })
    }
    await until('the night to be refused', async () => (await stateOf(booked)) === 'refused')
    const found = await problems()
    assert.equal(found?.status, 'problems')
    assert.match(found?.problems[0]?.error ?? '', /not available/)
  })

  it('are there once when the answer was lost', async () => {
    const date = next()
    const before = writes()
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path, method: 'PUT' })
    const answer = await put({ dates: [date], price: 333 })
    assert.deepEqual(answer.body['synced'], sent(1, 0), answer.text)
    assert.deepEqual([vendorDay(date).price, writes() - before], [333, 1])
  })

  for (const kind of ['500', 'late_500', 'malformed', 'drop'] as const) {
    it(`are right in the end after "${kind}"`, async () => {
      const date = next()
      world.simulator.faults.add({ kind, count: 1, path, method: 'PUT' })
      const answer = await put({ dates: [date], price: 340 })
      assert.equal(answer.status, 200)
      assert.equal((await shown(date))?.price, 340)
      world.app.clock.advance(5_000)
      await until('the night to be confirmed', async () => (await stateOf(date)) === 'confirmed')
      assert.equal(vendorDay(date).price, 340)
      assert.equal((await shown(date))?.price, 340)
    })
  }

  it('are sent again by the next process when the first died while it waited', async () => {
    const date = next()
    world.simulator.faults.add({ kind: 'hang', count: 1, path, method: 'PUT' })
    const before = writes()
    const request = put({ dates: [date], price: 350 })
    await until('the call', () => writes() > before)
    await stopPushes()
    assert.equal(await stateOf(date), 'sent')
    startPushes()
    await until('the night to be confirmed', async () => (await stateOf(date)) === 'confirmed')
    assert.equal(vendorDay(date).price, 350)
    assert.equal((await request).status, 200)
  })

  it('that Hostaway refuses go back to what it has', async () => {
    const date = next()
    const price = vendorDay(date).price
    world.simulator.operations.updateListing?.(listing.externalId, { specialStatus: 'archived' })
    const answer = await put({ dates: [date], price: 360 })
    assert.deepEqual(answer.body['synced'], sent(0, 1))
    assert.match(String(answer.body['warning']), /archived/)
    assert.deepEqual([(await shown(date))?.price, vendorDay(date).price], [price, price])
    const found = await problems()
    assert.ok(found?.problems.some((problem) => problem.date === date && /archived/.test(problem.error)))
  })
})
