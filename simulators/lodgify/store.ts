import { nightsToClose } from '../kit/lay-stays.ts'
import { guestPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import { heldOr } from '../kit/server.ts'
import { notFound } from './failure.ts'
import { momentMs } from './moment.ts'
import { isBooking } from './records.ts'
import type { BookedRoom, Booking, Enquiry, LodgifyWorld, Message, Property, Room } from './records.ts'

export const userId = 310_442

/** Prices of a night as written, one for each length of stay. */
export type Tier = Record<
  'min_stay' | 'max_stay' | 'price_per_day' | 'price_per_additional_guest' | 'additional_guests_starts_from',
  number
>

/** Holds what the vendor has beside the world: properties of room types, and prices by length of stay. */
export class Store {
  readonly world: LodgifyWorld
  readonly properties: ReadonlyMap<number, Property>
  /** Written prices by day. */
  readonly tiers = new Map<Room, Map<string, readonly Tier[]>>()
  /** Nobody has entered rates of these room types. */
  readonly withoutRates: Set<Room>

  constructor(world: LodgifyWorld, properties: ReadonlyMap<number, Property>, random: SeededRandom) {
    this.world = world
    this.properties = properties
    this.withoutRates = new Set(world.homes.all().filter((_room, index) => index % 19 === 17))
    for (const room of world.homes.all()) {
      world.setNights(room, nightsToClose(world.taken(room), world.today(), random), { isClosed: true })
    }
    this.#openEnquiries(random)
    for (const { messages } of world.threads.all()) dressMessages(messages, random)
  }

  roomsOf(propertyId: number): Room[] {
    return this.world.homes.all().filter(({ property_id }) => property_id === propertyId)
  }

  /** Returns the requested room type if it belongs to that property. */
  room(propertyId: number | string, roomTypeId: number | string | undefined): Room {
    return heldOr(this.world.homes.get(`${propertyId}-${roomTypeId}`), notFound)
  }

  property({ property_id }: { property_id: number }): Property | undefined {
    return this.properties.get(property_id)
  }

  /** Stays are priced by the shortest length. */
  setTiers(room: Room, day: string, tiers: readonly Tier[]): void {
    const [shortest] = tiers.toSorted((left, right) => left.min_stay - right.min_stay)
    this.withoutRates.delete(room)
    this.tiers.set(room, (this.tiers.get(room) ?? new Map<string, readonly Tier[]>()).set(day, tiers))
    this.world.setNights(room, { from: day, to: day }, { price: shortest?.price_per_day ?? null })
  }

  /** Returns the name of a booked room type. */
  nameOf({ property_id }: Booking | Enquiry, { room_type_id }: BookedRoom): string | null {
    return this.world.homes.get(`${property_id}-${room_type_id}`)?.name ?? null
  }

  bookings(): Booking[] {
    return this.world.stays.all().filter(isBooking)
  }

  booking(id: string): Booking {
    return heldOr(this.world.stays.get(id), notFound) as Booking
  }

  enquiry(id: string): Enquiry {
    return heldOr(this.world.stays.get(`E${id}`), notFound) as Enquiry
  }

  /** An enquiry begins with a message. */
  #openEnquiries(random: SeededRandom): void {
    for (const row of this.world.stays.all()) {
      if (isBooking(row) || this.world.threads.messagesIn(row.thread_uid).length > 0) continue
      const atMs = momentMs(row.created_at)
      this.world.threads.write(row, { body: random.pick(guestPhrases), isIncoming: true, atMs })
    }
  }
}

const photo = {
  ...{ file_name: 'photo.jpg', content_length: '48213', content_type: 'image/jpeg' },
  file_url: 'https://files.example.com/photo.jpg',
}

/** The first message has a subject; those that the host wrote in the vendor's own editor are HTML. */
function dressMessages(messages: readonly Message[], random: SeededRandom): void {
  for (const [index, message] of messages.entries()) {
    if (index === 0) message.subject = 'Your stay'
    if (message.type === 'Owner') {
      message.message = `<p>${message.message.replaceAll('&', '&amp;')}</p>`
      readBefore(messages, message)
    } else if (random.chance(0.08)) message.attachments = [photo]
  }
}

/** A host who answers has read the messages before. */
export function readBefore(messages: readonly Message[], answer: Message): void {
  for (const message of messages.slice(0, messages.indexOf(answer))) message.is_read = true
}
