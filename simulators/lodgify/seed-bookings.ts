import { addDays, dayStartMs } from '../kit/clock.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { inventPerson } from '../kit/people.ts'
import type { Person } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './availability.ts'
import { inventBooking, inventEnquiry, inventUnavailable } from './invent-booking.ts'
import type { BookingPlan } from './invent-booking.ts'
import type { Lodging } from './property-record.ts'
import type { Store } from './store.ts'
import { enquiryStatuses, futureStatuses, pastStatuses, sources } from './vocabulary.ts'

export const firstBookingId = 7_840_001
/** Enquiries are counted by themselves: the same number can be a booking and an enquiry. */
export const firstEnquiryId = 7_840_011
const furthestDayAhead = 300
const spreadDays = 800

type Kind = 'booking' | 'enquiry' | 'unavailable'

interface Slot {
  lodging: Lodging
  kind: Kind
  arrival: string
  departure: string
}

/** Bookings past and to come. No two share a night in one unit; nothing is newer than an hour before today began. */
export function seedBookings(store: Store, count: number, today: string, random: SeededRandom): void {
  const people = inventGuests(count, random.fork('people'))
  const nowMs = dayStartMs(today) - 3_600_000
  const decks = {
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    enquiry: new Deck(random.fork('enquiry'), enquiryStatuses),
    source: new Deck(random.fork('source'), sources),
  }
  const details = random.fork('details')
  for (const slot of planSlots(store, count, today, random.fork('slots'))) {
    const latestMs = Math.min(nowMs, dayStartMs(slot.arrival))
    const plan: Omit<BookingPlan, 'id' | 'status'> = {
      ...slot,
      source: decks.source.draw().name,
      // A few people book again and again, so guests repeat over bookings.
      person: people[Math.floor(details.next() ** 2 * people.length)] as Person,
      madeAtMs: latestMs - details.int(3600, 120 * 86_400) * 1000,
      nowMs,
    }
    if (slot.kind === 'enquiry') {
      const id = store.nextId('enquiry', firstEnquiryId)
      const enquiry = inventEnquiry({ ...plan, id, source: 'OH', status: decks.enquiry.draw() }, details)
      store.enquiries.set(id, enquiry)
      continue
    }
    const status = (slot.arrival < today ? decks.past : decks.future).draw()
    const invent = slot.kind === 'unavailable' ? inventUnavailable : inventBooking
    store.addBooking(invent({ ...plan, id: store.nextId('booking', firstBookingId), status }, details))
  }
}

/** Nights closed by hand in the coming half year, where nobody has booked. */
export function seedClosedPeriods(store: Store, today: string, random: SeededRandom): void {
  for (const lodging of store.lodgings.values()) {
    for (let count = random.int(0, 2); count > 0; count--) {
      const stays = occupied(store, lodging)
      const free = firstFreeStay(stays, 1, addDays(today, random.int(1, 180)), random.int(1, 6))
      const period = { from: free.arrival, to: addDays(free.departure, -1) }
      store.close(lodging.room.id, { id: store.nextId('closed', 55_001), ...period })
    }
  }
}

function inventGuests(count: number, random: SeededRandom): Person[] {
  const size = Math.max(1, Math.ceil(count * 0.8))
  return Array.from({ length: size }, (_, index) => inventPerson(random, index))
}

/** A tenth enquiries, one in twenty-five nights that are not let. */
function kindOf(index: number): Kind {
  if (index % 10 === 4) return 'enquiry'
  return index % 25 === 7 ? 'unavailable' : 'booking'
}

function planSlots(store: Store, count: number, today: string, random: SeededRandom): Slot[] {
  const lanes = [...store.lodgings.values()].flatMap((lodging) =>
    Array.from({ length: lodging.room.units ?? 1 }, () => lodging),
  )
  if (lanes.length === 0) return []
  const kinds = Array.from({ length: count }, (_, index) => kindOf(index))
  const slots = lanes.flatMap((lodging, lane) => {
    const own = kinds.filter((_, index) => index % lanes.length === lane)
    return laneSlots(lodging, own, today, random)
  })
  return slots.toSorted((left, right) => left.arrival.localeCompare(right.arrival))
}

/** Lays the rows of one unit one after the other, so that they never share a night. */
function laneSlots(lodging: Lodging, kinds: readonly Kind[], today: string, random: SeededRandom): Slot[] {
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
    return { lodging, kind, arrival, departure }
  })
}
