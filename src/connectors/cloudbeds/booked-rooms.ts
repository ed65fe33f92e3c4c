import { fieldOf } from '../../connector-kit/answers.ts'
import { fieldText } from './envelope.ts'

/**
 * A reservation may hold several rooms, of different room types too; each becomes a record. The first keeps the number
 * of the reservation, which is what webhooks tell; the others have their own behind it.
 */
export function bookedRooms(reservation: unknown): unknown[] {
  const id = fieldText(reservation, 'reservationID')
  const given = fieldOf(reservation, 'rooms')
  const rooms: unknown[] = Array.isArray(given) ? given : []
  // Without a room it has no listing: it is handed on to be counted as a row that cannot be read.
  if (rooms.length === 0) return [{ externalId: id, reservation, room: null, rooms: 1 }]
  return rooms.toSorted(byNumber).map((room, index) => ({
    externalId: index === 0 ? id : `${id}-${ownNumber(room)}`,
    reservation,
    room,
    rooms: rooms.length,
  }))
}

/** The number of the reservation that a record is a room of. */
export function reservationOf(externalId: string): string {
  return externalId.split('-')[0] ?? externalId
}

function byNumber(left: unknown, right: unknown): number {
  return Number(fieldText(left, 'reservationRoomID')) - Number(fieldText(right, 'reservationRoomID')) || 0
}

/** What stands behind the reservation's own number in that of the room. */
function ownNumber(room: unknown): string {
  return fieldText(room, 'subReservationID').split('-').at(-1) ?? 'unknown'
}
