import type { SimulatorTools } from '../kit/definition.ts'
import { nightsToClose } from '../kit/lay-stays.ts'
import type { DayRange } from '../kit/nights.ts'
import type { SeededRandom } from '../kit/random.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { World } from '../kit/world/world.ts'
import { cloudbedsProjection, rounded, type CloudbedsWorld } from './projection.ts'
import type { BookedRoom, Hotel, Reservation } from './records.ts'
import { blockingStatuses } from './vocabulary.ts'

/** Holds what the vendor has beside the world: properties, notes, and single rooms closed by a person. */
export class Store {
  readonly hotels = new Map<string, Hotel>()
  readonly world: CloudbedsWorld
  /** Nights of one room of a room type; both ends are included. */
  readonly blocks = new Map<string, DayRange>()
  readonly #notes = new Map<string, number>()

  constructor(tools: SimulatorTools) {
    this.world = new World(tools, cloudbedsProjection(this.hotels))
    seedWorld(this.world, tools)
    this.#settle()
    this.#groupSome()
    this.#blockRooms(tools.random.fork('blocks'))
  }

  /** Counts a note, and returns its id. */
  addNote({ reservationID }: Reservation): string {
    const count = (this.#notes.get(reservationID) ?? 0) + 1
    this.#notes.set(reservationID, count)
    return String(Number(reservationID) * 100 + count)
  }

  /** Live properties differ in whether an interval's last day is written; here every second one counts it. */
  countsLastDay(propertyID: string): boolean {
    return [...this.hotels.keys()].indexOf(propertyID) % 2 === 0
  }

  /** Guests who are here have checked in, some coming ones have no room yet, and some bookings are deleted. */
  #settle(): void {
    const today = this.world.today()
    for (const [index, row] of this.world.stays.all().entries()) {
      const [isPast, isComing] = [(row.endDate ?? '') < today, (row.startDate ?? '') > today]
      if (isComing && index % 6 === 5) row.roomID = null
      if (!isPast && !isComing && blockingStatuses.includes(row.status ?? '')) row.status = 'checked_in'
      row.isDeleted = index % 50 === 31
      row.isAnonymized = isPast && index % 40 === 17
    }
  }

  /** Some bookings become the second room of another one of the same property. */
  #groupSome(): void {
    const rows = this.world.stays.all().filter(({ status }) => status === 'confirmed')
    for (let index = 3; index + 1 < rows.length; index += 15) {
      const [row, other] = [rows[index], rows[index + 1]]
      if (row === undefined || other === undefined || row.propertyID !== other.propertyID) continue
      const { roomTypeID, adults, children } = other
      // The dates are the first room's, on which this room may be taken.
      const room = { number: 2, roomTypeID, roomID: null, adults: adults ?? 1, children: children ?? 0 }
      row.extraRooms.push(room)
      row.total = rounded((row.total ?? 0) + (other.total ?? 0))
      this.world.stays.remove(other)
    }
  }

  /** A person has closed a few nights of one room of every second room type. */
  #blockRooms(random: SeededRandom): void {
    for (const [index, roomType] of this.world.homes.all().entries()) {
      if (index % 2 !== 0) continue
      const range = { daysAhead: 120, longest: 4 }
      const nights = nightsToClose(this.world.taken(roomType), this.world.today(), random, range)
      this.blocks.set(roomType.roomTypeID, nights)
    }
  }
}

export type ShownRoom = BookedRoom & { id: string }

/** The control interface shows each booked room under the booking's number, followed by its own after the first. */
export function bookedRooms(row: Reservation): ShownRoom[] {
  const { reservationID: id, roomTypeID, roomID, adults, children, extraRooms } = row
  const first = { id, number: 1, roomTypeID, roomID, adults: adults ?? 0, children: children ?? 0 }
  return [first, ...extraRooms.map((room) => ({ ...room, id: `${id}-${room.number}` }))]
}

/** Returns the number of the booking that holds this booked room. */
export const bookingOf = (id: string): string => id.split('-')[0] ?? id
