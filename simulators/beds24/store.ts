import { secondOf } from '../kit/clock.ts'
import { nightsToClose } from '../kit/lay-stays.ts'
import { daysOf, setNights, type DayRange } from '../kit/nights.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { World } from '../kit/world/world.ts'
import type { Beds24Kinds } from './projection.ts'
import type { AirbnbReview, BookingReview, Message, Property, Room } from './records.ts'
import { hasMessages } from './vocabulary.ts'

export const ownerId = 48_213

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

/** Holds what the vendor has beside the world: properties of room types, notes, and reviews of two channels. */
export class Store {
  readonly world: World<Beds24Kinds>
  readonly properties: ReadonlyMap<number, Property>
  /** By room type, then by day. */
  readonly nights = new Map<number, Map<string, NightSettings>>()
  /** Notes of the host, which stand among the messages. */
  readonly notes: Message[] = []
  readonly airbnbListings: AirbnbListing[] = []
  readonly airbnbReviews: AirbnbReview[] = []
  readonly bookingReviews: BookingReview[] = []

  constructor(world: World<Beds24Kinds>, properties: ReadonlyMap<number, Property>, random: SeededRandom) {
    this.world = world
    this.properties = properties
    this.#groupSome()
    this.#seedAirbnb()
    this.#seedNotes()
    for (const room of world.homes.all()) {
      const range = nightsToClose(world.taken(room), world.today(), random, { longest: 5 })
      world.setNights(room, range, { isClosed: true })
    }
  }

  get airbnbHosts(): Set<string> {
    return new Set(this.airbnbListings.map(({ host }) => host))
  }

  roomsOf(propertyId: number): Room[] {
    return this.world.homes.all().filter((room) => room.propertyId === propertyId)
  }

  /** Returns a booking's messages and notes. */
  messagesOf(bookingId: number): Message[] {
    const notes = this.notes.filter((note) => note.bookingId === bookingId)
    return [...this.world.threads.messagesIn(bookingId), ...notes]
  }

  setNights(roomId: number, range: DayRange, settings: NightSettings): void {
    setNights(this.nights, roomId, daysOf(range), settings)
  }

  /** Rooms booked together are bookings of their own, with the first one's number and the channel's. */
  #groupSome(): void {
    const rows = this.world.stays.all().filter(({ status }) => status === 'confirmed')
    for (let index = 0; index + 1 < rows.length; index += 25) {
      const [first, second] = [rows[index], rows[index + 1]]
      if (first === undefined || second === undefined) continue
      first.masterId = first.id
      second.masterId = first.id
      second.apiReference = first.apiReference
    }
  }

  /** Most room types are on Airbnb with two hosts; one listing there is connected to none. */
  #seedAirbnb(): void {
    const hosts = ['88120034', '88120077']
    for (const [index, { id, name }] of this.world.homes.all().entries()) {
      if (index % 4 === 3) continue
      this.airbnbListings.push({
        id: String(1_120_400_500 + index),
        host: hosts[index % 5 === 4 ? 1 : 0] ?? '',
        roomId: index % 11 === 9 ? null : id,
        name: name ?? '',
      })
    }
  }

  /** Some messages are the vendor's own, and some bookings have a private note. */
  #seedNotes(): void {
    for (const [index, { stay, messages }] of this.world.threads.all().entries()) {
      const last = messages.at(-1)
      if (last?.source === 'host' && index % 3 === 0)
        Object.assign(last, { source: 'system', authorOwnerId: null })
      if (index % 4 !== 1 || last === undefined || !hasMessages(stay)) continue
      const note = { source: 'internalNote', message: 'Difficult last time.', read: true } as const
      const id = 33_000_001 + this.notes.length
      this.notes.push({
        ...last,
        ...note,
        id,
        authorOwnerId: ownerId,
        time: secondOf(Date.parse(last.time) + 60_000),
      })
    }
  }
}
