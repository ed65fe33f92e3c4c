import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  ChannelRoom,
  Removed,
  RoomBody,
  RoomChangeBody,
  RoomWritten,
} from '../../../../contract/channel-content/rooms.ts'
import { RouteReply } from '../../../../http/route.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { addItems, type ItemsAdded } from './add-items.ts'
import { camelCase, compareFields, isShownAsSent } from './compare-fields.ts'
import {
  at,
  changeErrors,
  LinkQuery,
  readSectionOf,
  readErrors,
  tag,
  toSectionChange,
  WriteQuery,
} from './route-parts.ts'
import { removeItem } from './remove-item.ts'
import type { AirbnbSection } from './section.ts'
import { writeSection } from './write-section.ts'

export const rooms: AirbnbSection<'rooms'> = {
  name: 'rooms',
  compared({ roomId, change }, content) {
    const room = content?.find((one) => one.roomId === roomId)
    if (change === null) return [{ field: 'roomId', wanted: null, shown: room ?? null }]
    return compareFields(change, (field) => (room as Record<string, unknown> | undefined)?.[field])
  },
  assertThere({ roomId }, content, listingId) {
    if (content.some((one) => one.roomId === roomId)) return
    throw new ApiError('not_found', `Listing ${listingId} has no room ${roomId} on Airbnb.`, {
      field: 'roomId',
      value_received: roomId,
      valid_values: content.map((one) => one.roomId),
    })
  },
}

function toRoomWritten(
  body: RoomBody,
  { listingId, ids, result, stored, dryRun }: ItemsAdded<'rooms'>,
): RoomWritten {
  const room = result?.find(({ roomId }) => ids.includes(roomId)) ?? null
  const shown = (field: string) => (room as Record<string, unknown> | null)?.[camelCase(field)]
  const blocked = room === null ? [] : compareFields(body, shown).filter((one) => !isShownAsSent(one))
  return {
    listingId,
    data: room,
    blockedFields: blocked.map(({ field }) => field),
    stored,
    ...(dryRun ? { dryRun } : {}),
  }
}

const RoomQuery = Type.Object(
  {
    roomId: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[^\\u0000]*$',
      description: 'The room, as the list names it.',
      examples: ['20400601'],
    }),
    ...WriteQuery.properties,
  },
  { additionalProperties: false },
)

export const roomRoutes = [
  route({
    method: 'GET',
    url: at('rooms'),
    id: 'getAirbnbRooms',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the rooms of an Airbnb listing',
    description: 'Rooms with their beds, as Airbnb was last read to have them.',
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(Type.Array(ChannelRoom)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'rooms')
      return { data: content, dataFreshness }
    },
  }),

  route({
    method: 'POST',
    url: at('rooms'),
    id: 'createAirbnbRoom',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Add a room to an Airbnb listing',
    description:
      'Adds a room and reads the rooms back; where Airbnb does not answer, the room is looked for before it is asked for again. Of a room Airbnb takes its kind and its beds: everything else comes back in `blockedFields`.',
    params: idParams('listing'),
    query: WriteQuery,
    body: RoomBody,
    reply: RoomWritten,
    status: 201,
    otherStatus: 200,
    errors: changeErrors,
    listing: 'params.id',
    handle: async (context) => {
      const { change: room, ...wanted } = toSectionChange(context, context.body)
      const made = await addItems(context, 'rooms', { ...wanted, items: [room] }, (added) =>
        toRoomWritten(room, added),
      )
      return new RouteReply(made, { status: wanted.dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'PUT',
    url: at('rooms'),
    id: 'updateAirbnbRoom',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change a room of an Airbnb listing',
    description:
      'Beds are set as a whole and read back. Airbnb has no known place for the other fields: they come back in `blockedFields`.',
    params: idParams('listing'),
    query: RoomQuery,
    body: RoomChangeBody,
    reply: RoomWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { roomId } = context.query
      const wanted = toSectionChange(context, { roomId, change: context.body })
      return writeSection(context, rooms, wanted, ({ listingId, result, blockedFields, stored, dryRun }) => ({
        listingId,
        data: result?.find((room) => room.roomId === roomId) ?? null,
        blockedFields,
        stored,
        ...(dryRun ? { dryRun } : {}),
      }))
    },
  }),

  route({
    method: 'DELETE',
    url: at('rooms'),
    id: 'deleteAirbnbRoom',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Remove a room of an Airbnb listing',
    description:
      'The room and its beds are gone on Airbnb. Sent again with the same `Idempotency-Key` it is answered as the first time, also where the first answer was lost.',
    params: idParams('listing'),
    query: RoomQuery,
    reply: Removed,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { roomId } = context.query
      return removeItem(context, rooms, { ...toSectionChange(context, { roomId, change: null }), id: roomId })
    },
  }),
]
