/** Reads a room's nights as the channel has them. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { daysBetween } from '../../connector-kit/dates.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { rootIn } from '../../connector-kit/xml-document.ts'
import { childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { askBxml, hotelIdIn } from './calls.ts'

/** One call returns at most this many nights. */
export const mostNights = 31

type Level = 'room' | 'rates'
interface NightRange {
  from: string
  to: string
}

/** Returns the nights from one day to another, both included; with rates unless only the room is needed. */
export async function nightsOf(
  context: VendorContext,
  roomId: string,
  range: NightRange,
  level: Level = 'rates',
): Promise<Xml[]> {
  const found = (await ask(context, { room_id: roomId }, range, level)).get(roomId)
  if (found === undefined) throw new VendorError('malformed', `room ${roomId} is not in the answer`)
  return found
}

/** Returns the nights of every room, by room id, in one call: without a named room the vendor answers all. */
export const nightsOfAll = (
  context: VendorContext,
  range: NightRange,
  level: Level = 'rates',
): Promise<Map<string, Xml[]>> => ask(context, {}, range, level)

async function ask(
  context: VendorContext,
  rooms: { room_id?: string },
  { from, to }: NightRange,
  level: Level,
): Promise<Map<string, Xml[]>> {
  const answer = await askBxml(context, 'roomrateavailability', {
    hotel_id: hotelIdIn(context),
    ...rooms,
    number_of_days: daysBetween(from, to) + 1,
    start_date: from,
    room_level: level === 'room' ? 1 : 0,
  })
  const roomElements = childrenOf(rootIn(answer, 'result'), 'room')
  return new Map(roomElements.map((room) => [room.attributes.room_id ?? '', childrenOf(room, 'date')]))
}
