import { countingIds } from '../kit/counting-ids.ts'
import { daysOf, setNights, withoutNights } from '../kit/nights.ts'
import type { CalendarBlock, Listing, ListingUnit } from './listing-record.ts'
import type { Conversation, Message } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Review } from './review-record.ts'

export const accountId = 71_420

/** Settings of single nights; absent ones are the listing's own. */
export interface NightSettings {
  price?: number
  minimumStay?: number
  maximumStay?: number
  closedOnArrival?: number
  closedOnDeparture?: number
}

/** Holds everything of the account, with indexes for lists and the calendar. */
export class Store {
  readonly listings = new Map<number, Listing>()
  readonly units = new Map<number, ListingUnit[]>()
  readonly blocks = new Map<number, CalendarBlock[]>()
  /** By listing, then by day. */
  readonly nights = new Map<number, Map<string, NightSettings>>()
  readonly reservations = new Map<number, Reservation>()
  readonly conversations = new Map<number, Conversation>()
  readonly messages = new Map<number, Message>()
  readonly reviews = new Map<number, Review>()
  #stays = new Map<number, Set<Reservation>>()
  #threads = new Map<number, Message[]>()
  readonly nextId = countingIds()
  #version = 0

  /** Changes with the account, so that a sorted list can be kept until then. */
  get version(): number {
    return this.#version
  }

  changed(): void {
    this.#version += 1
  }

  addListing(listing: Listing, units: ListingUnit[]): void {
    this.listings.set(listing.id, listing)
    this.units.set(listing.id, units)
    this.changed()
  }

  addBlock(block: CalendarBlock): void {
    this.blocks.set(block.listingMapId, [...(this.blocks.get(block.listingMapId) ?? []), block])
    this.changed()
  }

  /** Opens or closes nights by hand; both ends are included. */
  setBlocked(listingMapId: number, from: string, to: string, note: string | null, closed: boolean): void {
    const ranges = withoutNights(this.blocks.get(listingMapId) ?? [], { from, to })
    this.blocks.set(listingMapId, closed ? [...ranges, { listingMapId, from, to, note }] : ranges)
    this.changed()
  }

  setNights(listingMapId: number, from: string, to: string, settings: NightSettings): void {
    setNights(this.nights, listingMapId, daysOf({ from, to }), settings)
    this.changed()
  }

  addReservation(reservation: Reservation): void {
    this.reservations.set(reservation.id, reservation)
    this.staysOf(reservation.listingMapId).add(reservation)
    this.changed()
  }

  deleteReservation(reservation: Reservation): void {
    this.reservations.delete(reservation.id)
    this.staysOf(reservation.listingMapId).delete(reservation)
    for (const conversation of this.conversationsOf(reservation.id)) {
      this.conversations.delete(conversation.id)
      for (const message of this.messagesOf(conversation.id)) this.messages.delete(message.id)
      this.#threads.delete(conversation.id)
    }
    for (const review of this.reviews.values()) {
      if (review.reservationId === reservation.id) this.reviews.delete(review.id)
    }
    this.changed()
  }

  addConversation(conversation: Conversation): void {
    this.conversations.set(conversation.id, conversation)
    this.changed()
  }

  addMessage(message: Message): void {
    this.messages.set(message.id, message)
    this.messagesOf(message.conversationId).push(message)
    this.changed()
  }

  addReview(review: Review): void {
    this.reviews.set(review.id, review)
    this.changed()
  }

  staysOf(listingMapId: number): Set<Reservation> {
    const stays = this.#stays.get(listingMapId) ?? new Set()
    this.#stays.set(listingMapId, stays)
    return stays
  }

  /** The oldest first. */
  messagesOf(conversationId: number): Message[] {
    const thread = this.#threads.get(conversationId) ?? []
    this.#threads.set(conversationId, thread)
    return thread
  }

  conversationsOf(reservationId: number): Conversation[] {
    return [...this.conversations.values()].filter((one) => one.reservationId === reservationId)
  }

  unitCount(listingMapId: number): number {
    return Math.max(1, this.units.get(listingMapId)?.length ?? 0)
  }
}
