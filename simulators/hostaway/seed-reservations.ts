import { addDays, dayStartMs } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import type { Person } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inventOwnerStay, inventReservation, withoutDates } from './invent-reservation.ts'
import type { Listing, ListingUnit } from './listing-record.ts'
import type { Store } from './store.ts'
import {
  channels,
  channelWeights,
  futureStatusWeights,
  inquiryStatusWeights,
  pastStatusWeights,
} from './vocabulary.ts'

export const firstReservationId = 18_300_001
const furthestDayAhead = 300
const spreadDays = 800

type Kind = 'stay' | 'inquiry' | 'ownerStay' | 'emptyBlock'

interface Lane {
  listing: Listing
  unit: ListingUnit | undefined
}

interface Slot extends Lane {
  kind: Kind
  arrival: string
  departure: string
}

/** Bookings past and to come. No two share a night in one unit; the portfolio ends on the day before today. */
export function seedReservations(store: Store, count: number, today: string, random: SeededRandom): void {
  const slots = planSlots(store, count, today, random.fork('slots'))
  const people = inventGuests(count, random.fork('people'))
  const nowMs = dayStartMs(today) - 1000
  const decks = {
    past: new Deck(random.fork('past'), pastStatusWeights),
    future: new Deck(random.fork('future'), futureStatusWeights),
    inquiry: new Deck(random.fork('inquiry'), inquiryStatusWeights),
    channel: new Deck(random.fork('channel'), channelWeights),
  }
  const details = random.fork('details')
  for (const slot of slots) {
    const deck = slot.kind === 'inquiry' ? decks.inquiry : slot.arrival < today ? decks.past : decks.future
    const status = deck.draw()
    // Booking requests of this kind come from this channel only.
    const channelId = status === 'unconfirmed' ? 2002 : decks.channel.draw()
    const latestMs = Math.min(nowMs, dayStartMs(slot.arrival))
    const plan = {
      ...slot,
      id: store.nextId('reservation', firstReservationId),
      status,
      channelId: slot.kind === 'inquiry' ? withoutFeeds(channelId) : channelId,
      // A few people book again and again, so guests repeat over bookings.
      person: people[Math.floor(details.next() ** 2 * people.length)] as Person,
      madeAtMs: latestMs - details.int(3600, 120 * 86_400) * 1000,
      nowMs,
    }
    store.addReservation(inventByKind[slot.kind](plan, details, today))
  }
}

type Invent = (
  plan: Parameters<typeof inventReservation>[0],
  random: SeededRandom,
  today: string,
) => ReturnType<typeof inventReservation>

const inventByKind: Record<Kind, Invent> = {
  stay: inventReservation,
  ownerStay: inventOwnerStay,
  emptyBlock: (plan, random) => inventOwnerStay({ ...plan, departure: plan.arrival }, random),
  inquiry: (plan, random, today) => {
    const inquiry = inventReservation(plan, random)
    return random.chance(0.5) ? withoutDates(inquiry, today) : inquiry
  },
}

export function inventGuests(count: number, random: SeededRandom): Person[] {
  return Array.from({ length: Math.max(1, Math.ceil(count * 0.8)) }, (_, index) =>
    inventPerson(random, index),
  )
}

/** A question is asked in person, never through a calendar feed. */
export function withoutFeeds(channelId: number): number {
  return channels.some((channel) => channel.id === channelId && channel.isFeed) ? 2018 : channelId
}

function planSlots(store: Store, count: number, today: string, random: SeededRandom): Slot[] {
  const lanes = [...store.listings.values()].flatMap((listing): Lane[] => {
    const units = store.units.get(listing.id) ?? []
    return units.length === 0 ? [{ listing, unit: undefined }] : units.map((unit) => ({ listing, unit }))
  })
  if (lanes.length === 0) return []
  const kinds = Array.from({ length: count }, (_, index) => kindOf(index))
  const slots = lanes.flatMap((lane, index) =>
    laneSlots(
      lane,
      kinds.filter((_, position) => position % lanes.length === index),
      today,
      random,
    ),
  )
  return slots.toSorted((left, right) => left.arrival.localeCompare(right.arrival))
}

/** A tenth inquiries, one in forty an owner's stay, a few blocks without a night. */
function kindOf(index: number): Kind {
  if (index % 10 === 4) return 'inquiry'
  if (index % 40 === 7) return 'ownerStay'
  return index % 160 === 21 ? 'emptyBlock' : 'stay'
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
