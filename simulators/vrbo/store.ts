import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { isOver, keyOf, type Booking, type Property } from './records.ts'

/** Holds everything of the advertiser's account. */
export class Store {
  readonly advertiserId: string
  readonly properties = new Map<string, Property>()
  /** Homes of other advertisers, which this client may not see. */
  readonly foreign = new Set<string>()
  readonly bookings = new Map<string, Booking>()
  readonly nextId = countingIds()

  constructor(advertiserId: string) {
    this.advertiserId = advertiserId
  }

  /** Finds a home by any of its ids. */
  propertyBy(id: string, source: string): Property | undefined {
    if (source === 'EXPEDIA') return this.properties.get(id)
    const field = source === 'VRBO' ? 'vrboId' : 'supplierId'
    return [...this.properties.values()].find((property) => property[field] === id)
  }

  bookingsOf(propertyId: string): Booking[] {
    return [...this.bookings.values()].filter((booking) => booking.propertyId === propertyId)
  }

  add(booking: Booking): Booking {
    this.bookings.set(keyOf(booking), booking)
    return booking
  }

  occupied(propertyId: string): OccupiedSpan[] {
    return this.bookingsOf(propertyId)
      .filter((booking) => !isOver(booking))
      .map(({ checkInDate, checkOutDate }) => ({ arrival: checkInDate ?? '', departure: checkOutDate ?? '' }))
      .filter(({ arrival, departure }) => arrival < departure)
  }
}
