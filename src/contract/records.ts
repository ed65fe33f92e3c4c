/**
 * The canonical records: what a connector hands to the sync engine, in one vocabulary for every vendor.
 *
 * Ids are the vendor's own, as strings. Stay dates are civil dates (`YYYY-MM-DD`), instants ISO 8601 in UTC, amounts
 * decimal strings in major units beside their currency. A field a vendor does not have is absent; `null` means the
 * vendor says there is none.
 */
import { Type, type Static } from 'typebox'

const strict = { additionalProperties: false }
const ExternalId = Type.String({ minLength: 1, maxLength: 200 })
const Text = Type.Union([Type.String(), Type.Null()])
const CivilDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$' })
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const Decimal = Type.String({ pattern: '^-?\\d{1,14}(\\.\\d{1,6})?$' })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
const Count = Type.Integer({ minimum: 0, maximum: 100_000 })
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])

export const channels = ['airbnb', 'booking', 'vrbo', 'plumguide'] as const
export const sources = ['airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other'] as const

export const GuestRecord = Type.Object(
  {
    /** Only when the vendor has a guest resource with ids of its own; otherwise guests are matched on contact and name. */
    externalId: Type.Optional(ExternalId),
    firstName: Type.Optional(Text),
    lastName: Type.Optional(Text),
    email: Type.Optional(Text),
    phone: Type.Optional(Text),
    language: Type.Optional(Text),
    country: Type.Optional(Text),
    avatarUrl: Type.Optional(Text),
  },
  strict,
)

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

/** Guest-facing texts in the listing's main language. */
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
    /** A decimal string, "1.5". */
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

export const ChannelLinkRecord = Type.Object(
  {
    platform: Type.Enum(channels),
    externalId: ExternalId,
    /** The hotel on booking. */
    hotelId: Type.Optional(Text),
    active: Type.Boolean(),
    syncEnabled: Type.Optional(Type.Boolean()),
    /** 35 means plus 35 percent. */
    markupPercent: Type.Optional(nullable(Decimal)),
  },
  strict,
)

