import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import type { Host, Listing, Night, Reservation } from './records.ts'
import { Content } from './content.ts'
import type { Alteration } from './alterations.ts'
import { seedGuides, type Guides } from './guides.ts'
import type { Offer } from './offers.ts'
import type { Settings } from './settings.ts'
import { keepingNights } from './vocabulary.ts'

const openAlterations: readonly Alteration['status'][] = ['PENDING', 'AWAITING_PAYMENT']

/** Holds everything of the channel. */
export class Store {
  readonly hosts = new Map<string, Host>()
  readonly listings = new Map<string, Listing>()
  readonly settings = new Map<string, Settings>()
  /** Time zone by listing. */
  readonly zones = new Map<string, string>()
  readonly content = new Content()
  readonly #guides = new Map<string, Guides>()
  readonly nights = new Map<string, Map<string, Night>>()
  readonly alterations = new Map<string, Alteration>()
  readonly offers = new Map<string, Offer>()
  readonly reservations = new Map<string, Reservation>()
  readonly #ofListing = new Map<string, Set<Reservation>>()
  /** Nights reserved for guests who are about to book, by listing. */
  readonly #held = new Map<string, Set<OccupiedSpan>>()
  readonly #number = countingIds()

  /** Ids are consecutive numbers as text. */
  nextId(kind: string, first: number): string {
    return String(this.#number(kind, first))
  }

  settingsOf(listingId: string): Settings {
    const settings = this.settings.get(listingId)
    if (settings === undefined) throw new Error(`listing ${listingId} has no settings`)
    return settings
  }

  guidesOf(listingId: string): Guides {
    const known = this.#guides.get(listingId)
    if (known !== undefined) return known
    const guides = seedGuides({ id: listingId, city: this.listings.get(listingId)?.city ?? null })
    this.#guides.set(listingId, guides)
    return guides
  }

  hold(reservation: Reservation): void {
    this.reservations.set(reservation.confirmation_code, reservation)
    setIn(this.#ofListing, reservation.listing_id_str).add(reservation)
  }

  /** Moves a reservation to another listing. */
  move(reservation: Reservation, listingId: string): void {
    this.#ofListing.get(reservation.listing_id_str)?.delete(reservation)
    reservation.listing_id_str = listingId
    setIn(this.#ofListing, listingId).add(reservation)
  }

  /** A booking that ends voids its open change requests. */
  voidAlterations({ confirmation_code, updated_at }: Reservation): void {
    for (const row of this.alterations.values()) {
      if (row.confirmation_code !== confirmation_code || !openAlterations.includes(row.status)) continue
      Object.assign(row, { status: 'VOID', updated_at, response_at: updated_at })
    }
  }

  removeReservation(reservation: Reservation): void {
    this.reservations.delete(reservation.confirmation_code)
    this.#ofListing.get(reservation.listing_id_str)?.delete(reservation)
  }

  removeListing(id: string): void {
    // Settings stay, since past bookings need them.
    for (const map of [this.listings, this.nights]) map.delete(id)
    this.content.remove(id)
  }

  /** Reserves nights while a guest books them; call the result to release them. */
  keep(listingId: string, stay: OccupiedSpan): () => void {
    const ids = setIn(this.#held, listingId)
    ids.add(stay)
    return () => void ids.delete(stay)
  }

  /** Returns the stays and reservations that occupy a listing, without one booking that asks for itself. */
  staysOf(listingId: string, except?: Reservation): OccupiedSpan[] {
    const stays = [...(this.#ofListing.get(listingId) ?? [])]
      .filter((row) => row !== except && keepingNights.includes(row.status_type ?? ''))
      .map(({ start_date, end_date }) => ({ arrival: start_date ?? '', departure: end_date ?? '' }))
    return [...stays, ...(this.#held.get(listingId) ?? [])]
  }
}

function setIn<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const known = sets.get(key) ?? new Set<T>()
  sets.set(key, known)
  return known
}
