import { daysOf, setNights, withoutNights } from '../kit/nights.ts'
import type { CalendarBlock, Listing } from './listing-record.ts'
import { ObjectIds } from './object-ids.ts'
import type { Guest, Reservation } from './reservation-record.ts'
import type { Review } from './seed-reviews.ts'
import type { Conversation, Post } from './thread-record.ts'

export const accountId = '5f92cbf10cf217478ba93500'
/** Of every platform that bookings come by. */
export const integrationId = '5fba2d9cd8e638002d76d8cf'
export const accountName = 'Meadow & Quay Stays'

/** What was written into single nights; what is absent is as the listing says. */
export interface NightSettings {
  price?: number
  minNights?: number
  cta?: boolean
  ctd?: boolean
}

/** Everything the account holds, with the indexes that lists and the calendar need. */
export class Store {
  readonly ids = new ObjectIds()
  /** Sub-units are listings too, with a parent. */
  readonly listings = new Map<string, Listing>()
  readonly blocks = new Map<string, CalendarBlock[]>()
  readonly guests = new Map<string, Guest>()
  readonly reservations = new Map<string, Reservation>()
  readonly conversations = new Map<string, Conversation>()
  readonly posts = new Map<string, Post>()
  readonly reviews = new Map<string, Review>()
  readonly #nights = new Map<string, Map<string, NightSettings>>()
  #stays = new Map<string, Set<Reservation>>()
  #threads = new Map<string, Post[]>()

  addBlock(block: CalendarBlock): void {
    this.blocks.set(block.listingId, [...(this.blocks.get(block.listingId) ?? []), block])
  }

  nightsOf(listingId: string): ReadonlyMap<string, NightSettings> {
    return this.#nights.get(listingId) ?? new Map()
  }

  /** Both ends included. */
  setNights(listingId: string, from: string, to: string, settings: NightSettings): void {
    setNights(this.#nights, listingId, daysOf({ from, to }), settings)
  }

  /** Closes or opens nights by hand; a block that reaches beyond keeps what is outside. */
  setBlocked(listingId: string, from: string, to: string, isClosed: boolean, atMs: number): void {
    const known = this.blocks.get(listingId) ?? []
    const rest = withoutNights(known, { from, to }, (block) => ({ ...block, id: this.ids.make(atMs) }))
    const added: CalendarBlock[] = isClosed
      ? [{ id: this.ids.make(atMs), listingId, from, to, type: 'm' }]
      : []
    this.blocks.set(listingId, [...rest, ...added])
  }

  addReservation(reservation: Reservation): void {
    this.reservations.set(reservation._id, reservation)
    this.staysOf(this.rootId(reservation.listingId)).add(reservation)
  }

  deleteReservation(reservation: Reservation): void {
    this.reservations.delete(reservation._id)
    this.staysOf(this.rootId(reservation.listingId)).delete(reservation)
    for (const conversation of this.conversationsOf(reservation._id))
      this.#leave(conversation, reservation._id)
    for (const review of this.reviews.values()) {
      if (review.reservationId === reservation._id) this.reviews.delete(review._id)
    }
  }

  addPost(post: Post): void {
    this.posts.set(post._id, post)
    this.postsOf(post.conversationId).push(post)
  }

  /** Bookings of a listing and of its sub-units. */
  staysOf(rootId: string): Set<Reservation> {
    const stays = this.#stays.get(rootId) ?? new Set()
    this.#stays.set(rootId, stays)
    return stays
  }

  /** Oldest first. */
  postsOf(conversationId: string): Post[] {
    const thread = this.#threads.get(conversationId) ?? []
    this.#threads.set(conversationId, thread)
    return thread
  }

  conversationsOf(reservationId: string): Conversation[] {
    return [...this.conversations.values()].filter((one) => one.reservationIds.includes(reservationId))
  }

  /** Listings that stand for themselves: no sub-units. */
  roots(): Listing[] {
    return [...this.listings.values()].filter((listing) => listing.type !== 'MTL_CHILD')
  }

  rootId(listingId: string): string {
    return this.listings.get(listingId)?.mtl?.p ?? listingId
  }

  childrenOf(listing: Listing): Listing[] {
    return (listing.mtl?.c ?? []).flatMap((id) => this.listings.get(id) ?? [])
  }

  unitCount(listing: Listing): number {
    return listing.type === 'MTL' ? (listing.mtl?.c?.length ?? 0) : 1
  }

  #leave(conversation: Conversation, reservationId: string): void {
    conversation.reservationIds = conversation.reservationIds.filter((id) => id !== reservationId)
    if (conversation.reservationIds.length > 0) return
    this.conversations.delete(conversation._id)
    for (const post of this.postsOf(conversation._id)) this.posts.delete(post._id)
    this.#threads.delete(conversation._id)
  }
}
