import { daysBetween, isWeekend, nextDay, secondOf } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Booking, Listing } from './records.ts'
import type { Nights } from './store.ts'

export interface Plan {
  code: string
  listing: Listing
  nights: Nights
  arrival: string
  departure: string
  status: string
  person: Person
  madeAtMs: number
}

/** A stay of this many nights or more costs a tenth less. */
const weekly = 7

export function inventBooking(plan: Plan, random: SeededRandom): Booking {
  const { code, listing, arrival, departure, status, person, madeAtMs } = plan
  const currency = listing.currencyCode ?? 'EUR'
  const rent = rentOf(plan)
  const discount = daysBetween(arrival, departure) >= weekly ? roundMoney(rent / 10, currency) : 0
  const fee = listing.cleaningFee ?? 0
  return {
    bookingCode: code,
    listingId: listing.id,
    status,
    checkIn: arrival,
    checkOut: departure,
    guests: { adults: random.int(1, 4), children: random.int(0, 2), infants: random.int(0, 1) },
    guestName: `${person.firstName} ${person.lastName}`,
    guestEmail: `${code.toLowerCase()}@guest.plumguide.example`,
    totalPrice: roundMoney(rent - discount + fee, currency),
    cleaningFee: fee,
    losDiscount: discount,
    currencyCode: currency,
    createdAt: secondOf(madeAtMs),
    cancelledAt: status === 'Cancelled' || status === 'Declined' ? secondOf(madeAtMs + 3_600_000) : null,
    notes: null,
  }
}

function rentOf({ listing, nights, arrival, departure }: Plan): number {
  let rent = 0
  for (let day = arrival; day < departure; day = nextDay(day)) rent += priceOf(listing, nights, day)
  return rent
}

/** A custom price wins over the weekend's, and that over the usual one. */
export function priceOf(listing: Listing, { prices }: Nights, day: string): number {
  const usual = listing.nightlyPrice ?? 0
  return prices.get(day) ?? (isWeekend(day) ? (listing.weekendPrice ?? usual) : usual)
}
