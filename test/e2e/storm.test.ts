/**
 * Guests compete for nights sold on Airbnb, Booking.com and the API, on a PMS, or on Plum Guide, Channex, Vrbo and calendar files. First vendors
 * answer, then calls fail and the server is killed twice, all with default settings. The seed picks the PMS unless `STORM_PMS` names one.
 * `STORM=long` has 20 homes, 200 nights and 10,000 guests.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/bench.ts'
import type { ExposureSummary } from '../../src/contract/exposure.ts'
import { allFeedsRead } from '../harness/calendar-feeds.ts'
import { walk } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { assertHistory } from '../history/check-history.ts'
import { relayWords } from '../../simulators/relayed-bookings.ts'
import { ask, places, placesOf, type Sale, type Wish } from './storm/guests.ts'
import {
  acceptedOf,
  doubleSales,
  nightsOf,
  openTimes,
  recordCodesOfPms,
  recordedIn,
  relayedIn,
  relayedOf,
  toldDoubleSales,
  writtenForPms,
  wrongNights,
  type OpenTime,
} from './storm/proof.ts'
import { startWeather } from './storm/weather.ts'
import { minutePasses, startStormWorld, type StormWorld } from './storm/world.ts'

/**
 * `kept` homes belong to the PMS. `shaken` vendors fail; a PMS booking's result takes a minute to find out. `mostMs`
 * limits the 99th percentile of open time, loosely in the short form for busy machines.
 */
const short = {
  homes: 6,
  kept: 2,
  nightsEach: 10,
  guests: 600,
  seconds: 20,
  faultEveryMs: 1000,
  mostMs: 60_000,
}
const long = {
  homes: 20,
  kept: 5,
  nightsEach: 10,
  guests: 10_000,
  seconds: 360,
  faultEveryMs: 1500,
  mostMs: 5_000,
}
const size =
  process.env.STORM === 'long'
    ? { ...long, shaken: ['airbnb', 'booking', 'pms'] as const }
    : { ...short, shaken: ['airbnb', 'booking'] as const }
/** Channex takes ten calls a minute for the nights of a property, reading them included. */
const channexMinuteMs = 60_000
/** This share of guests comes before any fault. */
const calmShare = 0.5
const seed = Number(process.env.STORM_SEED ?? Date.now() % 100_000)
/** Beds24 allows 100 credits in five minutes, so its storm takes half an hour. */
const pmsVendors = Object.keys(relayWords).filter((vendor) => vendor !== 'beds24')
const pmsVendor = process.env.STORM_PMS ?? pmsVendors[seed % pmsVendors.length] ?? assert.fail()
/** Beyond every channel's notice period. */
const firstDay = 40

let state = seed
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}
const day = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: firstDay + n }))
const span = { from: day(0), to: day(size.nightsEach - 1) }

let world: StormWorld
before(async () => {
  world = await startStormWorld({ ...size, pmsVendor, span })
})
after(() => world?.close())

/** Ordered by arrival; guests for one night come at about the same time. */
function wishes(): Wish[] {
  const nights = world.homes.flatMap((home) =>
    Array.from({ length: size.nightsEach }, (_, n) => ({ home, n, place: random() })),
  )
  const inTurn = nights.toSorted((a, b) => a.place - b.place)
  return Array.from({ length: size.guests }, (_, guest) => {
    const { home, n } = inTurn[Math.floor((guest * inTurn.length) / size.guests)] ?? assert.fail()
    const length = random() < 0.3 && n + 1 < size.nightsEach ? 2 : 1
    const places = placesOf(home)
    const place = places[Math.floor(random() * places.length)] ?? 'api'
    return { guest, place, home, from: day(n), to: day(n + length) }
  })
}

