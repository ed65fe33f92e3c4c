/** Routes of sections whose items are added and removed one by one: rooms and photos. */
import { Type } from 'typebox'
import {
  ChannelPhoto,
  CoverBody,
  CoverChosen,
  PhotoChangeBody,
  PhotoOrderBody,
  PhotosAdded,
  photosBodyLimit,
  PhotosBody,
  PhotosOrdered,
  PhotoWritten,
} from '../../../../contract/channel-content/photos.ts'
import {
  ChannelRoom,
  Removed,
  RoomBody,
  RoomChangeBody,
  RoomWritten,
} from '../../../../contract/channel-content/rooms.ts'
import { RouteReply } from '../../../../http/route.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { route } from '../../../route.ts'
import { readAsAirbnb } from '../errors.ts'
import { addItems, type ItemsAdded } from './add-items.ts'
import { assertCaption, checkPhotos } from './check-photos.ts'
import { compareFields, inCamelCase, isShownAsSent, type FieldComparison } from './compare-fields.ts'
import { orderPhotos } from './order-photos.ts'
import { removeItem } from './remove-item.ts'
import {
  changeErrors,
  endOf,
  onListing,
  readSectionOf,
  sectionReadRoute,
  sectionUrl,
  sectionWriteRoute,
  targetOf,
  WriteQuery,
} from './section-route.ts'
import { photos, rooms } from './sections.ts'

const itemQuery = <K extends string>(name: K, description: string, maxLength: number, example: string) =>
  Type.Object(
    {
      [name]: Type.String({
        minLength: 1,
        maxLength,
        pattern: '^[^\\u0000]*$',
        description: `The ${description}, as the list names it.`,
        examples: [example],
      }),
      ...WriteQuery.properties,
    } as { [N in K]: Type.TString } & typeof WriteQuery.properties,
    { additionalProperties: false },
  )
const RoomQuery = itemQuery('roomId', 'room', 40, '20400601')
const PhotoQuery = itemQuery('photoId', 'photo', 60, '53120044_700500701')

const blockedIn = (fields: readonly FieldComparison[]): string[] =>
  fields.filter((one) => !isShownAsSent(one)).map(({ field }) => field)

function toRoomWritten(
  body: RoomBody,
  { listingId, ids, result, ...added }: ItemsAdded<'rooms'>,
): RoomWritten {
  const room = result?.find(({ roomId }) => ids.includes(roomId)) ?? null
  const blockedFields = room === null ? [] : blockedIn(compareFields(body, inCamelCase(room)))
  return { listingId, data: room, blockedFields, ...endOf(added) }
}

function toPhotosAdded(body: PhotosBody, { ids, result, ...added }: ItemsAdded<'photos'>): PhotosAdded {
  const photos = ids.map((id) => result?.find(({ photoId }) => photoId === id))
  const blocked = body.photos.flatMap(({ image: _, ...fields }, index) =>
    photos[index] === undefined
      ? []
      : blockedIn(compareFields(fields, inCamelCase(photos[index]), `photos[${index}].`)),
  )
  return {
    listingId: added.listingId,
    airbnbListingId: added.airbnbListingId,
    data: photos.filter((photo) => photo !== undefined),
    blockedFields: blocked,
    ...endOf(added),
  }
}

/** Throws for a room the listing does not have. */
function assertRooms(requested: PhotosBody, roomIds: readonly string[]): void {
  const index = requested.photos.findIndex(
    ({ room_id: room }) => room !== undefined && !roomIds.includes(room),
  )
  if (index < 0) return
  throw new ApiError('validation_error', 'The listing has no such room on Airbnb.', {
    field: `photos[${index}].room_id`,
    value_received: requested.photos[index]?.room_id,
    valid_values: [...roomIds],
  })
}

export const roomRoutes = [
  sectionReadRoute({
    section: 'rooms',
    path: 'rooms',
    id: 'getAirbnbRooms',
    summary: 'Get the rooms of an Airbnb listing',
    description: 'Rooms with their beds, as Airbnb was last read to have them.',
    reply: Type.Array(ChannelRoom),
  }),

  route({
    ...{ method: 'POST', url: sectionUrl('rooms'), ...onListing },
    id: 'createAirbnbRoom',
    summary: 'Add a room to an Airbnb listing',
    description:
      'Adds a room and reads the rooms back; where Airbnb does not answer, the room is looked for before it is asked for again. Of a room Airbnb takes its kind and its beds: everything else comes back in `blockedFields`.',
    query: WriteQuery,
    body: RoomBody,
    reply: RoomWritten,
    status: 201,
    otherStatus: 200,
    errors: changeErrors,
    async handle(context) {
      const { body } = context
      const target = targetOf(context)
      const answer = await addItems(context, 'rooms', { ...target, items: [body] }, (added) =>
        toRoomWritten(body, added),
      )
      return new RouteReply(answer, { status: target.dryRun ? 200 : 201 })
    },
  }),

  sectionWriteRoute({
    section: rooms,
    path: 'rooms',
    id: 'updateAirbnbRoom',
    summary: 'Change a room of an Airbnb listing',
    description:
      'Beds are set as a whole and read back. Airbnb has no known place for the other fields: they come back in `blockedFields`.',
    query: RoomQuery,
    body: RoomChangeBody,
    reply: RoomWritten,
    change: (body, { roomId }) => ({ roomId, change: body }),
    shown: ({ listingId, result, blockedFields, ...answer }, _, { roomId }) => ({
      listingId,
      data: result?.find((room) => room.roomId === roomId) ?? null,
      blockedFields,
      ...endOf(answer),
    }),
  }),

  route({
    ...{ method: 'DELETE', url: sectionUrl('rooms'), ...onListing },
    id: 'deleteAirbnbRoom',
    summary: 'Remove a room of an Airbnb listing',
    description:
      'The room and its beds are gone on Airbnb. Sent again with the same `Idempotency-Key` it is answered as the first time, also where the first answer was lost.',
    query: RoomQuery,
    reply: Removed,
    errors: changeErrors,
    handle(context) {
      const { roomId } = context.query
      return removeItem(context, rooms, {
        ...targetOf(context),
        ...{ id: roomId, change: { roomId, change: null } },
      })
    },
  }),
]

