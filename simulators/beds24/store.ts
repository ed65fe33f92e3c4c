import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { daysOf, setNights } from '../kit/nights.ts'
import type { AirbnbReview, Booking, BookingReview, Message, Property, Room } from './records.ts'
import { blockingStatuses } from './vocabulary.ts'

export const ownerId = 48_213

/** Nights of a room type closed by hand; both days are included. */
export interface Blackout {
  from: string
  to: string
}

/** Settings made by hand for a night; absent ones are as usual. */
export interface NightSettings {
  minStay?: number
  maxStay?: number
  override?: string
  price1?: number | null
}

/** A host's listing at Airbnb, which may be connected to a room type. */
export interface AirbnbListing {
  id: string
  host: string
  roomId: number | null
  name: string
}

/** Holds everything of the account. */
export class Store {
  readonly properties = new Map<number, Property>()
  readonly rooms = new Map<number, Room>()
  readonly blackouts = new Map<number, Blackout[]>()
  /** By room type, then by day. */
  readonly nights = new Map<number, Map<string, NightSettings>>()
  readonly bookings = new Map<number, Booking>()
  readonly messages = new Map<number, Message>()
  #threads = new Map<number, Message[]>()
  readonly airbnbListings: AirbnbListing[] = []
  readonly airbnbReviews: AirbnbReview[] = []
  readonly bookingReviews: BookingReview[] = []
  readonly nextId = countingIds()

  deleteBooking(booking: Booking): void {
    this.bookings.delete(booking.id)
    for (const message of this.messagesOf(booking.id)) this.messages.delete(message.id)
    this.#threads.delete(booking.id)
  }

  get airbnbHosts(): Set<string> {
    return new Set(this.airbnbListings.map(({ host }) => host))
  }

  roomsOf(propertyId: number): Room[] {
    return [...this.rooms.values()].filter((room) => room.propertyId === propertyId)
  }

  addMessage(message: Message): void {
    this.messages.set(message.id, message)
    this.#threads.set(message.bookingId, [...this.messagesOf(message.bookingId), message])
  }

  messagesOf(bookingId: number): Message[] {
    return this.#threads.get(bookingId) ?? []
  }

  setNights(roomId: number, from: string, to: string, settings: NightSettings): void {
    setNights(this.nights, roomId, daysOf({ from, to }), settings)
  }

  /** Returns the stays that take a unit of a room type. */
  occupied(roomId: number): OccupiedSpan[] {
    return this.occupants(roomId).map(({ arrival, departure }) => ({
      arrival: arrival ?? '',
      departure: departure ?? '',
    }))
  }

  occupants(roomId: number): Booking[] {
    return [...this.bookings.values()].filter(
      (booking) => booking.roomId === roomId && blockingStatuses.includes(booking.status ?? ''),
    )
  }
}
