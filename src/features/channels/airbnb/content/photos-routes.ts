import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  ChannelPhoto,
  PhotoChangeBody,
  PhotosAdded,
  photosBodyLimit,
  PhotosBody,
  PhotoWritten,
  type ChannelPhoto as Photo,
} from '../../../../contract/channel-content/photos.ts'
import { Removed } from '../../../../contract/channel-content/rooms.ts'
import { RouteReply } from '../../../../http/route.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { readAsAirbnb } from '../errors.ts'
import { addItems, type ItemsAdded } from './add-items.ts'
import { camelCase, compareFields, isShownAsSent } from './compare-fields.ts'
import { assertCaption, checkPhotos } from './check-photos.ts'
import { assertPhotosExist } from './assert-photos-exist.ts'
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

const shownIn = (photo: Photo | undefined) => (field: string) =>
  (photo as Record<string, unknown> | undefined)?.[camelCase(field)]

const photos: AirbnbSection<'photos'> = {
  name: 'photos',
  compared({ photoId, change }, content) {
    const photo = content?.find((one) => one.photoId === photoId)
    if (change === null) return [{ field: 'photoId', wanted: null, shown: photo ?? null }]
    return compareFields(change, shownIn(photo))
  },
  assertThere: ({ photoId, change }, content, listingId) =>
    assertPhotosExist(content, [photoId], { listingId, field: change === null ? 'photoId' : 'photo_id' }),
}

const PhotoQuery = Type.Object(
  {
    photoId: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[^\\u0000]*$',
      description: 'The photo, as the list names it.',
      examples: ['53120044_700500701'],
    }),
    ...WriteQuery.properties,
  },
  { additionalProperties: false },
)

function toPhotosAdded(requested: PhotosBody, added: ItemsAdded<'photos'>): PhotosAdded {
  const { ids, result, ...about } = added
  const shown = ids.map((id) => result?.find(({ photoId }) => photoId === id))
  const blocked = requested.photos.flatMap(({ image: _, ...fields }, index) =>
    shown[index] === undefined
      ? []
      : compareFields(fields, shownIn(shown[index]), `photos[${index}].`).filter(
          (one) => !isShownAsSent(one),
        ),
  )
  return {
    listingId: about.listingId,
    airbnbListingId: about.airbnbListingId,
    data: shown.filter((photo) => photo !== undefined),
    blockedFields: blocked.map(({ field }) => field),
    stored: about.stored,
    ...(about.dryRun ? { dryRun: about.dryRun } : {}),
  }
}

/** Throws for a room the listing does not have. */
function assertRooms(requested: PhotosBody, rooms: readonly string[]): void {
  const index = requested.photos.findIndex(({ room_id: room }) => room !== undefined && !rooms.includes(room))
  if (index < 0) return
  throw new ApiError('validation_error', 'The listing has no such room on Airbnb.', {
    field: `photos[${index}].room_id`,
    value_received: requested.photos[index]?.room_id,
    valid_values: [...rooms],
  })
}

export const photoRoutes = [
  route({
    method: 'GET',
    url: at('photos'),
    id: 'getAirbnbPhotos',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the photos of an Airbnb listing',
    description: 'Photos in their order, as Airbnb was last read to have them; the first is the cover.',
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(Type.Array(ChannelPhoto)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'photos')
      return { data: content, dataFreshness }
    },
  }),

  route({
    method: 'POST',
    url: at('photos'),
    id: 'addAirbnbPhotos',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Add photos to an Airbnb listing',
    description:
      'Up to twenty images in Base64, JPEG or PNG of 50 KB to 25 MB each, and 40 MiB for the whole request; larger sets go in several requests. All of them are looked at before the first is sent. They are added one after the other, up to the first that fails: `applied` has the photos that are there, `index` the one that failed, `not_attempted` the places of the rest. Sent again with the same `Idempotency-Key`, those that are there are not added twice; where Airbnb does not answer, the photo is looked for first. The images go to Airbnb and are not kept here.',
    params: idParams('listing'),
    query: WriteQuery,
    body: PhotosBody,
    bodyLimit: photosBodyLimit,
    // Twenty photos with all their fields.
    bodyShape: { values: 1_000 },
    reply: PhotosAdded,
    status: 201,
    otherStatus: 200,
    errors: [...changeErrors, 'validation_error'],
    listing: 'params.id',
    handle: async (context) => {
      const { body } = context
      const { change: _, ...sectionChange } = toSectionChange(context, null)
      const items = checkPhotos(body.photos)
      if (body.photos.some(({ room_id: room }) => room !== undefined)) {
        const { content } = await readAsAirbnb(() => readSectionOf(context, 'rooms'))
        assertRooms(
          body,
          content.map(({ roomId }) => roomId),
        )
      }
      const made = await addItems(context, 'photos', { ...sectionChange, items }, (added) =>
        toPhotosAdded(body, added),
      )
      return new RouteReply(made, { status: sectionChange.dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'PATCH',
    url: at('photos'),
    id: 'updateAirbnbPhoto',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change a photo of an Airbnb listing',
    description:
      'Changes what is named and reads the photos back: `blockedFields` are those that Airbnb took and does not show.',
    params: idParams('listing'),
    query: WriteQuery,
    body: PhotoChangeBody,
    reply: PhotoWritten,
    errors: [...changeErrors, 'validation_error'],
    listing: 'params.id',
    handle: (context) => {
      const { photo_id: photoId, ...change } = context.body
      assertCaption(change.caption, 'caption')
      const sectionChange = toSectionChange(context, { photoId, change })
      return writeSection(context, photos, sectionChange, ({ result, blockedFields, stored, dryRun }) => ({
        data: result?.find((photo) => photo.photoId === photoId) ?? null,
        blockedFields,
        stored,
        ...(dryRun ? { dryRun } : {}),
      }))
    },
  }),

  route({
    method: 'DELETE',
    url: at('photos'),
    id: 'deleteAirbnbPhoto',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Remove a photo of an Airbnb listing',
    description:
      'The photo is gone on Airbnb. A listing that is shown to guests keeps its last one. Sent again with the same `Idempotency-Key` it is answered as the first time, also where the first answer was lost.',
    params: idParams('listing'),
    query: PhotoQuery,
    reply: Removed,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { photoId } = context.query
      return removeItem(context, photos, {
        ...toSectionChange(context, { photoId, change: null }),
        id: photoId,
      })
    },
  }),
]
