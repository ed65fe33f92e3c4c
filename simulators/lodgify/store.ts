import { countingIds } from '../kit/counting-ids.ts'
import { withoutNights } from '../kit/nights.ts'
import { noThread, roomsOf, type Booking, type Enquiry, type Message, type Thread } from './booking-record.ts'
import type { ClosedPeriod, PropertyRoom, Property } from './property-record.ts'

export const userId = 310_442

/** Prices of a night as written, one for each length of stay. */
export interface Tier {
  min_stay: number
  max_stay: number
  price_per_day: number
  price_per_additional_guest: number
  additional_guests_starts_from: number
}

/** Holds everything of the account. */
export class Store {
  readonly properties = new Map<number, Property>()
  /** By the room type's number. */
  readonly lodgings = new Map<number, PropertyRoom>()
  readonly closed = new Map<number, ClosedPeriod[]>()
  readonly bookings = new Map<number, Booking>()
  readonly enquiries = new Map<number, Enquiry>()
  readonly threads = new Map<string, Thread>()
  readonly #written = new Map<number, Map<string, Tier[]>>()
  #messages = new Map<string, Message[]>()
  #stays = new Map<number, Set<Booking>>()
  readonly nextId = countingIds()

  addProperty(property: Property, lodgings: PropertyRoom[]): void {
    this.properties.set(property.id, property)
    for (const lodging of lodgings) this.lodgings.set(lodging.room.id, lodging)
  }

  lodgingsOf(propertyId: number): PropertyRoom[] {
    return [...this.lodgings.values()].filter(({ property }) => property.id === propertyId)
  }

  close(roomTypeId: number, period: ClosedPeriod): void {
    this.closed.set(roomTypeId, [...(this.closed.get(roomTypeId) ?? []), period])
  }

  /** Returns written prices by day. */
  writtenRates(roomTypeId: number): Map<string, Tier[]> {
    const nights = this.#written.get(roomTypeId) ?? new Map<string, Tier[]>()
    this.#written.set(roomTypeId, nights)
    return nights
  }

  /** Closes or opens nights by hand; both ends are included. Periods that reach beyond keep the rest. */
  setClosed(roomTypeId: number, from: string, to: string, isClosed: boolean): void {
    const known = this.closed.get(roomTypeId) ?? []
    const rest = withoutNights(known, { from, to }, (period) => ({
      ...period,
      id: this.nextId('closed', 700_001),
    }))
    const added = isClosed ? [{ id: this.nextId('closed', 700_001), from, to }] : []
    this.closed.set(roomTypeId, [...rest, ...added])
  }

  addBooking(booking: Booking): void {
    this.bookings.set(booking.id, booking)
    for (const { room_type_id } of roomsOf(booking)) this.staysOf(room_type_id).add(booking)
  }

  /** Removes a booking for good, from the trash as well. */
  eraseBooking(booking: Booking): void {
    this.bookings.delete(booking.id)
    for (const { room_type_id } of roomsOf(booking)) this.staysOf(room_type_id).delete(booking)
    this.#eraseThread(booking.thread_uid)
  }

  eraseEnquiry(enquiry: Enquiry): void {
    this.enquiries.delete(enquiry.id)
    this.#eraseThread(enquiry.thread_uid)
  }

  /** Returns a room type's bookings in any state. */
  staysOf(roomTypeId: number): Set<Booking> {
    const stays = this.#stays.get(roomTypeId) ?? new Set()
    this.#stays.set(roomTypeId, stays)
    return stays
  }

  addMessage(thread: Thread, message: Message): void {
    this.threads.set(thread.thread_uid, thread)
    this.#messages.set(thread.thread_uid, [...this.messagesOf(thread.thread_uid), message])
  }

  /** The oldest first. */
  messagesOf(threadUid: string): Message[] {
    return this.#messages.get(threadUid) ?? []
  }

  rowOfThread(thread: Thread): Booking | Enquiry | undefined {
    const id = Number(thread.inbox_uid.slice(1))
    return thread.inbox_uid.startsWith('E') ? this.enquiries.get(id) : this.bookings.get(id)
  }

  #eraseThread(threadUid: string | null): void {
    if (threadUid === null || threadUid === noThread) return
    this.threads.delete(threadUid)
    this.#messages.delete(threadUid)
  }
}
