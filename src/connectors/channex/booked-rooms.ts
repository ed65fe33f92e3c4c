import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import { idIn, plainId } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'

/** A booking may hold several rooms, each a stay; the first has the booking's own id, which notices name. */
const furtherRoom = /-n\d+$/

export const bookingIdOf = (externalId: string): string => externalId.replace(furtherRoom, '')

/** The kit's name for a row that has none. */
export const unnamed = plainId(null)

interface BookedRoomRow {
  externalId: string
  /** The number of rooms of the booking. */
  rooms: number
  booking: Readonly<Record<string, unknown>>
  room: unknown
}

export interface ReadBooking {
  id: string
  /** Every room, as a row to be mapped. A cancelled booking may have none. */
  rows: BookedRoomRow[]
  /** The stays that the rooms become. */
  stays: string[]
  confirmationCode: string
}

/**
 * Takes the rooms of a booking or of a revision apart. Rooms have no id on most channels, so their place counts.
 * Payment cards are dropped before anything else sees them.
 */
export function readBooking(row: unknown, id: string): ReadBooking {
  const { guarantee: _card, rooms: roomField, ...booking } = isFields(row) ? row : {}
  const rooms = Array.isArray(roomField) ? (roomField as unknown[]) : []
  const bookedRooms = rooms.length === 0 && !isCancelled(booking) ? [null] : rooms
  const rows = bookedRooms.map((room, place) => ({
    // Without its id a booking is refused.
    externalId: id === unnamed ? '' : place === 0 ? id : `${id}-n${place}`,
    rooms: bookedRooms.length,
    booking,
    room,
  }))
  return { id, rows, stays: rows.map(idIn('externalId')), confirmationCode: codeOf(booking, id) }
}

export const isCancelled = (booking: unknown): boolean =>
  /^cancell?ed$/i.test(presentText(fieldOf(booking, 'status')) ?? '')

/** Returns the channel's code, which guests know. */
export function codeOf(booking: unknown, id: string): string {
  const [code, unique] = [fieldOf(booking, 'ota_reservation_code'), fieldOf(booking, 'unique_id')]
  return presentText(code) ?? presentText(unique) ?? id
}
