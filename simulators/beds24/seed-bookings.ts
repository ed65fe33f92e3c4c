import { dayStartMs } from '../kit/clock.ts'
import { bookedBefore, byArrival, layStays } from '../kit/lay-stays.ts'
import { inventPeople, pickGuest, type Person } from '../kit/people.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import type { Store } from './store.ts'
import { futureStatuses, pastStatuses, sources } from './vocabulary.ts'

export const firstBookingId = 61_300_001
/** Seeds past and future bookings. No two share a unit's night; nothing is newer than two hours before today. */
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
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    source: new Deck(random.fork('source'), sources),
  }
  const details = random.fork('details')
  const units = [...store.rooms.values()].flatMap((room) =>
    Array.from({ length: room.qty ?? 1 }, (_, index) => ({ room, unitId: index + 1 })),
  )
  const slots = layStays(units, { count, kindOf }, today, random.fork('slots'))
  for (const [index, { lane, kind, arrival, departure }] of slots.toSorted(byArrival).entries()) {
    const status = kind === 'stay' ? (arrival < today ? decks.past : decks.future).draw() : kind
    const plan = {
      ...lane,
      arrival,
      departure,
      id: store.nextId('booking', firstBookingId),
      status,
      source: decks.source.draw(),
      person: people[pickGuest(people, index, details, guests)] as Person,
      madeAtMs: bookedBefore(arrival, nowMs, details),
      nowMs,
    }
    const booking = inventBooking(plan, details)
    store.bookings.set(booking.id, booking)
  }
  groupSome(store)
}

/** Rooms booked together are bookings of their own, with the first one's number and the channel's. */
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

function kindOf(index: number): 'stay' | 'inquiry' | 'black' {
  if (index % 12 === 4) return 'inquiry'
  return index % 20 === 7 ? 'black' : 'stay'
}
