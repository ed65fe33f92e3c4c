import { addDays, dayStartMs } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { addGuest } from './invent-guest.ts'
import { inventOwnerStay, inventReservation } from './invent-reservation.ts'
import type { BookingPlan } from './invent-reservation.ts'
import type { Listing } from './listing-record.ts'
import type { Guest } from './reservation-record.ts'
import type { Store } from './store.ts'
import {
  channelNamed,
  channelWeights,
  futureStatusWeights,
  inquiryStatusWeights,
  pastStatusWeights,
} from './vocabulary.ts'

const furthestDayAhead = 300
const spreadDays = 800

type Kind = 'stay' | 'question' | 'ownerStay'

interface Lane {
  listing: Listing
  unit: Listing | undefined
}

interface Slot extends Lane {
  kind: Kind
  arrival: string
  departure: string
}

/** Bookings past and to come. No two share a night in one unit; the portfolio ends on the day before today. */
export function seedReservations(store: Store, count: number, today: string, random: SeededRandom): void {
  const slots = planSlots(store, count, today, random.fork('slots'))
  const nowMs = dayStartMs(today) - 1000
  const guests = inventGuests(store, count, nowMs, random.fork('people'))
  const decks = {
    past: new Deck(random.fork('past'), pastStatusWeights),
    future: new Deck(random.fork('future'), futureStatusWeights),
    question: new Deck(random.fork('question'), inquiryStatusWeights),
    channel: new Deck(random.fork('channel'), channelWeights),
  }
  const details = random.fork('details')
  const invited = new Set<Guest>()
  for (const slot of slots) {
    const deck = slot.kind === 'question' ? decks.question : slot.arrival < today ? decks.past : decks.future
    const latestMs = Math.min(nowMs, dayStartMs(slot.arrival))
    const madeAtMs = latestMs - details.int(3_600_000, 120 * 86_400_000)
    // A few people book again and again, so guests repeat over bookings.
    const guest = guests[Math.floor(details.next() ** 2 * guests.length)] as Guest
    if (invited.has(guest)) guest.returningGuest = true
    invited.add(guest)
    const plan: BookingPlan = {
      ...slot,
      id: store.ids.make(madeAtMs),
      status: deck.draw(),
      channel: channelNamed(decks.channel.draw()),
      guest,
      isQuestion: slot.kind === 'question',
      // For every fifth booking of a multi-unit nobody has chosen the sub-unit yet.
      unit: details.chance(0.2) ? undefined : slot.unit,
      madeAtMs,
      nowMs,
    }
    const invent = slot.kind === 'ownerStay' ? inventOwnerStay : inventReservation
    store.addReservation(invent(plan, details))
  }
}

function inventGuests(store: Store, count: number, nowMs: number, random: SeededRandom): Guest[] {
  return Array.from({ length: Math.max(1, Math.ceil(count * 0.8)) }, (_, index) => {
    const atMs = nowMs - random.int(1000, 1300) * 86_400_000
    return addGuest(store, inventPerson(random, index), atMs, random)
  })
}

function planSlots(store: Store, count: number, today: string, random: SeededRandom): Slot[] {
  const lanes = store.roots().flatMap((listing): Lane[] => {
    const units = store.childrenOf(listing)
    return units.length === 0 ? [{ listing, unit: undefined }] : units.map((unit) => ({ listing, unit }))
  })
  if (lanes.length === 0) return []
  const kinds = Array.from({ length: count }, (_, index) => kindOf(index))
  const slots = lanes.flatMap((lane, index) => {
    const own = kinds.filter((_, position) => position % lanes.length === index)
    return laneSlots(lane, own, today, random)
  })
  return slots.toSorted((left, right) => left.arrival.localeCompare(right.arrival))
}

/** A tenth questions, one in forty an owner's stay. */
function kindOf(index: number): Kind {
  if (index % 10 === 4) return 'question'
  return index % 40 === 7 ? 'ownerStay' : 'stay'
}

/** Lays the bookings of one unit one after the other, so that they never share a night. */
function laneSlots(lane: Lane, kinds: readonly Kind[], today: string, random: SeededRandom): Slot[] {
  const nights = kinds.map(() => random.pick([1, 2, 2, 3, 3, 4, 5, 7, 7, 10, 14]))
  const total = nights.reduce((sum, length) => sum + length, 0)
  const widestGap = Math.max(1, Math.floor((2 * (spreadDays - total)) / Math.max(1, kinds.length)))
  const gaps = kinds.map(() => random.int(0, widestGap))
  const used = total + gaps.reduce((sum, gap) => sum + gap, 0)
  let day = addDays(today, furthestDayAhead - used)
  return kinds.map((kind, index) => {
    const arrival = addDays(day, gaps[index] ?? 0)
    const departure = addDays(arrival, nights[index] ?? 1)
    day = departure
    return { ...lane, kind, arrival, departure }
  })
}
