/**
 * Only these parts of Hostaway's answers are read. Everything but ids is optional and may be null: it depends
 * on the channel, on `includeResources` and on the account.
 */
import { Type, type Static } from 'typebox'
import { Amount, Id, list, maybe, MaybeId, part, rows, Text } from '../../connector-kit/vendor-fields.ts'

/** Flags are 0 or 1; a few fields are real booleans. */
const Flag = maybe(Type.Union([Type.Integer(), Type.Boolean()]))

export const VendorUnit = Type.Object({ id: Id, name: Text, ground: Text, unitNumber: Text })
export type VendorUnit = Static<typeof VendorUnit>

export const VendorListing = Type.Object({
  id: Id,
  propertyTypeId: MaybeId,
  name: Text,
  externalListingName: Text,
  internalListingName: Text,
  description: Text,
  houseRules: Text,
  thumbnailUrl: Text,
  countryCode: Text,
  state: Text,
  city: Text,
  street: Text,
  address: Text,
  zipcode: Text,
  lat: Amount,
  lng: Amount,
  price: Amount,
  currencyCode: Text,
  timeZoneName: Text,
  specialStatus: Text,
  roomType: Text,
  personCapacity: Amount,
  bedroomsNumber: Amount,
  bedsNumber: Amount,
  bathroomsNumber: Amount,
  minNights: Amount,
  maxNights: Amount,
  checkInTimeStart: Amount,
  checkInTimeEnd: Amount,
  checkOutTime: Amount,
  wifiUsername: Text,
  wifiPassword: Text,
  airbnbName: Text,
  airbnbSummary: Text,
  airbnbSpace: Text,
  airbnbAccess: Text,
  airbnbInteraction: Text,
  airbnbNeighborhoodOverview: Text,
  airbnbTransit: Text,
  airbnbNotes: Text,
  airbnbListingUrl: Text,
  vrboListingUrl: Text,
  airbnbOfficialListingMarkup: Amount,
  homeawayApiMarkup: Amount,
  listingAmenities: rows({ amenityId: MaybeId, amenityName: Text }),
  listingImages: rows({ url: Text, caption: Text, sortOrder: Amount }),
  listingUnits: list(VendorUnit),
})
export type VendorListing = Static<typeof VendorListing>

/** The lookup lists have entries of this form. */
export const VendorName = Type.Object({ id: Id, name: Type.String() })

export const VendorDay = Type.Object({
  date: Type.String(),
  isAvailable: Flag,
  price: Amount,
  minimumStay: Amount,
  maximumStay: Amount,
  closedOnArrival: Flag,
  closedOnDeparture: Flag,
  note: Text,
  countAvailableUnits: Amount,
  availableUnitsToSell: Amount,
})
export type VendorDay = Static<typeof VendorDay>

export const VendorReservation = Type.Object({
  id: Id,
  listingMapId: Id,
  channelId: MaybeId,
  channelName: Text,
  status: Text,
  channelReservationId: Text,
  reservationId: Text,
  confirmationCode: Text,
  reservationDate: Text,
  pendingExpireDate: Text,
  guestName: Text,
  guestFirstName: Text,
  guestLastName: Text,
  guestEmail: Text,
  guestPicture: Text,
  guestCity: Text,
  guestCountry: Text,
  guestZipCode: Text,
  guestAddress: Text,
  guestLocale: Text,
  phone: Text,
  numberOfGuests: Amount,
  adults: Amount,
  children: Amount,
  infants: Amount,
  pets: Amount,
  arrivalDate: Text,
  departureDate: Text,
  isDatesUnspecified: Flag,
  checkInTime: Amount,
  checkOutTime: Amount,
  totalPrice: Amount,
  taxAmount: Amount,
  cleaningFee: Amount,
  isPaid: Flag,
  currency: Text,
  cancellationDate: Text,
  cancelledBy: Text,
  airbnbExpectedPayoutAmount: Amount,
  airbnbCancellationPolicy: Text,
  bookingCancellationPolicy: Text,
  vrboCancellationPolicy: Text,
  cancellationPolicy: Text,
  reservationUnit: rows({ listingUnitId: MaybeId }),
  insertedOn: Text,
})
export type VendorReservation = Static<typeof VendorReservation>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({
  id: Id,
  hostNote: Text,
  arrivalDate: Text,
  departureDate: Text,
})

export const VendorPrice = Type.Object({
  totalPrice: Amount,
  components: rows({ type: Text, name: Text, total: Amount, isIncludedInTotalPrice: Flag }),
})
export type VendorPrice = Static<typeof VendorPrice>

/** A sent message comes back in this form. */
export const VendorSent = Type.Object({
  id: Id,
  communicationType: Text,
  date: Text,
  insertedOn: Text,
})

export const VendorConversation = Type.Object({
  id: Id,
  listingMapId: MaybeId,
  reservationId: MaybeId,
  type: Text,
  hasUnreadMessages: Flag,
  messageSentOn: Text,
  messageReceivedOn: Text,
  /** The booking comes with `includeResources=1`. */
  Reservation: part({ channelId: MaybeId, channelName: Text }),
})
export type VendorConversation = Static<typeof VendorConversation>

export const VendorMessage = Type.Object({
  id: Id,
  conversationId: MaybeId,
  body: Text,
  isIncoming: Flag,
  status: Text,
  communicationType: Text,
  communicationEvent: Text,
  date: Text,
  sentChannelDate: Text,
  insertedOn: Text,
  attachments: rows({ id: MaybeId, url: Text, mimeType: Text }),
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorReview = Type.Object({
  id: Id,
  listingMapId: MaybeId,
  reservationId: MaybeId,
  channelId: MaybeId,
  type: Type.String(),
  status: Type.String(),
  rating: Amount,
  /** The vendor's own field table spells it so; its samples say `rating`. */
  raiting: Amount,
  publicReview: Text,
  privateFeedback: Text,
  revieweeResponse: Text,
  isRevieweeRecommended: Flag,
  reviewCategory: rows({ category: Text, rating: Amount }),
  submittedAt: Text,
  guestName: Text,
})
export type VendorReview = Static<typeof VendorReview>

const EventData = Type.Object({ id: MaybeId, conversationId: MaybeId, reservationId: MaybeId })

/** A webhook needs these parts to be of use; some deliveries have `payload` instead of `data`. */
export const VendorEvent = Type.Object({
  object: Text,
  event: Text,
  data: maybe(EventData),
  payload: part({ data: maybe(EventData) }),
})
export type VendorEvent = Static<typeof VendorEvent>
export type VendorEventData = Static<typeof EventData>
