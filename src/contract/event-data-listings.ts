/** Events about listings, their nights and their reviews carry these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { readerKinds } from './exposure.ts'
import { revision } from './event-data-reservations.ts'
import {
  dateOnly,
  flag,
  id,
  idOrNull,
  integer,
  integerOrNull,
  linkOrNull,
  nullable,
  numberOrNull,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { sellerNames } from './shared.ts'

export const ListingObject = record(
  {
    id: id('Id of the listing.'),
    customerId: id('The workspace.'),
    channel: textOrNull('PMS or channel it is managed in; null when it is managed here.', {
      examples: ['hostaway'],
    }),
    externalListingId: textOrNull('Its id there.', { examples: ['188342'] }),
    name: text("The host's own name for the listing.", { examples: ['Harbour loft'] }),
    active: flag('Open to the API.', { examples: [true] }),
    status: oneOfStrings(['active', 'inactive', 'archived'], { description: 'As the API shows it.' }),
    address: record(
      {
        street: textOrNull('Street and number.', { examples: ['Obala 7'] }),
        city: textOrNull('City.', { examples: ['Split'] }),
        region: textOrNull('State or region.'),
      },
      { description: 'All null while the listing is inactive.' },
    ),
    thumbnailUrl: linkOrNull('Small picture; null while the listing is inactive.'),
    channels: Type.Array(
      record({
        platform: oneOfStrings(sellerNames, { description: 'The channel.' }),
        externalId: text('Id of the listing there.', { examples: ['53120044'] }),
        active: flag('Published and bookable there.', { examples: [true] }),
        syncEnabled: flag('Whether changes are sent to it.', { examples: [true] }),
        syncCategory: textOrNull('How far the channel lets it be managed from outside; null when not known.'),
      }),
      { description: 'Where it is published; empty when nowhere.' },
    ),
    createdAt: timestamp('When the listing was created here.'),
    updatedAt: timestamp('When it last changed.'),
  },
  { description: 'The listing after the change.' },
)
export type ListingObject = Static<typeof ListingObject>

export const ListingCreatedData = record({
  id: id('Id of the listing.'),
  title: text('Its name.', { examples: ['Harbour loft'] }),
  address: record({
    city: textOrNull('City.', { examples: ['Split'] }),
    region: textOrNull('State or region.'),
    country: textOrNull('Country, ISO 3166-1.', { examples: ['HR'] }),
  }),
  bedrooms: integerOrNull('Bedrooms.', { examples: [2] }),
  bathrooms: numberOrNull('Bathrooms.', { examples: [1.5] }),
  maxGuests: integerOrNull('How many may stay.', { examples: [4] }),
  createdAt: timestamp('When it was created here.'),
  object: ListingObject,
  revision,
})

export const listingAreas = [
  'content',
  'pricing',
  'booking_settings',
  'rules',
  'availability',
  'sync_settings',
] as const
export type ListingArea = (typeof listingAreas)[number]

export const ListingUpdatedData = record({
  object: ListingObject,
  area: oneOfStrings(listingAreas, {
    description: 'What kind of thing changed; of several the first in this list.',
  }),
  previousAttributes: openObject('The fields that changed, with the values they had before.', {
    examples: [{ name: 'Loft' }],
  }),
  revision,
})

export const ListingDeletedData = record({
  object: ListingObject,
  reason: textOrNull('Why, when that is known.', { examples: ['removed_at_source'] }),
  deletedAt: timestamp('When it was found gone.'),
  revision,
})

export const ListingActivityData = record({
  object: ListingObject,
  reason: textOrNull('Why, when that is known.', { examples: ['deactivated'] }),
  occurredAt: timestamp('When it was switched.'),
  revision,
})

export const CalendarUpdatedData = record({
  listingId: id('Listing whose nights changed.'),
  range: record({
    start: dateOnly('First night that changed.'),
    end: dateOnly('Last night that changed.', { examples: ['2026-05-18'] }),
  }),
  affectedDates: integer('How many nights changed.', { minimum: 1, examples: [5] }),
  pricingChanged: flag('Whether prices are among it.', { examples: [true] }),
  availabilityChanged: flag('Whether it is about being bookable: free nights, stay lengths, arrival days.'),
})

export const ExposureReader = record({
  kind: oneOfStrings(readerKinds, { description: 'What it fetches.' }),
  readerId: text('The calendar address, or the account of Vrbo.', {
    examples: ['0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e01'],
  }),
  name: text('What it is called here.', { examples: ['For Vrbo'] }),
  lastReadAt: timestampOrNull('When it last came; null: never.'),
  expectedIntervalMinutes: integer('How long it takes from one time to the next.', { minimum: 0 }),
  expectedAt: timestampOrNull('When it should come, or should have come; null: it never came.'),
})

const exposedLink = {
  listingId: id('The listing.'),
  channel: text('The channel.', { examples: ['airbnb'] }),
  connectionId: idOrNull('The connection to it; null: it reads a calendar file or a feed by itself.'),
  channelListingId: textOrNull('What the channel calls its listing or room; null where nothing is sent.', {
    examples: ['53120044'],
  }),
  reader: nullable(ExposureReader, {
    description: 'Who fetches the nights by himself; null: the channel is written to.',
  }),
}

export const ExposedData = record({
  ...exposedLink,
  nights: Type.Array(dateOnly('Night.'), {
    minItems: 1,
    description: 'Nights that are sold here and open there.',
  }),
  exposedSince: timestamp('Since when the first of them is.'),
  occurredAt: timestamp('When it was found to last too long.'),
})

export const ExposureEndedData = record({
  ...exposedLink,
  nights: Type.Array(dateOnly('Night.'), {
    minItems: 1,
    description: 'Nights that are closed there, free here, over, or sold there no more.',
  }),
  toldAt: timestamp('When `calendar.exposed` told of the first of them.'),
  occurredAt: timestamp('When that was found to be over.'),
})

export const ReviewObject = record(
  {
    id: id('Id of the review.'),
    channel: textOrNull('Channel it was written on.', { examples: ['airbnb'] }),
    listingId: idOrNull('Listing it is about.'),
    reservationId: idOrNull('Reservation it is about.'),
    customerId: id('The workspace.'),
    reviewerRole: oneOfStrings(['guest', 'host'], { description: 'Who wrote it.' }),
    rating: nullable(Type.Number({ minimum: 0, maximum: 5 }), {
      description: 'Overall rating from 0 to 5.',
      examples: [4.8],
    }),
    submittedAt: timestampOrNull('When it was written.'),
  },
  { description: 'The review; its text is at `GET /v1/reviews/{id}`.' },
)

export const ReviewCreatedData = record({ object: ReviewObject })
export const ReviewRespondedData = record({
  object: ReviewObject,
  respondedAt: timestampOrNull('When the reply was given; null when the source does not say.'),
})