export const photoRoutes = [
  sectionReadRoute({
    section: 'photos',
    path: 'photos',
    id: 'getAirbnbPhotos',
    summary: 'Get the photos of an Airbnb listing',
    description: 'Photos in their order, as Airbnb was last read to have them; the first is the cover.',
    reply: Type.Array(ChannelPhoto),
  }),

  route({
    ...{ method: 'POST', url: sectionUrl('photos'), ...onListing },
    id: 'addAirbnbPhotos',
    summary: 'Add photos to an Airbnb listing',
    description:
      'Up to twenty images in Base64, JPEG or PNG of 50 KB to 25 MB each, and 40 MiB for the whole request; larger sets go in several requests. All of them are looked at before the first is sent. They are added one after the other, up to the first that fails: `applied` has the photos that are there, `index` the one that failed, `not_attempted` the places of the rest. Sent again with the same `Idempotency-Key`, those that are there are not added twice; where Airbnb does not answer, the photo is looked for first. The images go to Airbnb and are not kept here.',
    query: WriteQuery,
    body: PhotosBody,
    bodyLimit: photosBodyLimit,
    // Twenty photos with all their fields.
    bodyShape: { values: 1_000 },
    reply: PhotosAdded,
    status: 201,
    otherStatus: 200,
    errors: [...changeErrors, 'validation_error'],
    async handle(context) {
      const { body } = context
      const target = targetOf(context)
      const items = checkPhotos(body.photos)
      if (body.photos.some(({ room_id: room }) => room !== undefined)) {
        const { content } = await readAsAirbnb(() => readSectionOf(context, 'rooms'))
        assertRooms(
          body,
          content.map(({ roomId }) => roomId),
        )
      }
      const answer = await addItems(context, 'photos', { ...target, items }, (added) =>
        toPhotosAdded(body, added),
      )
      return new RouteReply(answer, { status: target.dryRun ? 200 : 201 })
    },
  }),

  sectionWriteRoute({
    method: 'PATCH',
    section: photos,
    path: 'photos',
    id: 'updateAirbnbPhoto',
    summary: 'Change a photo of an Airbnb listing',
    description:
      'Changes what is named and reads the photos back: `blockedFields` are those that Airbnb took and does not show.',
    body: PhotoChangeBody,
    reply: PhotoWritten,
    errors: ['validation_error'],
    check: ({ caption }) => assertCaption(caption, 'caption'),
    change: ({ photo_id: photoId, ...change }) => ({ photoId, change }),
    shown: ({ result, blockedFields, ...answer }, { photo_id: photoId }) => ({
      data: result?.find((photo) => photo.photoId === photoId) ?? null,
      blockedFields,
      ...endOf(answer),
    }),
  }),

  route({
    ...{ method: 'DELETE', url: sectionUrl('photos'), ...onListing },
    id: 'deleteAirbnbPhoto',
    summary: 'Remove a photo of an Airbnb listing',
    description:
      'The photo is gone on Airbnb. A listing that is shown to guests keeps its last one. Sent again with the same `Idempotency-Key` it is answered as the first time, also where the first answer was lost.',
    query: PhotoQuery,
    reply: Removed,
    errors: changeErrors,
    handle(context) {
      const { photoId } = context.query
      return removeItem(context, photos, {
        ...targetOf(context),
        ...{ id: photoId, change: { photoId, change: null } },
      })
    },
  }),
]

const halfway =
  'Airbnb moves photos one by one. Stopped by a failure, the error has those that were moved (`applied`), the one that was not (`failed_photo_id`) and the rest (`not_attempted`); sent again, it goes on.'

export const photoOrderRoutes = [
  route({
    ...{ method: 'PUT', url: sectionUrl('photos/order'), ...onListing },
    id: 'orderAirbnbPhotos',
    summary: 'Put the photos of an Airbnb listing in order',
    description: `Those that are named come first, the others follow as they stood. ${halfway}`,
    query: WriteQuery,
    body: PhotoOrderBody,
    reply: PhotosOrdered,
    errors: changeErrors,
    handle: (context) =>
      orderPhotos(
        context,
        { ...targetOf(context), first: context.body.photo_ids, field: 'photo_ids' },
        ({ order, applied, ...answer }) => ({
          data: { order, applied, unchanged: answer.dryRun !== true && applied.length === 0 },
          ...endOf(answer),
        }),
      ),
  }),

  route({
    ...{ method: 'PUT', url: sectionUrl('photos/cover'), ...onListing },
    id: 'chooseAirbnbCover',
    summary: 'Choose the cover of an Airbnb listing',
    description: `The photo comes first, the others follow as they stood. ${halfway}`,
    query: WriteQuery,
    body: CoverBody,
    reply: CoverChosen,
    errors: changeErrors,
    handle(context) {
      const { photo_id: photoId } = context.body
      return orderPhotos(
        context,
        { ...targetOf(context), first: [photoId], field: 'photo_id' },
        ({ order, applied, ...answer }) => ({
          data: { coverPhotoId: order[0]?.photoId ?? photoId, applied, order },
          ...endOf(answer),
        }),
      )
    },
  }),
]
