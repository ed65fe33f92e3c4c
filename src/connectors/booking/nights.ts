/** What the channel holds of the nights of a room. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { daysBetween } from '../../connector-kit/dates.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { rootIn } from '../../connector-kit/xml-document.ts'
import { childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { askBxml, hotelIdIn } from './calls.ts'

/** Nights that are told at once. */
export const mostNights = 31

/** The rows of the nights from one day to another, both included; each with its rates unless only the room is wanted. */
export async function nightsOf(
  context: VendorContext,
  roomId: string,
  { from, to }: { from: string; to: string },
  level: 'room' | 'rates' = 'rates',
): Promise<Xml[]> {
  const answer = await askBxml(context, 'roomrateavailability', {
    hotel_id: hotelIdIn(context),
    room_id: roomId,
    number_of_days: daysBetween(from, to) + 1,
    start_date: from,
    room_level: level === 'room' ? 1 : 0,
  })
  const rooms = childrenOf(rootIn(answer, 'result'), 'room')
  const room = rooms.find(({ attributes }) => attributes.room_id === roomId)
  if (room === undefined) throw new VendorError('malformed', `room ${roomId} is not in the answer`)
  return childrenOf(room, 'date')
}
