import type { OccupiedSpan } from '../kit/free-stay.ts'
import type { Hotel, Reservation, Room, RoomBlock, RoomType } from './records.ts'
import { blockingStatuses, sources, type Source } from './vocabulary.ts'

export interface RoomOfStay {
  /** The control interface's id: the reservation's number, followed by the room's after the first. */
  id: string
  number: number
  roomTypeID: string
  roomID: string | null
  adults: number
  children: number
}

/** Settings written for a night of a room type. */
export interface NightSettings {
  rate?: number
  minLos?: number
  maxLos?: number
  blocked?: boolean
}

/** Holds everything of the properties. */
export class Store {
  readonly hotels = new Map<string, Hotel>()
  readonly roomTypes = new Map<string, RoomType>()
  readonly rooms: Room[] = []
  readonly prices = new Map<string, number>()
  readonly blocks: RoomBlock[] = []
  readonly reservations = new Map<string, Reservation>()
  /** By room type and day. */
  readonly nights = new Map<string, NightSettings>()
  readonly notes = new Map<string, string[]>()
  #lastReservation = 4_610_000

  nextReservationID(): string {
    this.#lastReservation += 7
    return String(this.#lastReservation)
  }

  roomsOf(roomTypeID: string): Room[] {
    return this.rooms.filter((room) => room.roomTypeID === roomTypeID)
  }

  /** Finds a reservation by its number or by that of one of its rooms. */
  find(id: string): Reservation | undefined {
    return this.reservations.get(id.split('-')[0] ?? id)
  }

  addNote({ reservationID }: Reservation, note: string): number {
    const notes = [...(this.notes.get(reservationID) ?? []), note]
    this.notes.set(reservationID, notes)
    return Number(reservationID) * 100 + notes.length
  }

  sourceOf(sourceID: string): Source | undefined {
    return sources[Number(/^s-(\d+)$/.exec(sourceID)?.[1]) - 1]?.[0]
  }

  /** Live properties differ in whether an interval's last day is written; here every second one counts it. */
  countsLastDay(propertyID: string): boolean {
    return [...this.hotels.keys()].indexOf(propertyID) % 2 === 0
  }

  /** Whether a room has no other stay on this stay's nights. */
  isRoomFree(roomID: string, stay: Reservation): boolean {
    return ![...this.reservations.values()].some(
      (row) =>
        row !== stay &&
        !row.isDeleted &&
        blockingStatuses.includes(row.status ?? '') &&
        staysOf(row).some((room) => room.roomID === roomID) &&
        (row.startDate ?? '') < (stay.endDate ?? '') &&
        (stay.startDate ?? '') < (row.endDate ?? ''),
    )
  }

  /** Returns the stays that take a room of a room type. */
  occupied(roomTypeID: string): OccupiedSpan[] {
    return [...this.reservations.values()]
      .filter(({ status, isDeleted }) => !isDeleted && blockingStatuses.includes(status ?? ''))
      .flatMap((row) =>
        staysOf(row)
          .filter((room) => room.roomTypeID === roomTypeID)
          .map(() => ({ arrival: row.startDate ?? '', departure: row.endDate ?? '' })),
      )
  }
}

export function staysOf(row: Reservation): RoomOfStay[] {
  const first = {
    id: row.reservationID,
    number: 1,
    roomTypeID: row.roomTypeID,
    roomID: row.roomID,
    adults: row.adults ?? 0,
    children: row.children ?? 0,
  }
  const others = row.extraRooms.map((room) => ({ ...room, id: `${row.reservationID}-${room.number}` }))
  return [first, ...others]
}
