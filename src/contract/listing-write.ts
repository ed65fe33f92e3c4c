/** Listings are created, switched on and off, and given pictures with these. */
import { Type } from 'typebox'
import type { Static, TSchemaOptions } from 'typebox'
import { name } from './body-fields.ts'
import {
  flag,
  id,
  integer,
  knownCurrency,
  nullable,
  oneOfStrings,
  record,
  text,
  timestamp,
} from './fields.ts'

const line = (description: string, options: TSchemaOptions = {}) =>
  Type.Optional(Type.String({ maxLength: 500, description, ...options }))
const long = (description: string) => Type.Optional(Type.String({ maxLength: 20_000, description }))
const amount = (description: string) =>
  Type.Optional(
    Type.Number({ minimum: 0, maximum: 1e9, description: `${description} At most three decimals.` }),
  )
const amountOrNull = (description: string) =>
  Type.Optional(
    nullable(Type.Number({ minimum: 0, maximum: 1e9 }), {
      description: `${description} At most three decimals.`,
    }),
  )
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description }))
const timeOfDay = (description: string) =>
  Type.Optional(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: ['15:00'] }))

export const roomTypeCategories = ['entire_home', 'private_room', 'shared_room', 'hotel_room'] as const
export const cancellationPolicies = ['flexible', 'moderate', 'strict', 'super_strict'] as const
const currencyCode = knownCurrency(
  "Currency of all prices. With a price it can be left out only where all listings of the workspace have the same, which is then this one's, too.",
)

/** Body of `POST /v1/listings`. */
export const ListingCreateBody = record({
  name: name("The host's own name for the listing."),
  propertyType: line('Kind of home.', { examples: ['apartment'] }),
  propertyTypeCategory: line('Group of that kind.'),
  roomTypeCategory: Type.Optional(oneOfStrings(roomTypeCategories, { description: 'What is let.' })),
  street: line('Street and number.'),
  city: line('City.'),
  state: line('State or region.'),
  postalCode: line('Postal code.'),
  zipcode: line('Another spelling of `postalCode`, which goes before it.'),
  countryCode: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Country, ISO 3166-1 alpha-2.', examples: ['HR'] }),
  ),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' })),
  timeZone: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'IANA name of the time zone; UTC unless told.',
      examples: ['Europe/Zagreb'],
    }),
  ),
  summary: long('Short description.'),
  description: long('Full description.'),
  bedrooms: count('Bedrooms.'),
  beds: count('Beds.'),
  bathrooms: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1000, description: 'Bathrooms; halves are allowed.' }),
  ),
  personCapacity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Most guests allowed.' }),
  ),
  checkInTimeStart: timeOfDay('Earliest arrival, local time.'),
  checkOutTime: timeOfDay('Latest departure, local time.'),
  currency: Type.Optional(currencyCode),
  defaultDailyPrice: amount('Price of a night. With it the nights of the coming 365 days are written.'),
  weekendPrice: amountOrNull('Price of the nights of Saturday and Sunday; null: they cost as the others.'),
  pricePerExtraGuest: amountOrNull('Price of each guest above those included, a night; null: none.'),
  cleaningFee: amount('Cleaning fee of a stay.'),
  cancellationPolicy: Type.Optional(
    oneOfStrings(cancellationPolicies, { description: 'Cancellation policy.' }),
  ),
  allowsPets: Type.Optional(flag('Pets may come.')),
  allowsSmoking: Type.Optional(flag('Smoking is allowed.')),
  allowsChildren: Type.Optional(flag('Children may come.')),
  allowsEvents: Type.Optional(flag('Events are allowed.')),
})
export type ListingCreateBody = Static<typeof ListingCreateBody>

const dryRun = Type.Optional(Type.Literal(true, { description: 'Nothing was changed.' }))

export const ListingCreated = record({
  id: Type.Optional(id('Id of the listing; left out in dry runs.')),
  calendarDaysSeeded: integer('Nights that were written with their price: 365, or 0 without a price.', {
    minimum: 0,
  }),
  currency: Type.Optional(
    text('Currency of its prices, where none was sent: that of all other listings of the workspace.', {
      examples: ['EUR'],
    }),
  ),
  dryRun,
})
export type ListingCreated = Static<typeof ListingCreated>

/** Body of `PATCH /v1/listings/{id}`. */
export const ListingActivityBody = record({ active: flag('True activates, false deactivates.') })
export type ListingActivityBody = Static<typeof ListingActivityBody>

/** Answer of `PATCH` and `DELETE /v1/listings/{id}`. */
export const ListingActivityResult = record({
  id: id('Id of the listing.'),
  active: flag('Open to the API.'),
  dryRun,
})
export type ListingActivityResult = Static<typeof ListingActivityResult>

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
export const largestPhoto = 15 * 1024 * 1024

/** Body of `POST /v1/listings/{id}/photos/upload-url`. */
export const PhotoUploadBody = record({
  fileName: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Name of the file.',
    examples: ['sea.jpg'],
  }),
  fileType: oneOfStrings(photoTypes, { description: 'What it is.', examples: ['image/jpeg'] }),
  fileSize: Type.Integer({ minimum: 1, maximum: largestPhoto, description: 'Its size in bytes.' }),
})
export type PhotoUploadBody = Static<typeof PhotoUploadBody>

const photoPath = text('What the file is called here.', { examples: ['7/photos/4812-Jw3kT0.jpg'] })

export const PhotoUpload = record({
  listingId: id('Id of the listing.'),
  uploadUrl: text('Where the bytes are sent with PUT; no key is needed.'),
  token: text('The proof in `uploadUrl`, which is all that an upload needs: keep it to yourself.'),
  path: photoPath,
  publicUrl: text('Where the picture can be seen once it is uploaded.'),
  expiresIn: integer('Seconds until the upload must have begun.', { minimum: 0 }),
  nextStep: text('What to do next, in words.'),
})
export type PhotoUpload = Static<typeof PhotoUpload>

export const StoredPhoto = record({
  url: text('Where it can be seen.'),
  path: photoPath,
  size: integer('Bytes.', { minimum: 0 }),
  createdAt: timestamp('When it was uploaded.'),
})
export type StoredPhoto = Static<typeof StoredPhoto>

/** Answer of `GET /v1/listings/{id}/photos`. */
export const StoredPhotos = record({
  listingId: id('Id of the listing.'),
  photos: Type.Array(StoredPhoto, { description: 'Uploaded pictures, the latest last.' }),
})
export type StoredPhotos = Static<typeof StoredPhotos>

/** Body of `DELETE /v1/listings/{id}/photos`. */
export const PhotoDeleteBody = record({
  path: Type.String({ minLength: 1, maxLength: 300, description: 'The `path` of an uploaded picture.' }),
})
export type PhotoDeleteBody = Static<typeof PhotoDeleteBody>

export const PhotoDeleted = record({
  listingId: id('Id of the listing.'),
  deleted: flag('The picture is gone.'),
  dryRun,
})
export type PhotoDeleted = Static<typeof PhotoDeleted>
