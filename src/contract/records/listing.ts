import { Type, type Static } from 'typebox'
import { Count, Currency, Decimal, ExternalId, Text, nullable, strict } from './fields.ts'

export const channels = ['airbnb', 'booking', 'vrbo', 'plumguide'] as const

export const AmenityRecord = Type.Object(
  {
    amenityKey: Type.String(),
    category: Type.Optional(Text),
    isPresent: Type.Boolean(),
    instruction: Type.Optional(Text),
  },
  strict,
)

export const PhotoRecord = Type.Object(
  {
    url: Type.String(),
    caption: Type.Optional(Text),
    sortOrder: Type.Integer(),
  },
  strict,
)

/** Guests see these texts, in the listing's main language. */
export const ContentRecord = Type.Partial(
  Type.Object({
    name: Text,
    summary: Text,
    description: Text,
    space: Text,
    guestAccess: Text,
    neighborhoodOverview: Text,
    gettingAround: Text,
    transit: Text,
    houseRules: Text,
    notes: Text,
    interactionWithGuests: Text,
  }),
  strict,
)

export const DetailsRecord = Type.Partial(
  Type.Object({
    propertyType: Text,
    propertyTypeCategory: Text,
    roomTypeCategory: Text,
    bedrooms: nullable(Count),
    /** The number is a decimal string, such as "1.5". */
    bathrooms: Text,
    beds: nullable(Count),
    personCapacity: nullable(Count),
    checkInTimeStart: Text,
    checkInTimeEnd: Text,
    checkOutTime: Text,
    minNights: nullable(Count),
    maxNights: nullable(Count),
    advanceBookingDays: nullable(Count),
    turnoverDays: nullable(Count),
    wifiNetwork: Text,
    wifiPassword: Text,
    houseManual: Text,
    directions: Text,
    yearBuilt: nullable(Type.Integer()),
    numberOfFloors: nullable(Count),
    listingFloor: nullable(Type.Integer()),
  }),
  strict,
)

/** A link syncs nights and content, nights alone, or nothing. */
export const syncCategories = ['sync_all', 'sync_rates_and_availability', 'none'] as const
export type SyncCategory = (typeof syncCategories)[number]

export const ChannelLinkRecord = Type.Object(
  {
    platform: Type.Enum(channels),
    externalId: ExternalId,
    /** On Booking.com this is the hotel. */
    hotelId: Type.Optional(Text),
    active: Type.Boolean(),
    syncEnabled: Type.Optional(Type.Boolean()),
    /** The channel allows others to manage this much of the listing. */
    syncCategory: Type.Optional(Type.Enum(syncCategories)),
    /** The markup 35 means plus 35 percent. */
    markupPercent: Type.Optional(nullable(Decimal)),
  },
  strict,
)

/** The record has only the links to channels that a PMS reports. */
export const LinkedListingRecord = Type.Object(
  {
    externalId: ExternalId,
    name: Text,
    links: Type.Array(
      Type.Object(
        {
          platform: Type.Enum(['airbnb', 'booking', 'vrbo']),
          /** The id is that of the channel's listing; on Booking.com of the property. */
          externalId: ExternalId,
          /** Set on Booking.com, where the PMS reports it. */
          roomId: Type.Optional(Text),
          /** Guests see the listing on this page. */
          url: Type.Optional(Text),
        },
        strict,
      ),
    ),
  },
  strict,
)

export const ListingRecord = Type.Object(
  {
    externalId: ExternalId,
    /** `hotel` means that the listing is a room type with rooms as units; `home` is one home. */
    model: Type.Enum(['home', 'hotel']),
    /** A connection can reach several accounts; by default the listing belongs to its own. */
    accountExternalId: Type.Optional(ExternalId),
    /**
     * Set if the vendor has the listing from our feeds: the account that fetched them, and the listing's id
     * there.
     */
    ours: Type.Optional(Type.Object({ account: ExternalId, listing: ExternalId }, strict)),
    name: Type.String({ minLength: 1 }),
    publicName: Type.Optional(Text),
    street: Type.Optional(Text),
    city: Type.Optional(Text),
    state: Type.Optional(Text),
    postalCode: Type.Optional(Text),
    countryCode: Type.Optional(Text),
    latitude: Type.Optional(nullable(Decimal)),
    longitude: Type.Optional(nullable(Decimal)),
    /** The name is IANA's; absent when the vendor has none. */
    timeZone: Type.Optional(Text),
    currency: Type.Optional(nullable(Currency)),
    lifecycleStatus: Type.Optional(Text),
    thumbnailUrl: Type.Optional(Text),
    defaultNightlyPrice: Type.Optional(nullable(Decimal)),
    minNights: Type.Optional(nullable(Count)),
    maxNights: Type.Optional(nullable(Count)),
    /** This many homes or rooms are sold under this listing. */
    unitCount: Type.Integer({ minimum: 0 }),
    content: Type.Optional(ContentRecord),
    details: Type.Optional(DetailsRecord),
    amenities: Type.Optional(Type.Array(AmenityRecord)),
    photos: Type.Optional(Type.Array(PhotoRecord)),
    channels: Type.Optional(Type.Array(ChannelLinkRecord)),
  },
  strict,
)

export const UnitRecord = Type.Object(
  {
    externalId: ExternalId,
    listingExternalIds: Type.Array(ExternalId, { minItems: 1 }),
    name: Type.String({ minLength: 1 }),
    active: Type.Boolean(),
    parentExternalId: Type.Optional(nullable(ExternalId)),
    housekeepingStatus: Type.Optional(Text),
    floor: Type.Optional(Text),
  },
  strict,
)

export type LinkedListingRecord = Static<typeof LinkedListingRecord>
export type ListingRecord = Static<typeof ListingRecord>
export type UnitRecord = Static<typeof UnitRecord>
