import { dayStartMs } from '../kit/clock.ts'
import { bookedBefore, byArrival, layStays, nightsToClose } from '../kit/lay-stays.ts'
import { inventPeople, pickGuest, type Person } from '../kit/people.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { occupied } from './availability.ts'
import { inventBooking, inventEnquiry, inventUnavailable, type BookingPlan } from './invent-booking.ts'
import type { Store } from './store.ts'
import { enquiryStatuses, futureStatuses, pastStatuses, sources } from './vocabulary.ts'

export const firstBookingId = 7_840_001
/** Enquiries have a number sequence of their own, so a booking can have the same number. */
const firstEnquiryId = 7_840_011

/** Seeds past and future bookings. No two share a unit's night; nothing is newer than an hour before today. */
export function seedBookings(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const people = inventPeople(guests ?? count, random.fork('people'))
  const nowMs = dayStartMs(today) - 3_600_000
  const decks = {
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    enquiry: new Deck(random.fork('enquiry'), enquiryStatuses),
    source: new Deck(random.fork('source'), sources),
  }
  const details = random.fork('details')
  const units = [...store.lodgings.values()].flatMap((lodging) =>
    Array.from({ length: lodging.room.units ?? 1 }, () => lodging),
  )
  const slots = layStays(units, { count, kindOf }, today, random.fork('slots'))
  for (const [index, { lane: lodging, kind, arrival, departure }] of slots.toSorted(byArrival).entries()) {
    const plan: Omit<BookingPlan, 'id' | 'status'> = {
      lodging,
      arrival,
      departure,
      source: decks.source.draw().name,
      person: people[pickGuest(people, index, details, guests)] as Person,
      madeAtMs: bookedBefore(arrival, nowMs, details),
      nowMs,
    }
    if (kind === 'enquiry') {
      const id = store.nextId('enquiry', firstEnquiryId)
      const enquiry = inventEnquiry({ ...plan, id, source: 'OH', status: decks.enquiry.draw() }, details)
      store.enquiries.set(id, enquiry)
      continue
    }
    const status = (arrival < today ? decks.past : decks.future).draw()
    const invent = kind === 'unavailable' ? inventUnavailable : inventBooking
    store.addBooking(invent({ ...plan, id: store.nextId('booking', firstBookingId), status }, details))
  }
}

/** Closes free nights by hand in the coming half year. */
export function seedClosedPeriods(store: Store, today: string, random: SeededRandom): void {
  for (const lodging of store.lodgings.values()) {
    for (let count = random.int(0, 2); count > 0; count--) {
      const period = nightsToClose(occupied(store, lodging), today, random)
      store.close(lodging.room.id, { id: store.nextId('closed', 55_001), ...period })
    }
  }
}

/** A tenth are enquiries, and one in twenty-five are nights that are not let. */
function kindOf(index: number): 'booking' | 'enquiry' | 'unavailable' {
  if (index % 10 === 4) return 'enquiry'
  return index % 25 === 7 ? 'unavailable' : 'booking'
}
