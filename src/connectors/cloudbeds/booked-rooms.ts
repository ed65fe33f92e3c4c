import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { fieldText } from './envelope.ts'

/**
 * A reservation may hold several rooms, even of different room types; each becomes a record. One has the
 * reservation's own number, which webhooks name; the others append the vendor's number of the room.
 */
export function bookedRooms(reservation: unknown): unknown[] {
  const id = fieldText(reservation, 'reservationID')
  const roomField = fieldOf(reservation, 'rooms')
  const rooms = Array.isArray(roomField) ? roomField : isFields(roomField) ? Object.values(roomField) : []
  // A reservation without a room has no listing, so it is passed on and counts as unreadable.
  if (rooms.length === 0) return [{ externalId: id, reservation, room: null, rooms: 1 }]
  const sorted = rooms.toSorted(byNumber)
  const ids = sorted.map((room) => ownNumber(room, id))
  // Rooms without a number are counted; the first one stands for the booking unless another does.
  const plain = ids.includes(id) ? -1 : ids.indexOf(null)
  return sorted.map((room, index) => ({
    externalId: index === plain ? id : (ids[index] ?? `${id}-n${index}`),
    reservation,
    room,
    rooms: sorted.length,
  }))
}

/** Returns the number of the reservation that a record is a room of. */
export function reservationOf(externalId: string): string {
  return externalId.split('-')[0] ?? externalId
}

function byNumber(left: unknown, right: unknown): number {
  return Number(fieldText(left, 'reservationRoomID')) - Number(fieldText(right, 'reservationRoomID')) || 0
}

/** Returns the vendor's number of the room in this booking; null for a number of another form. */
function ownNumber(room: unknown, reservationID: string): string | null {
  const number = presentText(fieldOf(room, 'subReservationID'))
  return number === reservationID || number?.startsWith(`${reservationID}-`) === true ? number : null
}