export const ListingRecord = Type.Object(
  {
    externalId: ExternalId,
    /** `hotel`: a room type, its rooms are units. `home`: one home. */
    model: Type.Enum(['home', 'hotel']),
    /** The account inside the connection, where one connection reaches several; default: the connection's own. */
    accountExternalId: Type.Optional(ExternalId),
    name: Type.String({ minLength: 1 }),
    publicName: Type.Optional(Text),
    street: Type.Optional(Text),
    city: Type.Optional(Text),
    state: Type.Optional(Text),
    postalCode: Type.Optional(Text),
    countryCode: Type.Optional(Text),
    latitude: Type.Optional(nullable(Decimal)),
    longitude: Type.Optional(nullable(Decimal)),
    /** IANA name; absent when the vendor has none. */
    timeZone: Type.Optional(Text),
    currency: Type.Optional(nullable(Currency)),
    lifecycleStatus: Type.Optional(Text),
    thumbnailUrl: Type.Optional(Text),
    defaultNightlyPrice: Type.Optional(nullable(Decimal)),
    minNights: Type.Optional(nullable(Count)),
    maxNights: Type.Optional(nullable(Count)),
    /** Homes or rooms sold under this listing. */
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

export const CalendarDayRecord = Type.Object(
  {
    date: CivilDate,
    available: Type.Boolean(),
    price: Type.Optional(nullable(Decimal)),
    minNights: Type.Optional(nullable(Count)),
    maxNights: Type.Optional(nullable(Count)),
    closedToArrival: Type.Optional(nullable(Type.Boolean())),
    closedToDeparture: Type.Optional(nullable(Type.Boolean())),
    /** Homes or rooms left to sell that night. */
    availableUnits: Type.Integer({ minimum: 0 }),
    note: Type.Optional(Text),
  },
  strict,
)

const MoneyLine = Type.Object(
  {
    amount: Decimal,
    name: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    quantity: Type.Optional(Type.Number()),
  },
  strict,
)

/** Parts a vendor does not report are absent, never zero. */
export const FinancialsRecord = Type.Partial(
  Type.Object({
    cancellationPolicy: Type.String(),
    host: Type.Partial(
      Type.Object({
        accommodation: Decimal,
        discounts: Type.Array(MoneyLine),
        guestFees: Type.Array(MoneyLine),
        hostFees: Type.Array(MoneyLine),
        taxes: Type.Array(MoneyLine),
        revenue: Decimal,
      }),
      strict,
    ),
    guest: Type.Partial(
      Type.Object({ totalPrice: Decimal, fees: Type.Array(MoneyLine), taxes: Type.Array(MoneyLine) }),
      strict,
    ),
  }),
  strict,
)

export const OccupancyRecord = Type.Object(
  {
    adults: nullable(Count),
    children: nullable(Count),
    infants: nullable(Count),
    pets: nullable(Count),
    /** As the source reports it, not computed. */
    total: nullable(Count),
  },
  strict,
)

export const ReservationRecord = Type.Object(
  {
    kind: Type.Literal('reservation'),
    externalId: ExternalId,
    listingExternalId: ExternalId,
    unitExternalId: Type.Optional(nullable(ExternalId)),
    confirmationCode: Type.String({ minLength: 1 }),
    source: nullable(Type.Enum(sources)),
    status: Type.Enum(['confirmed', 'pending', 'cancelled']),
    /** Why it is cancelled; only with status cancelled. */
    statusDetail: Type.Optional(
      nullable(
        Type.Enum([
          'request_expired',
          'declined',
          'request_voided',
          'verification_failed',
          'hold_voided',
          'cancelled_by_guest',
          'cancelled_by_host',
          'cancelled_by_platform',
        ]),
      ),
    ),
    /** What a pending booking waits for; only with status pending. */
    pendingReason: Type.Optional(
      nullable(Type.Enum(['host_approval', 'guest_payment', 'guest_verification'])),
    ),
    /** Until when the host may answer. */
    respondBy: Type.Optional(nullable(Instant)),
    checkIn: CivilDate,
    checkOut: CivilDate,
    checkInTime: Type.Optional(nullable(TimeOfDay)),
    checkOutTime: Type.Optional(nullable(TimeOfDay)),
    bookedAt: Type.Optional(nullable(Instant)),
    /** A day where the vendor tells no time. */
    cancelledAt: Type.Optional(nullable(Type.Union([Instant, CivilDate]))),
    cancelledBy: Type.Optional(nullable(Type.Enum(['guest', 'host', 'platform']))),
    occupancy: Type.Optional(OccupancyRecord),
    totalPrice: nullable(Decimal),
    currency: nullable(Currency),
    paymentStatus: Type.Optional(Text),
    financials: Type.Optional(FinancialsRecord),
    /** Absent for owner stays and while the vendor has not told who comes. */
    guest: Type.Optional(GuestRecord),
    /** The vendor's own free-form guest data, shown under the deprecated guestDetails. */
    guestDetails: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** The vendor's status word, kept for the record. */
    sourceStatus: Type.String(),
  },
  strict,
)

/** A guest's question or request that is not a booking; never becomes a stay by itself. */
export const InquiryRecord = Type.Object(
  {
    kind: Type.Literal('inquiry'),
    externalId: ExternalId,
    listingExternalId: Type.Optional(nullable(ExternalId)),
    channel: Type.String(),
    status: Type.Enum([
      'open',
      'pre_approved',
      'special_offer_sent',
      'booked',
      'expired',
      'declined',
      'not_possible',
    ]),
    /** Both absent when the guest named no dates. */
    checkIn: Type.Optional(nullable(CivilDate)),
    checkOut: Type.Optional(nullable(CivilDate)),
    occupancy: Type.Optional(OccupancyRecord),
    expectedPayout: Type.Optional(
      nullable(Type.Object({ amount: Decimal, currency: nullable(Currency) }, strict)),
    ),
    respondBy: Type.Optional(nullable(Instant)),
    respondedAt: Type.Optional(nullable(Instant)),
    receivedAt: Type.Optional(nullable(Instant)),
    guest: Type.Optional(GuestRecord),
    sourceStatus: Type.String(),
  },
  strict,
)

/** A row of the vendor's reservation list that is neither a stay nor an inquiry; its nights show in the calendar. */
export const BlockRecord = Type.Object(
  {
    kind: Type.Literal('block'),
    externalId: ExternalId,
    listingExternalId: ExternalId,
    sourceStatus: Type.String(),
  },
  strict,
)

export const ConversationRecord = Type.Object(
  {
    externalId: ExternalId,
    platform: nullable(Type.Enum(['airbnb', 'booking', 'vrbo', 'website', 'email'])),
    externalThreadId: Type.Optional(Text),
    listingExternalId: Type.Optional(nullable(ExternalId)),
    /** The vendor's reservation row, which may be an inquiry. */
    reservationExternalId: Type.Optional(nullable(ExternalId)),
    guest: Type.Optional(GuestRecord),
    subject: Type.Optional(Text),
    lastMessageAt: Type.Optional(nullable(Instant)),
    unreadCount: Type.Optional(Count),
  },
  strict,
)

export const AttachmentRecord = Type.Object(
  {
    id: Type.Optional(Type.String()),
    url: Type.String(),
    contentType: Type.Optional(Text),
    createdAt: Type.Optional(nullable(Instant)),
  },
  strict,
)

export const MessageRecord = Type.Object(
  {
    externalId: ExternalId,
    conversationExternalId: ExternalId,
    direction: Type.Enum(['inbound', 'outbound']),
    senderType: Type.Optional(Text),
    senderName: Type.Optional(Text),
    senderAvatar: Type.Optional(Text),
    channel: Type.Optional(Text),
    body: Type.String(),
    attachments: Type.Optional(Type.Array(AttachmentRecord)),
    isAutomated: Type.Optional(Type.Boolean()),
    sentAt: Instant,
    deliveredAt: Type.Optional(nullable(Instant)),
    readAt: Type.Optional(nullable(Instant)),
  },
  strict,
)

export const ReviewRecord = Type.Object(
  {
    externalId: ExternalId,
    platform: nullable(Type.Enum(['airbnb', 'booking', 'vrbo'])),
    listingExternalId: Type.Optional(nullable(ExternalId)),
    reservationExternalId: Type.Optional(nullable(ExternalId)),
    reservationCode: Type.Optional(Text),
    guestName: Type.Optional(Text),
    reviewerRole: Type.Enum(['guest', 'host']),
    /** 0 to 5, whatever the vendor's scale. */
    rating: Type.Optional(nullable(Decimal)),
    categories: Type.Optional(
      Type.Array(
        Type.Object(
          { category: Type.String(), rating: nullable(Decimal), comment: Type.Optional(Text) },
          strict,
        ),
      ),
    ),
    publicReview: Type.Optional(Text),
    privateFeedback: Type.Optional(Text),
    isRevieweeRecommended: Type.Optional(nullable(Type.Boolean())),
    response: Type.Optional(
      nullable(Type.Object({ body: Type.String(), submittedAt: nullable(Instant) }, strict)),
    ),
    submittedAt: Type.Optional(nullable(Instant)),
    expiresAt: Type.Optional(nullable(Instant)),
    hidden: Type.Optional(Type.Boolean()),
    language: Type.Optional(Text),
  },
  strict,
)

export const StayRecord = Type.Union([ReservationRecord, InquiryRecord, BlockRecord])

export type GuestRecord = Static<typeof GuestRecord>
export type ListingRecord = Static<typeof ListingRecord>
export type UnitRecord = Static<typeof UnitRecord>
export type CalendarDayRecord = Static<typeof CalendarDayRecord>
export type FinancialsRecord = Static<typeof FinancialsRecord>
export type OccupancyRecord = Static<typeof OccupancyRecord>
export type ReservationRecord = Static<typeof ReservationRecord>
export type InquiryRecord = Static<typeof InquiryRecord>
export type BlockRecord = Static<typeof BlockRecord>
export type StayRecord = Static<typeof StayRecord>
export type ConversationRecord = Static<typeof ConversationRecord>
export type MessageRecord = Static<typeof MessageRecord>
export type ReviewRecord = Static<typeof ReviewRecord>
