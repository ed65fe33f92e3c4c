import { addDays, dayStartMs } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import type { Person } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import type { Lodging } from './records.ts'
import type { Store } from './store.ts'
import { blockedChannel, channels, types } from './vocabulary.ts'

export const firstBookingId = 52_700_001
export const firstGuestId = 9_140_001
const furthestDayAhead = 300
const spreadDays = 800
const everyBlock = 18

interface Slot {
  lodging: Lodging
  arrival: string
  departure: string
  isBlock: boolean
}

/** Bookings past and to come. No two share a night; nothing is newer than two hours before today began. */
export function seedBookings(store: Store, count: number, today: string, random: SeededRandom): void {
  const draw = random.fork('people')
  const people = Array.from({ length: Math.max(1, Math.ceil(count * 0.8)) }, (_, index) =>
    inventPerson(draw, index),
  )
  const nowMs = dayStartMs(today) - 2 * 3_600_000
  const decks = {
    type: new Deck(random.fork('type'), types),
    channel: new Deck(random.fork('channel'), channels),
  }
  const details = random.fork('details')
  for (const { isBlock, ...slot } of planSlots(store, count, today, random.fork('slots'))) {
    // A few people book again and again.
    const guest = Math.floor(details.next() ** 2 * people.length)
    const madeAtMs = Math.min(nowMs, dayStartMs(slot.arrival)) - details.int(3600, 120 * 86_400) * 1000
    const plan = {
      ...slot,
      id: store.nextId('booking', firstBookingId),
      type: isBlock ? 'reservation' : decks.type.draw(),
      channel: isBlock ? blockedChannel : decks.channel.draw(),
      person: people[guest] as Person,
      guestId: firstGuestId + guest,
      madeAtMs,
      changedAtMs: Math.min(nowMs, madeAtMs + details.int(0, 72 * 3600) * 1000),
    }
    store.bookings.set(plan.id, inventBooking(plan, details))
  }
}

function planSlots(store: Store, count: number, today: string, random: SeededRandom): Slot[] {
  const lodgings = [...store.lodgings.values()]
  if (lodgings.length === 0) return []
  const slots = lodgings.flatMap((lodging, number) => {
    const own = Array.from({ length: count }, (_, index) => index).filter(
      (index) => index % lodgings.length === number,
    )
    return slotsOf(lodging, own, today, random)
  })
  return slots.toSorted((left, right) => left.arrival.localeCompare(right.arrival))
}

/** Lays the rows of one apartment one after the other. */
function slotsOf(lodging: Lodging, indexes: readonly number[], today: string, random: SeededRandom): Slot[] {
  const nights = indexes.map(() => random.pick([1, 2, 2, 3, 3, 4, 5, 7, 7, 10, 14]))
  const total = nights.reduce((sum, length) => sum + length, 0)
  const widestGap = Math.max(1, Math.floor((2 * (spreadDays - total)) / Math.max(1, indexes.length)))
  const gaps = indexes.map(() => random.int(0, widestGap))
  let day = addDays(today, furthestDayAhead - total - gaps.reduce((sum, gap) => sum + gap, 0))
  return indexes.map((index, position) => {
    const arrival = addDays(day, gaps[position] ?? 0)
    day = addDays(arrival, nights[position] ?? 1)
    return { lodging, arrival, departure: day, isBlock: index % everyBlock === 7 }
  })
}
