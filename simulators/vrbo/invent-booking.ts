import { dayStartMs, daysBetween, secondOf } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Booking, Property } from './records.ts'

export interface Plan {
  id: string
  property: Property
  arrival: string
  departure: string
  status: string
  person: Person
  madeAtMs: number
  nowMs: number
}

const codeLetters = 'BCDFGHJKLMNPQRSTVWXYZ0123456789'

export function inventBooking(plan: Plan, random: SeededRandom): Booking {
  const { id, property, arrival, departure, status, person, madeAtMs, nowMs } = plan
  const currency = property.currency ?? 'USD'
  const rent = roundMoney((property.nightlyPrice ?? 0) * daysBetween(arrival, departure), currency)
  const isOff = /^(CANCELLED|DECLINED)/.test(status)
  const changedAtMs = Math.min(
    nowMs,
    isOff ? madeAtMs + 86_400_000 : Math.max(madeAtMs, dayStartMs(arrival) - 7 * 86_400_000),
  )
  return {
    id,
    propertyId: property.id,
    referenceNumber: `HA-${random.word(6, codeLetters)}`,
    status,
    checkInDate: arrival,
    checkOutDate: departure,
    creationDateTime: secondOf(madeAtMs),
    lastUpdatedDateTime: secondOf(Math.max(madeAtMs, changedAtMs)),
    adultCount: random.int(1, Math.max(1, Math.min(6, property.maxGuests ?? 2))),
    childCount: random.int(0, 2),
    petCount: random.chance(0.15) ? 1 : 0,
    distributionChannel: random.chance(0.9) ? 'VRBO' : 'EXPEDIA_INTEGRATED',
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
    specialRequest: random.chance(0.1) ? 'We arrive late, after 22:00.' : null,
    currency,
    rent,
    cleaningFee: property.cleaningFee ?? 0,
    serviceFee: roundMoney(rent * 0.09, currency),
    tax: roundMoney(rent * 0.07, currency),
    commission: roundMoney(rent * 0.05, currency),
    refunded: null,
    policy: random.pick(['STRICT', 'FIRM', 'MODERATE', 'RELAXED']),
    cancelledBy: cancellers[status] ?? null,
    cancellationReason: null,
    messageThreadId: null,
    confirmedAs: null,
  }
}

const cancellers: Readonly<Record<string, string>> = {
  CANCELLED: 'TRAVELER',
  CANCELLED_BY_OWNER: 'SUPPLIER',
  CANCELLED_BY_TRAVELER: 'TRAVELER',
}
