import { addDays, dayStartMs } from '../kit/clock.ts'
import { nightsToClose } from '../kit/lay-stays.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import { guestPhrases, guestReviewPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import { freeUnit } from '../kit/world/chosen-stay.ts'
import type { World } from '../kit/world/world.ts'
import type { UnitsOf } from './projection.ts'
import { conversationIdOf } from './records.ts'
import type { HostawayKinds, Listing, Message, Reservation } from './records.ts'
import { unitPart } from './reservation-row.ts'
import { inquiryStatuses } from './vocabulary.ts'

/** The host has seen what the host has answered. */
export function markSeen(messages: readonly Message[]): void {
  for (const message of messages) message.isSeen = 1
}

/** Holds what the vendor has beside the world: units of listings, and notes of closed nights. */
export class Store {
  readonly world: World<HostawayKinds>
  readonly unitsOf: UnitsOf
  /** By listing and day. */
  readonly #notes = new Map<string, string | null>()

  constructor(world: World<HostawayKinds>, unitsOf: UnitsOf, random: SeededRandom) {
    this.world = world
    this.unitsOf = unitsOf
    this.#seedTalks(random.fork('talks'))
    this.#seedHostReviews(random.fork('reviews'))
    for (const listing of world.homes.all()) {
      for (let count = random.int(0, 2); count > 0; count--) {
        const range = nightsToClose(world.taken(listing), world.today(), random)
        this.setClosed(listing, range, true, random.chance(0.6) ? 'Repairs' : null)
      }
    }
  }

  noteOf({ id }: Listing, day: string): string | null {
    return this.#notes.get(`${id} ${day}`) ?? null
  }

  setClosed(listing: Listing, range: DayRange, isClosed: boolean, note: string | null): void {
    this.world.setNights(listing, range, { isClosed: isClosed || null })
    for (const day of daysOf(range)) this.#notes.set(`${listing.id} ${day}`, isClosed ? note : null)
  }

  /** Gives a new booking the first free unit of a listing that has some. */
  assignUnit(reservation: Reservation): void {
    const { listingMapId, arrivalDate, departureDate } = reservation
    const listing = this.world.homes.get(listingMapId)
    const units = listing === undefined ? [] : this.unitsOf(listing)
    if (listing === undefined || units.length === 0 || reservation.reservationUnit?.length !== 0) return
    const nights = { arrival: arrivalDate ?? '', departure: departureDate ?? '' }
    const number = freeUnit(this.world, listing, nights, ({ reservationUnit }) => {
      const [part] = (reservationUnit ?? []) as Partial<ReturnType<typeof unitPart>>[]
      return units.findIndex(({ id }) => id === part?.listingUnitId) + 1
    })
    const unit = units[(number ?? 1) - 1]
    if (unit !== undefined) reservation.reservationUnit = [unitPart(reservation, unit)]
  }

  /** An inquiry begins with a message, and messages are activity. */
  #seedTalks(random: SeededRandom): void {
    const { stays, threads } = this.world
    for (const stay of stays.all()) {
      const isSilent = threads.messagesIn(conversationIdOf(stay)).length === 0
      if (!isSilent || !inquiryStatuses.includes(stay.status ?? '')) continue
      const atMs = Date.parse(`${stay.insertedOn?.replace(' ', 'T')}Z`) + 60_000
      threads.write(stay, { body: random.pick(guestPhrases), isIncoming: true, atMs })
    }
    for (const { stay, messages } of threads.all()) {
      const last = messages.at(-1)?.date ?? ''
      if ((stay.latestActivityOn ?? '') < last) stay.latestActivityOn = last
      markSeen(messages.slice(0, messages.findLastIndex(({ isIncoming }) => isIncoming === 0) + 1))
    }
  }

  #seedHostReviews(random: SeededRandom): void {
    for (const { reservationId } of this.world.reviews.all()) {
      const stay = this.world.stays.get(reservationId)
      if (stay === undefined || random.chance(0.5)) continue
      const atMs = dayStartMs(addDays(stay.departureDate ?? '', 1))
      const review = { rating: random.int(3, 5), text: random.pick(guestReviewPhrases), atMs }
      this.world.addReview(stay, review, random)
    }
  }
}
