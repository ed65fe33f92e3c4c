import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { setNights } from '../kit/nights.ts'
import { apartmentOf, type Booking, type PricedApartment } from './records.ts'

export const userId = 18_402

/** What was entered for a night; what is absent is as usual. */
export interface NightSettings {
  price?: number
  min_length_of_stay?: number
}

/** Everything the account holds. */
export class Store {
  readonly lodgings = new Map<number, PricedApartment>()
  /** By apartment, then by day. */
  readonly nights = new Map<number, Map<string, NightSettings>>()
  readonly bookings = new Map<number, Booking>()
  readonly nextId = countingIds()

  setNights(apartmentId: number, days: readonly string[], settings: NightSettings): void {
    setNights(this.nights, apartmentId, days, settings)
  }

  /** What takes an apartment for some nights. */
  occupied(apartmentId: number): OccupiedSpan[] {
    return [...this.bookings.values()]
      .filter((booking) => apartmentOf(booking) === apartmentId && booking.type !== 'cancellation')
      .map(({ arrival, departure }) => ({ arrival: arrival ?? '', departure: departure ?? '' }))
  }
}
