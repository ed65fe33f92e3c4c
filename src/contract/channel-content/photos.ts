import { Type, type Static } from 'typebox'
import {
  flag,
  id,
  integer,
  integerOrNull,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
} from '../fields.ts'

/** Airbnb takes images between these sizes in bytes. */
export const smallestImage = 50 * 1024
export const largestImage = 25 * 1024 * 1024
/** The limit covers a whole request: one of the largest images, or twenty of 1.5 MiB. */
export const photosBodyLimit = 40 * 1024 * 1024
/** Airbnb takes no longer captions. */
export const longestCaption = 250

export const photoCategories = ['listing', 'room', 'listing_amenity', 'room_amenity'] as const

export const ChannelPhoto = record({
  photoId: text('What the other calls about it name it by.', { examples: ['53120044_700500701'] }),
  photoAirbnbId: text("Airbnb's id of it: the same.", { examples: ['53120044_700500701'] }),
  caption: textOrNull('Its caption.'),
  sortOrder: integer('Its place, counted from 1; the first is the cover.'),
  category: textOrNull('What it shows.', { examples: ['listing'] }),
  roomId: textOrNull('The room that it shows.'),
  amenity: textOrNull('The amenity that it shows.'),
  url: textOrNull('Where Airbnb shows it.'),
  width: integerOrNull('In pixels.'),
  height: integerOrNull('In pixels.'),
})
export type ChannelPhoto = Static<typeof ChannelPhoto>

const photoId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^[^\\u0000]*$',
    description,
    examples: ['53120044_700500701'],
  })

const caption = Type.String({
  maxLength: 500,
  description: `Caption. Airbnb takes at most ${longestCaption} characters.`,
})
const sortOrder = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Its place, counted from 1; the first is the cover.',
})
const roomId = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'The room that it shows, as the list of rooms names it.',
})
const metadata = openObject(
  'Words of your own; Airbnb has no place for them, so they come back in `blockedFields`.',
  { maxProperties: 10 },
)

export const NewPhoto = record({
  image: Type.String({
    minLength: 1,
    maxLength: Math.ceil(largestImage / 3) * 4,
    description:
      'A JPEG or PNG of 50 KB to 25 MB in Base64, without `data:` before it. What it is, its first bytes say.',
  }),
  room_id: Type.Optional(roomId),
  category: Type.Optional(oneOfStrings(photoCategories, { description: 'What it shows.' })),
  amenity: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The amenity that it shows.' }),
  ),
  caption: Type.Optional(caption),
  sort_order: Type.Optional(sortOrder),
  metadata: Type.Optional(metadata),
})
export type NewPhoto = Static<typeof NewPhoto>

/** The image's type and size have been checked. */
export interface CheckedPhoto extends Omit<NewPhoto, 'metadata'> {
  contentType: 'image/jpeg' | 'image/png'
  /** Comparisons and stored requests use the digest instead of the image. */
  digest: string
}

export const PhotosBody = record({
  photos: Type.Array(NewPhoto, { minItems: 1, maxItems: 20, description: 'Added in this order.' }),
})
export type PhotosBody = Static<typeof PhotosBody>

const dryRun = Type.Optional(
  Type.Literal(true, { description: 'Only of a dry run: everything was checked, nothing was sent.' }),
)
const stored = flag('Whether what Airbnb shows now was read and is kept here.')
const blockedFields = Type.Array(Type.String(), {
  description: 'Fields of the request that Airbnb took and does not show, or has no place for.',
})

export const PhotosAdded = record({
  listingId: id('The listing.'),
  airbnbListingId: text('Id of the listing on Airbnb.', { examples: ['53120044'] }),
  data: Type.Array(ChannelPhoto, {
    description: 'The new photos as Airbnb shows them, in the order of the request; none in a dry run.',
  }),
  blockedFields,
  stored,
  dryRun,
})
export type PhotosAdded = Static<typeof PhotosAdded>

const change = {
  caption: Type.Optional(caption),
  sort_order: Type.Optional(sortOrder),
  room_id: Type.Optional(roomId),
  metadata: Type.Optional(metadata),
}

export const PhotoChangeBody = record(
  { photo_id: photoId('The photo, as the list names it.'), ...change },
  { minProperties: 2 },
)
export type PhotoChangeBody = Static<typeof PhotoChangeBody>
type PhotoChange = Omit<PhotoChangeBody, 'photo_id'>

/** Null removes the photo. */
export interface PhotosChange {
  photoId: string
  change: PhotoChange | null
}

export const PhotoWritten = record({
  data: Type.Union([ChannelPhoto, Type.Null()], {
    description: 'The photo as Airbnb shows it; null where it was not read, as in a dry run.',
  }),
  blockedFields,
  stored,
  dryRun,
})
export type PhotoWritten = Static<typeof PhotoWritten>

export const PhotoOrderBody = record({
  photo_ids: Type.Array(photoId('A photo, as the list names it.'), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
    description: 'Which come first, in this order; the others follow as they stood.',
  }),
})
export type PhotoOrderBody = Static<typeof PhotoOrderBody>

const applied = Type.Array(Type.String(), { description: 'Photos that were put in another place.' })
export const PhotoPlace = record({
  photoId: text('The photo.', { examples: ['53120044_700500701'] }),
  sortOrder: integer('Its place, counted from 1.'),
})
const order = Type.Array(PhotoPlace, {
  description: 'All photos in their order, as Airbnb shows it.',
})

export const PhotosOrdered = record({
  data: record({
    order,
    applied,
    unchanged: flag('They stood so already: nothing was sent.'),
  }),
  stored,
  dryRun,
})
export type PhotosOrdered = Static<typeof PhotosOrdered>

export const CoverBody = record({ photo_id: photoId('The photo that is to be the cover.') })
export type CoverBody = Static<typeof CoverBody>

export const CoverChosen = record({
  data: record({ coverPhotoId: text('The photo that comes first.'), applied, order: Type.Optional(order) }),
  stored,
  dryRun,
})
export type CoverChosen = Static<typeof CoverChosen>
