import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { fieldText } from './envelope.ts'

/**
 * A reservation may hold several rooms, of different room types too; each becomes a record. One has the number of the
 * reservation itself, which is what webhooks tell; the others have their own behind it, as the vendor numbers them.
 */
export function bookedRooms(reservation: unknown): unknown[] {
  const id = fieldText(reservation, 'reservationID')
  const given = fieldOf(reservation, 'rooms')
  const rooms = Array.isArray(given) ? given : isFields(given) ? Object.values(given) : []
  // Without a room it has no listing: it is handed on to be counted as a row that cannot be read.
  if (rooms.length === 0) return [{ externalId: id, reservation, room: null, rooms: 1 }]
  const sorted = rooms.toSorted(byNumber)
  const ids = sorted.map((room) => ownNumber(room, id))
  // Rooms without a number of their own are counted, and the first of them stands for the booking unless another does.
  const plain = ids.includes(id) ? -1 : ids.indexOf(null)
  return sorted.map((room, index) => ({
    externalId: index === plain ? id : (ids[index] ?? `${id}-n${index}`),
    reservation,
    room,
    rooms: sorted.length,
  }))
}

/** The number of the reservation that a record is a room of. */
export function reservationOf(externalId: string): string {
  return externalId.split('-')[0] ?? externalId
}

function byNumber(left: unknown, right: unknown): number {
  return Number(fieldText(left, 'reservationRoomID')) - Number(fieldText(right, 'reservationRoomID')) || 0
}

/** What the vendor calls the room in this booking; null for a number that says nothing of the booking. */
function ownNumber(room: unknown, reservationID: string): string | null {
  const number = presentText(fieldOf(room, 'subReservationID'))
  return number === reservationID || number?.startsWith(`${reservationID}-`) === true ? number : null
}
