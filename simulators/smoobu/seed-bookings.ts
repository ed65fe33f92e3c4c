import { dayStartMs } from '../kit/clock.ts'
import { bookedBefore, byArrival, layStays } from '../kit/lay-stays.ts'
import { inventPeople, pickGuest, type Person } from '../kit/people.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import type { Store } from './store.ts'
import { blockedChannel, channels, types } from './vocabulary.ts'

export const firstBookingId = 52_700_001
export const firstGuestId = 9_140_001
const everyBlock = 18

/** Seeds past and future bookings. No two share a night; nothing is newer than two hours before today. */
export function seedBookings(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const people = inventPeople(guests ?? count, random.fork('people'))
  const nowMs = dayStartMs(today) - 2 * 3_600_000
  const decks = {
    type: new Deck(random.fork('type'), types),
    channel: new Deck(random.fork('channel'), channels),
  }
  const details = random.fork('details')
  const kindOf = (index: number) => (index % everyBlock === 7 ? 'block' : 'stay')
  const slots = layStays([...store.lodgings.values()], { count, kindOf }, today, random.fork('slots'))
  for (const [index, { lane: lodging, kind, arrival, departure }] of slots.toSorted(byArrival).entries()) {
    const isBlock = kind === 'block'
    const guest = pickGuest(people, index, details, guests)
    const madeAtMs = bookedBefore(arrival, nowMs, details)
    const plan = {
      lodging,
      arrival,
      departure,
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
