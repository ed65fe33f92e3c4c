/** Sends rooms one by one: the first of a kind here matches the first of that kind on Airbnb. */
import { isDeepStrictEqual } from 'node:util'
import type { ChannelRoom } from '../../../../contract/channel-content/rooms.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { addItems } from '../content/add-items.ts'
import { linkId, type AirbnbLink } from '../content/find-link.ts'
import { readSectionLive } from '../content/read-section.ts'
import { rooms } from '../content/sections.ts'
import { writeSection } from '../content/write-section.ts'
import { toPartRefusal, withPartKey } from './request-parts.ts'
import type { RoomToSend } from './plan-items.ts'

export interface ItemPushResult {
  /** Fields of the listing that Airbnb now shows. */
  stood: { field: string; wanted: unknown }[]
  problems: { message: string; code: 'locked' | 'rejected'; lockedFields?: string[] }[]
  warnings: string[]
}

type BedList = readonly { type: string; quantity: number }[]
const inOrder = (beds: BedList) =>
  beds.map(({ type, quantity }) => `${type} ${quantity}`).toSorted((a, b) => a.localeCompare(b))
const isSame = (a: BedList, b: BedList) => isDeepStrictEqual(inOrder(a), inOrder(b))

export async function pushRooms(
  context: RouteWriteContext,
  { link, dryRun }: { link: AirbnbLink; dryRun: boolean },
  planned: readonly RoomToSend[],
): Promise<ItemPushResult> {
  const outcome: ItemPushResult = { stood: [], problems: [], warnings: [] }
  if (planned.length === 0) return outcome
  const about = { listingId: link.listingId, named: linkId(link), dryRun }
  const left: ChannelRoom[] = [
    ...(await readSectionLive(context.services, context.scope, link, 'rooms')).content,
  ]
  for (const plannedRoom of planned) {
    const field = `rooms[${plannedRoom.room_number}]`
    const refused = ({ message }: ApiError) =>
      outcome.problems.push({ message: `Room ${plannedRoom.room_number}: ${message}`, code: 'rejected' })
    const at = left.findIndex(({ roomType }) => roomType === plannedRoom.room_type)
    const [there] = at < 0 ? [] : left.splice(at, 1)
    if (!there) {
      const own = withPartKey(context, `room ${plannedRoom.room_number}`)
      const added = await addItems(
        own,
        'rooms',
        { ...about, items: [plannedRoom] },
        (result) => result,
      ).catch(toPartRefusal)
      if (added instanceof ApiError) {
        refused(added)
        continue
      }
    } else if (plannedRoom.beds && !isSame(plannedRoom.beds, there.beds)) {
      const change = { roomId: there.roomId, change: { beds: plannedRoom.beds } }
      const own = withPartKey(context, `beds ${plannedRoom.room_number}`)
      const result = await writeSection(own, rooms, { ...about, change }, (answer) => answer).catch(
        toPartRefusal,
      )
      if (result instanceof ApiError) {
        refused(result)
        continue
      }
      if (result.blockedFields.length > 0) {
        const message = `Airbnb took the beds of room ${plannedRoom.room_number} and does not show them.`
        outcome.problems.push({ message, code: 'locked', lockedFields: [`${field}.beds`] })
        continue
      }
    }
    outcome.stood.push({ field, wanted: plannedRoom })
  }
  if (left.length > 0)
    outcome.warnings.push(
      `Airbnb has ${left.length} rooms more than are known here (${left.map(({ roomType }) => roomType).join(', ')}); they stay.`,
    )
  return outcome
}
