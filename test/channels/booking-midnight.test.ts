/** Nights at Booking.com after midnight in Amsterdam, where the night before yesterday is refused while it is yesterday elsewhere. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { firstWritableNight } from '../../src/features/calendar/selling/desired-nights.ts'
import type { LinkHealth } from '../../src/contract/link-health.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { rowsOf } from './airbnb-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

let world: BookingWorld
before(async () => {
  world = await startBookingWorld()
})
after(() => world.close())

test('the first night that is written is yesterday where the channel is at home', () => {
  const first = (now: string) => [
    firstWritableNight(new Date(now), { sync: { ...world.connector.manifest.sync } }, null),
    firstWritableNight(
      new Date(now),
      { sync: { reservations: 'queue', overlapSeconds: 0, calendarDays: 1 } },
      'Asia/Tokyo',
    ),
  ]
  assert.deepEqual(first('2026-11-23T22:59:59Z'), ['2026-11-22', '2026-11-22'])
  assert.deepEqual(first('2026-11-23T23:00:00Z'), ['2026-11-23', '2026-11-22'])
  assert.deepEqual(first('2026-07-01T21:59:59Z'), ['2026-06-30', '2026-06-30'])
  assert.deepEqual(first('2026-07-01T22:00:00Z'), ['2026-07-01', '2026-06-30'])
  assert.deepEqual(first('2026-07-02T00:00:00Z'), ['2026-07-01', '2026-07-01'])
})

test('a calendar that is written late in the evening stands there whole, and one that stood stays in step', async () => {
  const { app } = world
  const lateEvening = () => {
    const now = app.clock.now()
    const at = Date.parse(`${now.toISOString().slice(0, 10)}T23:20:00Z`) - now.getTime()
    return Math.ceil((at < 0 ? at + 86_400_000 : at) / 1000)
  }
  // An hour and a half before: nothing is refused yet.
  const early = lateEvening() - 5400
  await world.pass(early > 0 ? early : early + 86_400)
  const [property] = rowsOf(await app.get(`${base}/properties`))
  const [room] = property?.['listings'] as Record<string, unknown>[]
  const roomBookingId = String(room?.['roomId'])
  const of = await app.get(`/v1/listings/${String(room?.['listingId'])}`)
  const made = await world.send('POST', '/v1/listings', {
    ...{ name: 'Late flat', currency: String(of.body['currency']), defaultDailyPrice: 90 },
  })
  const home = String(made.body['id'])
  const url = `${base}/properties/${home}`
  const health = async () => {
    const [shown] = rowsOf(await app.get(url))
    const [listing] = shown?.['listings'] as { health?: LinkHealth }[]
    return [listing?.health?.state, listing?.health?.differingNights]
  }
  const nights = async (more = sql`true`) => {
    const { rows } = await sql<{ date: string; state: string }>`
      select date, state from channel_nights where ${more} order by date`.execute(app.db)
    return rows
  }
  const selling = startSelling(app.services, { budget: unlimited, askEveryMs })
  try {
    const verified = async (action: string) => {
      const answer = await world.send('POST', url, { action })
      assert.equal(answer.status, 200, answer.text)
      world.wait(1)
      return answer.body['verified'] === true
    }
    const map = { roomBookingId, listingId: home, syncEnabled: true }
    assert.equal((await world.send('POST', `${base}/listings/map`, map)).status, 200)
    await until('the calendar to be written', () => verified('relist'))
    const yesterday = (await nights())[0]?.date
    await world.pass(lateEvening())
    assert.equal(app.clock.now().toISOString().slice(11, 13), '23')
    await until('every night to be closed', () => verified('unlist'))
    assert.ok((await nights())[0]?.date !== yesterday)
    assert.deepEqual(await nights(sql`state <> 'confirmed'`), [])
    assert.deepEqual(await health(), ['in_step', 0])
    const exposure = await app.get(`/v1/listings/${home}/exposure?from=${yesterday}&to=${yesterday}`)
    const [channel] = exposure.body['channels'] as { nights: unknown[] }[]
    assert.deepEqual(channel?.nights, [])
    await until('it to be sold again', () => verified('relist'))
    assert.deepEqual(await nights(sql`state <> 'confirmed'`), [])
  } finally {
    await selling.stop()
  }
})
