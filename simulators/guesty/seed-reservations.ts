import { dayStartMs } from '../kit/clock.ts'
import { byArrival, layStays } from '../kit/lay-stays.ts'
import { inventPerson, pickGuest } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { addGuest } from './invent-guest.ts'
import { inventOwnerStay, inventReservation } from './invent-reservation.ts'
import type { BookingPlan } from './invent-reservation.ts'
import type { Listing } from './listing-record.ts'
import type { Guest } from './reservation-record.ts'
import type { Store } from './store.ts'
import { channelWeights, futureStatusWeights, inquiryStatusWeights, pastStatusWeights } from './vocabulary.ts'

type Kind = 'stay' | 'question' | 'ownerStay'

interface Lane {
  listing: Listing
  unit: Listing | undefined
}

/** Bookings past and to come. No two share a night in one unit; the portfolio ends on the day before today. */
export function seedReservations(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  people?: number,
): void {
  const slots = layStays(unitsOf(store), { count, kindOf }, today, random.fork('slots')).toSorted(byArrival)
  const nowMs = dayStartMs(today) - 1000
  const guests = inventGuests(store, people ?? count, nowMs, random.fork('people'))
  const decks = {
    past: new Deck(random.fork('past'), pastStatusWeights),
    future: new Deck(random.fork('future'), futureStatusWeights),
    question: new Deck(random.fork('question'), inquiryStatusWeights),
    channel: new Deck(random.fork('channel'), channelWeights),
  }
  const details = random.fork('details')
  const invited = new Set<Guest>()
  for (const [index, { lane, kind, arrival, departure }] of slots.entries()) {
    const deck = kind === 'question' ? decks.question : arrival < today ? decks.past : decks.future
    const latestMs = Math.min(nowMs, dayStartMs(arrival))
    const madeAtMs = latestMs - details.int(3_600_000, 120 * 86_400_000)
    const guest = guests[pickGuest(guests, index, details, people)] as Guest
    if (invited.has(guest)) guest.returningGuest = true
    invited.add(guest)
    const plan: BookingPlan = {
      listing: lane.listing,
      arrival,
      departure,
      id: store.ids.make(madeAtMs),
      status: deck.draw(),
      channel: decks.channel.draw(),
      guest,
      isQuestion: kind === 'question',
      // For every fifth booking of a multi-unit nobody has chosen the sub-unit yet.
      unit: details.chance(0.2) ? undefined : lane.unit,
      madeAtMs,
      nowMs,
    }
    const invent = kind === 'ownerStay' ? inventOwnerStay : inventReservation
    store.addReservation(invent(plan, details))
  }
}

function inventGuests(store: Store, count: number, nowMs: number, random: SeededRandom): Guest[] {
  return Array.from({ length: Math.max(1, count) }, (_, index) => {
    const atMs = nowMs - random.int(1000, 1300) * 86_400_000
    return addGuest(store, inventPerson(random, index), atMs, random)
  })
}

function unitsOf(store: Store): Lane[] {
  return store.roots().flatMap((listing): Lane[] => {
    const units = store.childrenOf(listing)
    return units.length === 0 ? [{ listing, unit: undefined }] : units.map((unit) => ({ listing, unit }))
  })
}

/** A tenth questions, one in forty an owner's stay. */
function kindOf(index: number): Kind {
  if (index % 10 === 4) return 'question'
  return index % 40 === 7 ? 'ownerStay' : 'stay'
}
