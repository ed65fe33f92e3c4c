import { blankRow } from '../kit/fields.ts'
import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { bookingFields, enquiryFields, nobody, noThread } from './booking-record.ts'
import type { Booking, BookedRoom, Enquiry, GuestBreakdown } from './booking-record.ts'
import { moneyOf } from './invent-money.ts'
import { moment } from './moment.ts'
import type { PropertyRoom } from './property-record.ts'
import { userId } from './store.ts'
import { sourceNamed } from './vocabulary.ts'

export interface BookingPlan {
  id: number
  lodging: PropertyRoom
  arrival: string
  departure: string
  status: string
  source: string
  person: Person
  /** When it was made, in milliseconds. */
  madeAtMs: number
  /** No record may be newer than this. */
  nowMs: number
}

/** A code of Booking.com is followed by the room's number. */
function codeOf(source: string, random: SeededRandom): string {
  const digits = random.digits(8)
  return source === 'BookingCom' ? `40${digits}|61${digits.slice(0, 5)}` : `HM${digits}`
}

/** Invents a whole booking as the vendor holds it. */
export function inventBooking(plan: BookingPlan, random: SeededRandom): Booking {
  const { id, lodging, arrival, departure, status, person } = plan
  const source = sourceNamed(plan.source)
  const changedAtMs = status === 'Booked' ? plan.madeAtMs : laterThan(plan, random)
  const isCancelled = status === 'Declined' && random.chance(0.7)
  return {
    ...blankRow(bookingFields, id),
    user_id: userId,
    arrival,
    departure,
    property_id: lodging.property.id,
    rooms: [inventRoomOf(lodging, source.isFeed, random)],
    guest: source.isFeed
      ? { ...nobody, name: 'Reserved' }
      : {
          name: `${person.firstName} ${person.lastName}`,
          email: source.name === 'AirbnbIntegration' && random.chance(0.6) ? null : person.email,
          phone: person.phone,
          country_code: random.chance(0.8) ? person.country : null,
        },
    language: source.isFeed ? null : person.locale.slice(0, 2),
    status,
    is_unavailable: false,
    is_overbooked: false,
    tentative_expires_at: status === 'Tentative' ? moment(plan.madeAtMs + 3 * 86_400_000) : null,
    source: source.name,
    source_text: source.hasCode ? codeOf(source.name, random) : random.chance(0.4) ? 'Website form' : null,
    created_at: moment(plan.madeAtMs),
    updated_at: moment(changedAtMs),
    canceled_at: isCancelled ? moment(changedAtMs) : null,
    is_new: random.chance(0.1),
    is_deleted: status === 'Declined' && random.chance(0.2),
    currency_code: lodging.property.currency_code,
    ...moneyOf(plan, random),
    notes: random.chance(0.1) ? 'Arriving late, around 23:00.' : null,
    thread_uid: source.isFeed ? noThread : inventUid(random),
    external_booking: source.hasCode ? JSON.stringify({ reference: random.digits(10) }) : null,
    check_in: { time: random.chance(0.3) ? '16:30' : null, initiator: null },
    check_out: { time: random.chance(0.2) ? '10:00:00' : null, initiator: null },
  }
}

/** Nights marked as not to be let are a row like a booking, without guest and price. */
export function inventUnavailable(plan: BookingPlan, random: SeededRandom): Booking {
  const row = inventBooking({ ...plan, status: 'Booked', source: 'Manual' }, random)
  const zero = { stay: 0, promotions: 0, fees: 0, taxes: 0, addons: 0, vat: 0 }
  return {
    ...row,
    is_unavailable: true,
    guest: nobody,
    language: null,
    source_text: null,
    total_amount: 0,
    amount_paid: 0,
    amount_due: 0,
    subtotals: zero,
    quote: null,
    transactions: [],
    thread_uid: noThread,
    external_booking: null,
  }
}

export function inventEnquiry(plan: BookingPlan, random: SeededRandom): Enquiry {
  const { id, lodging, status, person } = plan
  const { property } = lodging
  // A general question about a place names no dates.
  const isDated = random.chance(0.7)
  const room = inventRoomOf(lodging, false, random)
  return {
    ...blankRow(enquiryFields, id),
    status,
    source: plan.source,
    source_text: null,
    guest: {
      guest_name: {
        first_name: person.firstName,
        last_name: person.lastName,
        full_name: `${person.firstName} ${person.lastName}`,
      },
      name: `${person.firstName} ${person.lastName}`,
      external_id: null,
      email: person.email,
      phone: random.chance(0.5) ? person.phone : null,
      locale: person.locale,
      street_address1: null,
      street_address2: null,
      city: person.city,
      country_code: person.country,
      postal_code: person.zip,
      state: null,
      id: inventUid(random).slice(0, 13),
      country_name: null,
    },
    arrival: isDated ? plan.arrival : null,
    departure: isDated ? plan.departure : null,
    people: room.people,
    total_guest_breakdown: room.guest_breakdown,
    property_id: property.id,
    property_name: property.name,
    rooms: isDated ? [room] : [],
    created_at: moment(plan.madeAtMs),
    is_replied: random.chance(0.6),
    updated_at: moment(plan.madeAtMs),
    is_deleted: false,
    date_deleted: null,
    total_amount: null,
    total_paid: 0,
    amount_to_pay: null,
    thread_uid: inventUid(random),
    note: null,
  }
}

export function inventUid(random: SeededRandom): string {
  const hex = (length: number) => Array.from({ length }, () => random.int(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

function inventRoomOf(lodging: PropertyRoom, isFeed: boolean, random: SeededRandom): BookedRoom {
  const guest_breakdown: GuestBreakdown = {
    adults: isFeed ? 0 : random.int(1, 4),
    children: !isFeed && random.chance(0.25) ? random.int(1, 2) : 0,
    infants: !isFeed && random.chance(0.1) ? 1 : 0,
    pets: !isFeed && random.chance(0.08) ? 1 : 0,
  }
  const people = isFeed ? 1 : guest_breakdown.adults + guest_breakdown.children
  return {
    room_type_id: lodging.room.id,
    guest_breakdown,
    people,
    key_code: random.chance(0.2) ? random.digits(4) : null,
  }
}

function laterThan({ madeAtMs, nowMs }: BookingPlan, random: SeededRandom): number {
  return Math.min(nowMs, madeAtMs + random.int(1, 72 * 3600) * 1000)
}
