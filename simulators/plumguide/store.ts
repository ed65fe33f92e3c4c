import { addDays } from '../kit/clock.ts'
import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import type { BlockedDates, Booking, CustomPrice, Listing, Restrictions } from './records.ts'

/** Settings of a listing's nights, by hand or by software. */
export interface Nights {
  /** When each night was closed, by day. */
  closed: Map<string, string>
  /** Closed by a calendar file that the host has entered. */
  external: DayRange[]
  prices: Map<string, number>
  restrictions: Restrictions
}

/** Holds everything of the account. */
export class Store {
  readonly listings = new Map<string, Listing>()
  readonly bookings = new Map<string, Booking>()
  readonly nextId = countingIds()
  readonly #nights = new Map<string, Nights>()

  nightsOf(listingId: string): Nights {
    const known = this.#nights.get(listingId)
    if (known !== undefined) return known
    const restrictions = { minNights: 2, bookingWindowDays: 540, changeOverDays: [] }
    const nights: Nights = { closed: new Map(), external: [], prices: new Map(), restrictions }
    this.#nights.set(listingId, nights)
    return nights
  }

  /** A write replaces the whole list; a night that stays closed keeps its time of closing. */
  close(listingId: string, spans: readonly DayRange[], nowMs: number): void {
    const nights = this.nightsOf(listingId)
    const now = new Date(nowMs).toISOString()
    nights.closed = new Map(spans.flatMap(daysOf).map((day) => [day, nights.closed.get(day) ?? now] as const))
  }

  price(listingId: string, prices: readonly CustomPrice[]): void {
    this.nightsOf(listingId).prices = new Map(
      prices.flatMap(({ price, ...span }) => daysOf(span).map((day) => [day, price] as const)),
    )
  }

  customPrices(listingId: string): CustomPrice[] {
    const { prices } = this.nightsOf(listingId)
    return spansOf(prices).map((span) => ({ ...span, price: prices.get(span.from) ?? 0 }))
  }

  /** Confirmed bookings block their nights at once; requests block none. */
  bookedAt(listingId: string): OccupiedSpan[] {
    return [...this.bookings.values()]
      .filter((booking) => booking.listingId === listingId && booking.status === 'Confirmed')
      .map(({ checkIn, checkOut }) => ({ arrival: checkIn ?? '', departure: checkOut ?? '' }))
      .filter(({ arrival, departure }) => arrival < departure)
  }

  blockedDates(listingId: string): BlockedDates[] {
    const { closed, external } = this.nightsOf(listingId)
    const booked = this.bookedAt(listingId).map(({ arrival, departure }) => ({
      from: arrival,
      to: addDays(departure, -1),
    }))
    const typed = (type: BlockedDates['type'], spans: readonly DayRange[]): BlockedDates[] =>
      spans.map(({ from, to }) => ({ from, to, type }))
    const local = spansOf(new Map([...closed].map(([day]) => [day, true])))
    return [...typed('Booking', booked), ...typed('Local', local), ...typed('External', external)]
  }

  /** Returns everything that keeps guests out, as stays. */
  occupied(listingId: string): OccupiedSpan[] {
    return this.blockedDates(listingId).map(({ from, to }) => ({ arrival: from, departure: addDays(to, 1) }))
  }
}

/** Joins consecutive days with the same value; both ends are included. */
function spansOf(values: ReadonlyMap<string, unknown>): DayRange[] {
  const spans: DayRange[] = []
  for (const day of [...values.keys()].toSorted()) {
    const last = spans.at(-1)
    const goesOn =
      last !== undefined && addDays(last.to, 1) === day && values.get(last.to) === values.get(day)
    if (goesOn) last.to = day
    else spans.push({ from: day, to: day })
  }
  return spans
}
