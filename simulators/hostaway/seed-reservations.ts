import { dayStartMs } from '../kit/clock.ts'
import { bookedBefore, byArrival, layStays } from '../kit/lay-stays.ts'
import { inventPeople, pickGuest, type Person } from '../kit/people.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
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

type Kind = 'stay' | 'inquiry' | 'ownerStay' | 'emptyBlock'

interface Lane {
  listing: Listing
  unit: ListingUnit | undefined
}

/** Seeds past and future bookings. No two share a unit's night; the portfolio ends the day before today. */
export function seedReservations(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const slots = layStays(unitsOf(store), { count, kindOf }, today, random.fork('slots')).toSorted(byArrival)
  const people = inventPeople(guests ?? count, random.fork('people'))
  const nowMs = dayStartMs(today) - 1000
  const decks = {
    past: new Deck(random.fork('past'), pastStatusWeights),
    future: new Deck(random.fork('future'), futureStatusWeights),
    inquiry: new Deck(random.fork('inquiry'), inquiryStatusWeights),
    channel: new Deck(random.fork('channel'), channelWeights),
  }
  const details = random.fork('details')
  for (const [index, { lane, kind, arrival, departure }] of slots.entries()) {
    const deck = kind === 'inquiry' ? decks.inquiry : arrival < today ? decks.past : decks.future
    const status = deck.draw()
    // Only this channel makes booking requests of this kind.
    const channelId = status === 'unconfirmed' ? 2002 : decks.channel.draw()
    const plan = {
      ...lane,
      arrival,
      departure,
      id: store.nextId('reservation', firstReservationId),
      status,
      channelId: kind === 'inquiry' ? withoutFeeds(channelId) : channelId,
      person: people[pickGuest(people, index, details, guests)] as Person,
      madeAtMs: bookedBefore(arrival, nowMs, details),
      nowMs,
    }
    store.addReservation(inventByKind[kind](plan, details, today))
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

/** Calendar feeds cannot ask questions. */
function withoutFeeds(channelId: number): number {
  return channels.some((channel) => channel.id === channelId && channel.isFeed) ? 2018 : channelId
}

function unitsOf(store: Store): Lane[] {
  return [...store.listings.values()].flatMap((listing): Lane[] => {
    const units = store.units.get(listing.id) ?? []
    return units.length === 0 ? [{ listing, unit: undefined }] : units.map((unit) => ({ listing, unit }))
  })
}

/** A tenth are inquiries, one in forty an owner's stay, and a few are blocks without a night. */
function kindOf(index: number): Kind {
  if (index % 10 === 4) return 'inquiry'
  if (index % 40 === 7) return 'ownerStay'
  return index % 160 === 21 ? 'emptyBlock' : 'stay'
}
