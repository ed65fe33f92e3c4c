import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import type { Booking, Message, Property, Review } from './records.ts'

type WrittenMessage = Pick<Message, 'body' | 'is_automated' | 'sent_utc'> & { isIncoming: boolean }

/** Says which side wrote a message, in one of the two forms. */
function sideOf(id: number, isIncoming: boolean): Partial<Message> {
  if (id % 2 === 0) return { direction: isIncoming ? 'incoming' : 'outgoing' }
  return { from_role: isIncoming ? 'guest' : 'host', is_draft: false }
}

/** Holds everything of the account. */
export class Store {
  readonly properties = new Map<number, Property>()
  readonly bookings = new Map<number, Booking>()
  readonly reviews = new Map<number, Review>()
  readonly guests = new Map<number, Record<string, unknown> & { id: number }>()
  /** Prices of single nights, by property and day. */
  readonly spotRates = new Map<string, { amount: number; min_nights: number | null }>()
  readonly messages: Message[] = []
  readonly nextId = countingIds()

  /** Stores a booking, and its guest under the guest's own number. */
  hold(booking: Booking): void {
    this.bookings.set(booking.id, booking)
    const guest = booking.guest as { id?: number } | null
    if (typeof guest?.id === 'number') this.guests.set(guest.id, guest as { id: number })
  }

  /** Returns a booking's thread, and opens one if there is none. */
  threadOf(booking: Booking): number {
    const known = booking.thread_ids[0]
    if (known !== undefined) return known
    const thread = this.nextId('thread', 8_800_101)
    booking.thread_ids = [thread]
    return thread
  }

  addMessage(booking: Booking, { isIncoming, ...message }: WrittenMessage): Message {
    const place = { id: this.nextId('message', 55_001), thread_id: this.threadOf(booking) }
    const added = { ...place, booking_id: booking.id, ...message, ...sideOf(place.id, isIncoming) }
    this.messages.push(added)
    return added
  }

  removeBooking(booking: Booking): void {
    this.bookings.delete(booking.id)
    for (const [id, review] of this.reviews) if (review.booking_id === booking.id) this.reviews.delete(id)
    const messages = this.messages.filter(({ booking_id }) => booking_id !== booking.id)
    this.messages.splice(0, this.messages.length, ...messages)
  }

  /** Returns the stays that keep a property's nights from others. */
  staysOf(propertyId: number): (OccupiedSpan & { booking: Booking })[] {
    return [...this.bookings.values()]
      .filter((booking) => booking.property_id === propertyId && booking.status !== 'canceled')
      .map((booking) => ({ arrival: booking.arrival ?? '', departure: booking.departure ?? '', booking }))
  }
}
