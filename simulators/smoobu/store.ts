import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { setNights } from '../kit/nights.ts'
import { apartmentOf, type Booking, type PricedApartment } from './records.ts'

export const userId = 18_402

/** Values entered for a night; absent ones are as usual. */
export interface NightSettings {
  price?: number
  min_length_of_stay?: number
}

/** Holds everything of the account. */
export class Store {
  readonly lodgings = new Map<number, PricedApartment>()
  /** By apartment, then by day. */
  readonly nights = new Map<number, Map<string, NightSettings>>()
  readonly bookings = new Map<number, Booking>()
  readonly nextId = countingIds()

  setNights(apartmentId: number, days: readonly string[], settings: NightSettings): void {
    setNights(this.nights, apartmentId, days, settings)
  }

  /** Returns the stays that take an apartment. */
  occupied(apartmentId: number): OccupiedSpan[] {
    return [...this.bookings.values()]
      .filter((booking) => apartmentOf(booking) === apartmentId && booking.type !== 'cancellation')
      .map(({ arrival, departure }) => ({ arrival: arrival ?? '', departure: departure ?? '' }))
  }
}