/** Sends guests at an even rate, whoever still waits. */
async function send(guests: readonly Wish[], seconds: number): Promise<Sale[]> {
  const began = performance.now()
  const waiting = guests.map(async (wish, index) => {
    await pause(Math.max(0, (index * seconds * 1000) / guests.length - (performance.now() - began)))
    return ask(world, wish)
  })
  return (await Promise.all(waiting)).filter((sale) => sale !== null)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const shown = (times: readonly number[]) =>
  `p50 ${seconds(percentile(times, 0.5))}, p99 ${seconds(percentile(times, 0.99))} of ${times.length}`
const since = (times: readonly OpenTime[], which: 'sinceSold' | 'sinceTold' | 'untilStored') =>
  times.map((time) => time[which])
const tell = (times: readonly OpenTime[]) => {
  const longest = times.toSorted((a, b) => b.sinceTold - a.sinceTold).slice(0, 3)
  const by = (which: 'place' | 'channel') =>
    [...Map.groupBy(times, (time) => time[which])].toSorted(([a], [b]) => a.localeCompare(b))
  return [
    `open elsewhere since the server could know: ${shown(since(times, 'sinceTold'))}`,
    `of it, until the booking was stored: ${shown(since(times, 'untilStored'))}`,
    `since the guest had booked: ${shown(since(times, 'sinceSold'))}`,
    ...by('place').map(([place, of]) => `sold by ${place}: ${shown(since(of, 'sinceTold'))}`),
    ...by('channel').map(([channel, of]) => `open at ${channel}: ${shown(since(of, 'sinceTold'))}`),
    ...longest.map(({ what, sinceTold }) => `${seconds(sinceTold)}: ${what}`),
  ].join('\n  ')
}

test(`a storm of ${size.guests} guests`, { timeout: 1_800_000 }, async (t) => {
  t.diagnostic(`STORM_SEED=${seed} STORM_PMS=${pmsVendor}`)
  const settled = async (sales: readonly Sale[]) => {
    // Readers fetch meanwhile, and once more at the end.
    const accepted = acceptedOf(sales)
    if (sales.some(({ place }) => place === 'ical')) await allFeedsRead(world.db, world.output)
    await until(
      'every booking to be recorded',
      async () => {
        const recorded = await recordedIn(world)
        const relayed = await relayedIn(world)
        return recorded.length >= accepted.length && relayed.length >= relayedOf(sales).length
      },
      { everyMs: 500, withinMs: 300_000 },
    ).catch(() => {})
    assert.deepEqual(await recordedIn(world), accepted, 'recorded once, and nothing else is')
    assert.deepEqual(await relayedIn(world), relayedOf(sales), 'what two sources tell of is one record')
    assert.equal(await writtenForPms(world), 0, 'a channel listing has one writer')
    await until(
      'every sold night to be closed everywhere',
      async () => {
        await world.readers.readAll()
        return (await wrongNights(world, sales, span)).length === 0
      },
      { everyMs: 500, withinMs: 600_000 },
    ).catch(async (error: Error) => {
      const about = `${world.output()}\nSTORM_SEED=${seed} STORM_PMS=${pmsVendor} ${error.message}`
      assert.deepEqual(await wrongNights(world, sales, span), [], about)
    })
  }
  await settled([])
  if (size.homes > short.homes) await minutePasses()
  const all = wishes()
  const calm = all.slice(0, all.length * calmShare)
  const soldInCalm = await send(calm, size.seconds * calmShare)
  await settled(soldInCalm)
  const calmTimes = await openTimes(world, soldInCalm)
  t.diagnostic(`channels that answer: ${tell(calmTimes)}`)

  const shaken = size.shaken.map((name) => world[name])
  const weather = startWeather(shaken, { everyMs: size.faultEveryMs, random })
  const stormMs = size.seconds * (1 - calmShare) * 1000
  const killing = async () => {
    for (let kill = 0; kill < 2; kill += 1) {
      await pause(stormMs / 3)
      await world.kill()
    }
  }
  // Guests without an answer go on asking afterwards.
  const passing = pause(stormMs).then(() => weather.stop())
  const [rest, faults] = await Promise.all([send(all.slice(calm.length), stormMs / 1000), passing, killing()])
  const sales = [...soldInCalm, ...rest]
  await settled(sales)
  t.diagnostic(`${faults} faults and two kills: ${tell(await openTimes(world, rest))}`)

  await walk(world, world.key, '/v1/reservations')
  await world.recording.finish(world)
  await recordCodesOfPms(world, sales)
  t.diagnostic(assertHistory(world.history, 'storm'))

  const pairs = doubleSales(sales)
  assert.deepEqual(await toldDoubleSales(world), pairs, 'every double sale is told once')
  const { body } = await world.call<ExposureSummary>('GET', '/v1/exposure')
  assert.deepEqual(
    body.data.filter(({ exposedNights }) => exposedNights > 0),
    [],
  )
  const nights = new Set(sales.flatMap((sale) => nightsOf(sale).map((night) => `${sale.home.id} ${night}`)))
  t.diagnostic(
    `${sales.length} bookings of ${size.guests} guests hold ${nights.size} of ${size.homes * size.nightsEach} nights; ${pairs.length} double sales`,
  )
  const soldBy = Map.groupBy(sales, ({ place, home }) =>
    home.pmsId === null ? place : `${place}, kept by the PMS`,
  )
  t.diagnostic(
    `sold by ${[...soldBy]
      .map(([place, { length }]) => `${place}: ${length}`)
      .toSorted()
      .join(', ')}`,
  )
  assert.ok(places.every((place) => sales.some((sale) => sale.place === place)))
  const [counted, others] = [true, false].map((isCounted) =>
    calmTimes.filter(({ channel }) => (channel === 'channex') === isCounted),
  )
  assert.ok(percentile(since(others ?? [], 'sinceTold'), 0.99) < size.mostMs, tell(calmTimes))
  assert.ok(
    percentile(since(counted ?? [], 'sinceTold'), 0.99) < size.mostMs + channexMinuteMs,
    tell(calmTimes),
  )
})
