/**
 * How long a sold night stays open on platforms that fetch or are written slowly, and the reverse, with default
 * settings. A reader's own delay is its interval, which the exposure shows. `SLOW_DOORS=long` waits a quarter of an
 * hour for the server's own reading.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { percentile } from '../../bench/bench.ts'
import type { Exposure } from '../../src/contract/exposure.ts'
import { allFeedsRead } from '../harness/calendar-feeds.ts'
import { until } from '../harness/until.ts'
import { ask, type BookingPlace, type Sale } from './storm/guests.ts'
import { leftAt, wrongNights, type Channel } from './storm/proof.ts'
import { minutePasses, startStormWorld, type Home, type StormWorld } from './storm/world.ts'

const isLong = process.env.SLOW_DOORS === 'long'
const sales = isLong ? 10 : 3
/**
 * A guard only; the figures are printed. The short form does not wait until Booking.com's minute limit, used up by the
 * first writes, is free again.
 */
const mostMs = isLong ? 30_000 : 90_000
const day = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 40 + n }))

let world: StormWorld
let home: Home
before(async () => {
  const span = { from: day(0), to: day(20) }
  world = await startStormWorld({ homes: 3, kept: 0, pmsVendor: 'smoobu', span })
  await until(
    'every calendar to be open everywhere',
    async () => {
      await world.readers.readAll()
      return (await wrongNights(world, [], span)).length === 0
    },
    { everyMs: 500, withinMs: 300_000 },
  )
  await world.readers.stop()
  if (isLong) await minutePasses()
  home = world.homes.find(({ id }) => world.vrbo.listingIds.has(id)) ?? assert.fail()
})
after(() => world?.close())

const exposure = async (date: string) =>
  (await world.call<Exposure>('GET', `/v1/listings/${home.id}/exposure?from=${date}&to=${date}`)).body

/** Returns what readers of files and feeds would see now. */
async function isClosedHere(date: string): Promise<boolean> {
  const { body } = await world.call<{ days: { available: boolean }[] }>(
    ...(['GET', `/v1/availability/${home.id}?from=${date}&to=${date}`] as const),
  )
  return body.days[0]?.available === false
}

const quick = { everyMs: 25, withinMs: 120_000 }
const since = async (began: number, condition: string, isSo: () => boolean | Promise<boolean>) => {
  await until(condition, isSo, quick)
  return performance.now() - began
}
const isClosedAt = (channel: Channel, date: string) => () => leftAt(world, channel, home, date) === 0

async function sell(place: BookingPlace, night: number): Promise<Sale> {
  const wish = { guest: night, place, home, from: day(night), to: day(night + 1) }
  return (await ask(world, wish)) ?? assert.fail(`${place} had nothing left`)
}

const shown = (ms: readonly number[]) =>
  `p50 ${(percentile(ms, 0.5) / 1000).toFixed(2)} s, longest ${(Math.max(...ms) / 1000).toFixed(2)} s of ${ms.length}`

test('a night sold on Airbnb closes in files, feeds and at Plum Guide', { timeout: 300_000 }, async (t) => {
  const { peer, calendarUrl } = home.doors ?? assert.fail()
  const [published, atPlum]: [number[], number[]] = [[], []]
  for (let night = 0; night < sales; night += 1) {
    const date = day(night)
    await sell('airbnb', night)
    const began = performance.now()
    const [here, there] = await Promise.all([
      since(began, 'the file and the feeds to close it', () => isClosedHere(date)),
      since(began, 'Plum Guide to close it', isClosedAt('plumguide', date)),
    ])
    published.push(here)
    atPlum.push(there)
    const { readers, feeds } = await exposure(date)
    // Tests of the exposure cover the usual pause before two visits; here readers came during setup.
    for (const { lastReadAt, expectedAt, expectedIntervalMinutes: minutes } of [...readers, ...feeds])
      assert.equal(Date.parse(String(expectedAt)) - Date.parse(String(lastReadAt)), minutes * 60_000)
    assert.deepEqual(
      [readers, feeds].map((waiting) => waiting.map(({ exposedNights }) => exposedNights)),
      [[[date]], [[date]]],
    )
    assert.equal(await peer.read(calendarUrl), 200)
    assert.deepEqual((await world.vrbo.puller.pull()).problems, [])
    assert.ok(peer.closedElsewhere().has(date))
    assert.equal(world.vrbo.puller.sells(home.id, date, day(night + 1)), false)
    const came = await exposure(date)
    assert.deepEqual(
      [...came.readers, ...came.feeds].map(({ exposedNights }) => exposedNights),
      [[], []],
    )
  }
  t.diagnostic(`in the file and in the feeds: ${shown(published)}`)
  t.diagnostic(`at Plum Guide: ${shown(atPlum)}`)
  assert.ok(Math.max(...published, ...atPlum) < mostMs)
})

test('a night sold at Plum Guide closes elsewhere', { timeout: 300_000 }, async (t) => {
  const closed: number[] = []
  for (let night = 2 * sales; night < 3 * sales; night += 1) {
    const date = day(night)
    await sell('plumguide', night)
    const began = performance.now()
    const channels = ['airbnb', 'booking'] as const
    closed.push(
      ...(await Promise.all([
        since(began, 'the file and the feeds to close it', () => isClosedHere(date)),
        ...channels.map((channel) => since(began, `${channel} to close it`, isClosedAt(channel, date))),
      ])),
    )
  }
  t.diagnostic(
    `sold at Plum Guide, in the file, in the feeds, on Airbnb and at Booking.com: ${shown(closed)}`,
  )
  assert.ok(Math.max(...closed) < mostMs)
})

test('a booking in a followed calendar closes its night elsewhere', { timeout: 1_500_000 }, async (t) => {
  const night = sales + 1
  const date = day(night)
  if (isLong) await allFeedsRead(world.db, world.output)
  const sold = performance.now()
  await sell('ical', night)
  if (!isLong) await allFeedsRead(world.db, world.output)
  const patient = { everyMs: 100, withinMs: 1_200_000 }
  await until('the calendar to be read', () => isClosedHere(date), patient)
  const read = performance.now()
  const channels = ['airbnb', 'booking', 'plumguide'] as const
  const closed = await Promise.all(
    channels.map((channel) => since(read, `${channel} to close it`, isClosedAt(channel, date))),
  )
  assert.deepEqual((await world.vrbo.puller.pull()).problems, [])
  assert.equal(world.vrbo.puller.sells(home.id, date, day(night + 1)), false)
  const after = closed.map((ms, place) => `${channels[place]} ${(ms / 1000).toFixed(2)} s`).join(', ')
  t.diagnostic(
    `known here ${((read - sold) / 1000).toFixed(0)} s after it was booked${isLong ? '' : ', the reading being brought forward'}; then ${after}`,
  )
  assert.ok(Math.max(...closed) < mostMs)
})
