import { addDays, dayStartMs } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import type { Person } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import type { Room } from './records.ts'
import type { Store } from './store.ts'
import { futureStatuses, pastStatuses, sources } from './vocabulary.ts'

export const firstBookingId = 61_300_001
const furthestDayAhead = 300
const spreadDays = 800

interface Lane {
  room: Room
  unitId: number
}

interface Slot extends Lane {
  kind: 'stay' | 'inquiry' | 'black'
  arrival: string
  departure: string
}

/** Bookings past and to come. No two share a night in one unit; nothing is newer than two hours before today began. */
export function seedBookings(store: Store, count: number, today: string, random: SeededRandom): void {
  const draw = random.fork('people')
  const people = Array.from({ length: Math.max(1, Math.ceil(count * 0.8)) }, (_, index) =>
    inventPerson(draw, index),
  )
  const nowMs = dayStartMs(today) - 2 * 3_600_000
  const decks = {
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    source: new Deck(random.fork('source'), sources),
  }
  const details = random.fork('details')
  for (const { kind, ...slot } of planSlots(store, count, today, random.fork('slots'))) {
    const status = kind === 'stay' ? (slot.arrival < today ? decks.past : decks.future).draw() : kind
    const latestMs = Math.min(nowMs, dayStartMs(slot.arrival))
    const plan = {
      ...slot,
      id: store.nextId('booking', firstBookingId),
      status,
      source: decks.source.draw(),
      // A few people book again and again, so guests repeat over bookings.
      person: people[Math.floor(details.next() ** 2 * people.length)] as Person,
      madeAtMs: latestMs - details.int(3600, 120 * 86_400) * 1000,
      nowMs,
    }
    const booking = inventBooking(plan, details)
    store.bookings.set(booking.id, booking)
  }
  groupSome(store)
}

/** Rooms booked together: every one is a booking of its own, under the number of the first and of the channel. */
function groupSome(store: Store): void {
  const rows = [...store.bookings.values()].filter(({ status }) => status === 'confirmed')
  for (let index = 0; index + 1 < rows.length; index += 25) {
    const [first, second] = [rows[index], rows[index + 1]]
    if (first === undefined || second === undefined) continue
    first.masterId = first.id
    second.masterId = first.id
    second.apiReference = first.apiReference
  }
}

function kindOf(index: number): Slot['kind'] {
  if (index % 12 === 4) return 'inquiry'
  return index % 20 === 7 ? 'black' : 'stay'
}

function planSlots(store: Store, count: number, today: string, random: SeededRandom): Slot[] {
  const lanes = [...store.rooms.values()].flatMap((room): Lane[] =>
    Array.from({ length: room.qty ?? 1 }, (_, index) => ({ room, unitId: index + 1 })),
  )
  if (lanes.length === 0) return []
  const kinds = Array.from({ length: count }, (_, index) => kindOf(index))
  const slots = lanes.flatMap((lane, number) => {
    const own = kinds.filter((_, index) => index % lanes.length === number)
    return laneSlots(lane, own, today, random)
  })
  return slots.toSorted((left, right) => left.arrival.localeCompare(right.arrival))
}

/** Lays the rows of one unit one after the other. */
function laneSlots(lane: Lane, kinds: readonly Slot['kind'][], today: string, random: SeededRandom): Slot[] {
  const nights = kinds.map(() => random.pick([1, 2, 2, 3, 3, 4, 5, 7, 7, 10, 14]))
  const total = nights.reduce((sum, length) => sum + length, 0)
  const widestGap = Math.max(1, Math.floor((2 * (spreadDays - total)) / Math.max(1, kinds.length)))
  const gaps = kinds.map(() => random.int(0, widestGap))
  let day = addDays(today, furthestDayAhead - total - gaps.reduce((sum, gap) => sum + gap, 0))
  return kinds.map((kind, index) => {
    const arrival = addDays(day, gaps[index] ?? 0)
    day = addDays(arrival, nights[index] ?? 1)
    return { ...lane, kind, arrival, departure: day }
  })
}
