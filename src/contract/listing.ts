import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Capabilities } from './capabilities.ts'
import {
  currencyOrNull,
  flag,
  id,
  linkOrNull,
  nullable,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
} from './fields.ts'
import {
  AmenityRow,
  ListingContent,
  ListingDetails,
  ListingPhoto,
  ListingPolicies,
} from './listing-expansions.ts'
import { sellerNames } from './shared.ts'
import { Unit } from './unit.ts'

export const inactiveReasons = ['plan_limit', 'unlisted_on_airbnb', 'deactivated'] as const

export const ListingChannel = record(
  {
    platform: oneOfStrings(sellerNames, { description: 'The channel.' }),
    externalId: text('Id of the listing there.'),
    active: flag('Published and bookable there.'),
    syncEnabled: flag('Whether changes are sent to it.'),
  },
  { description: 'The listing on one channel.' },
)
export type ListingChannel = Static<typeof ListingChannel>

export const ListingAddress = record({ street: textOrNull('Street and number.'), city: textOrNull('City.') })
export type ListingAddress = Static<typeof ListingAddress>

const identity = {
  id: id(
    'Id of the listing; the same value is `listingId` on reservations and `propertyId` on availability.',
  ),
  name: text("The host's own name for the listing."),
  publicName: textOrNull('The title guests see.'),
  lifecycleStatus: textOrNull('Where the listing is in its life: `live`, `draft`, `archived`, and others.'),
  channels: Type.Array(ListingChannel, {
    description: 'Where the listing is published; empty when nowhere.',
  }),
  updatedAt: timestamp('When the listing last changed.'),
}

const activeFields = {
  ...identity,
  status: oneOfStrings(['active', 'archived'], {
    description: '`archived`: the connected system no longer has it; it can still be read.',
  }),
  active: flag('True: open to the API.'),
  address: ListingAddress,
  city: textOrNull('City, the same as `address.city`.'),
  currency: currencyOrNull("Currency of the listing's prices."),
  thumbnailUrl: linkOrNull('Small picture of the listing.'),
  content: Type.Optional(
    nullable(ListingContent, {
      description: 'Guest-facing texts, with `include=content`; null when nothing is stored.',
    }),
  ),
  details: Type.Optional(
    nullable(ListingDetails, {
      description: 'Facts about the home, with `include=details`; null when nothing is stored.',
    }),
  ),
  createdAt: timestamp('When the listing was created here.'),
}

export const ActiveListing = record(activeFields, { description: 'A row of an active listing.' })
export type ActiveListing = Static<typeof ActiveListing>

/** An inactive listing shows its identity only: never address, city, currency or content. */
export const InactiveListing = record(
  {
    ...identity,
    status: oneOfStrings(['inactive', 'archived'], {
      description: 'Whether the listing is open to the API.',
    }),
    active: flag('False: closed to the API.'),
    inactiveReason: nullable(oneOfStrings(inactiveReasons), {
      description:
        'Why it is inactive: held back by the plan, unlisted on Airbnb, or deactivated by its owner.',
    }),
    thumbnailUrl: Type.Optional(linkOrNull('Small picture, with `include=thumbnail`.')),
  },
  { description: 'A row of an inactive or archived listing: identity only.' },
)
export type InactiveListing = Static<typeof InactiveListing>

export const ListingRow = Type.Union([ActiveListing, InactiveListing])
export type ListingRow = Static<typeof ListingRow>

/** Answer of `GET /v1/listings/{id}`; inactive listings answer 403. */
export const ListingDetail = record({
  ...activeFields,
  latitude: numberOrNull('Degrees north.'),
  longitude: numberOrNull('Degrees east.'),
  amenities: Type.Optional(
    Type.Array(AmenityRow, { description: 'With `include=amenities`; empty when there are none.' }),
  ),
  photos: Type.Optional(
    Type.Array(ListingPhoto, {
      description: 'The pictures that guests see, the cover first, with `include=photos`.',
    }),
  ),
  policies: Type.Optional(ListingPolicies),
  capabilities: Capabilities,
  units: Type.Array(Unit, {
    description: 'Rooms sold under a hotel-model listing; empty for a single home.',
  }),
})
export type ListingDetail = Static<typeof ListingDetail>

const digitString = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })
// Larger JSON numbers are not exact, so another listing could be meant.
const wholeNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Body of `POST /v1/listings/status`. */
export const ListingStatusBody = record({
  listingIds: Type.Array(Type.Union([wholeNumber, digitString]), {
    minItems: 1,
    maxItems: 500,
    description: 'Listings to change, each once, as numbers or digit strings.',
  }),
  active: flag('True activates, false deactivates.'),
})
export type ListingStatusBody = Static<typeof ListingStatusBody>

/** Answer of `POST /v1/listings/status`. */
export const ListingStatusResult = record({
  active: flag('The state asked for.'),
  updated: Type.Array(id('Listing id.'), {
    description: 'Listings that changed, in the order of the request.',
  }),
  unchanged: Type.Array(id('Listing id.'), {
    description: 'Listings that already were so, in the order of the request.',
  }),
})
export type ListingStatusResult = Static<typeof ListingStatusResult>

export {
  AmenityRow,
  ListingContent,
  ListingDetails,
  ListingPhoto,
  ListingPolicies,
} from './listing-expansions.ts'
export { Capabilities, PmsCapabilities, ReservationCapabilities } from './capabilities.ts'
