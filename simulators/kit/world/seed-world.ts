import { addDays, dayStartMs } from '../clock.ts'
import type { PortfolioSize, SimulatorTools } from '../definition.ts'
import { bookedBefore, byArrival, layStays } from '../lay-stays.ts'
import { inventPeople, pickGuest, type Person } from '../people.ts'
import { guestPhrases, hostPhrases, reviewPhrases } from '../phrases.ts'
import { Deck, type SeededRandom } from '../random.ts'
import type { WorldKinds } from './projection.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
/** Nothing changed within so many hours, so that a first look for changes finds none. */
const quietHours = 36

/**
 * Fills a world from its seed, for the size of the account and the day, and nothing else: homes, past and future stays
 * of which no two share a unit's night, messages, and reviews of stays that are over.
 */
export function seedWorld<K extends WorldKinds>(
  world: World<K>,
  { clock, random, portfolio }: SimulatorTools,
): void {
  for (let number = 0; number < portfolio.listings; number += 1) {
    world.addHome(number, random.fork(`home ${number}`))
  }
  seedStays(world, portfolio, clock.today(), random.fork('stays'))
}

function seedStays<K extends WorldKinds>(
  world: World<K>,
  { reservations: count, guests }: PortfolioSize,
  today: string,
  random: SeededRandom,
): void {
  const { homes, stays } = world.projection
  const people = inventPeople(guests ?? count, random.fork('people'))
  const decks = {
    past: new Deck(random.fork('past'), stays.past),
    coming: new Deck(random.fork('coming'), stays.coming),
    channel: new Deck(random.fork('channel'), stays.channels),
  }
  const details = random.fork('details')
  const latestMs = dayStartMs(today) - quietHours * hourMs
  const units = world.homes
    .all()
    .flatMap((home) =>
      Array.from({ length: homes.unitsOf?.(home) ?? 1 }, (_, index) => ({ home, unit: index + 1 })),
    )
  const slots = layStays(units, { count, kindOf: () => null }, today, random.fork('slots'))
  for (const [index, { lane, arrival, departure }] of slots.toSorted(byArrival).entries()) {
    const isPast = departure < today
    const guestNumber = pickGuest(people, index, details, guests)
    const madeAtMs = bookedBefore(arrival, latestMs, details)
    const plan = {
      ...lane,
      arrival,
      departure,
      status: (isPast ? decks.past : decks.coming).draw(),
      channel: decks.channel.draw(),
      person: people[guestNumber] as Person,
      guestNumber,
      madeAtMs,
      changedAtMs: Math.min(latestMs, madeAtMs + details.int(0, 72 * 3600) * 1000),
      overrides: {},
    }
    const stay = world.stays.add(world.inventStay(plan, details))
    if (stays.isOfGuests(stay)) {
      seedTalk(world, stay, madeAtMs, details)
      if (isPast && !stays.isCancelled(stay)) seedReview(world, stay, departure, details)
    }
  }
}

function seedTalk<K extends WorldKinds>(
  world: World<K>,
  stay: K['stay'],
  madeAtMs: number,
  random: SeededRandom,
): void {
  if (!world.canWrite(stay) || random.chance(0.4)) return
  for (let index = 0, count = random.int(1, 4); index < count; index += 1) {
    const isIncoming = index % 2 === 0
    const body = random.pick(isIncoming ? guestPhrases : hostPhrases)
    world.threads.write(stay, { body, isIncoming, atMs: madeAtMs + index * 600_000 })
  }
}

function seedReview<K extends WorldKinds>(
  world: World<K>,
  stay: K['stay'],
  departure: string,
  random: SeededRandom,
): void {
  if (world.projection.reviews === undefined || random.chance(0.5)) return
  const atMs = dayStartMs(addDays(departure, 1)) + 10 * hourMs
  world.addReview(stay, { rating: random.int(3, 5), text: random.pick(reviewPhrases), atMs }, random)
}
