/**
 * Only these parts of Beds24's answers are read. The token's scopes decide what an answer has, so little is
 * required.
 */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, maybe, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

export const VendorUnit = Type.Object({ id: Id, name: Text, statusText: Text })
export type VendorUnit = Static<typeof VendorUnit>

const FeatureCodes = list(Type.Array(Type.String()))

export const VendorRoom = Type.Object({
  id: Id,
  name: Text,
  roomType: Text,
  qty: Amount,
  maxPeople: Amount,
  minStay: Amount,
  maxStay: Amount,
  rackRate: Amount,
  blockAfterCheckOutDays: Amount,
  featureCodes: FeatureCodes,
  texts: list(
    Type.Object({
      language: Text,
      displayName: Text,
      roomDescription: Text,
      contentHeadline: Text,
      contentDescription: Text,
    }),
  ),
  units: list(VendorUnit),
})
export type VendorRoom = Static<typeof VendorRoom>

export const VendorProperty = Type.Object({
  id: MaybeId,
  name: Text,
  propertyType: Text,
  currency: Text,
  address: Text,
  city: Text,
  state: Text,
  country: Text,
  postcode: Text,
  latitude: Amount,
  longitude: Amount,
  checkInStart: Text,
  checkInEnd: Text,
  checkOutEnd: Text,
  featureCodes: FeatureCodes,
  texts: list(
    Type.Object({
      language: Text,
      headline: Text,
      propertyDescription: Text,
      houseRules: Text,
      directions: Text,
      locationDescription: Text,
      generalPolicy: Text,
    }),
  ),
})
export type VendorProperty = Static<typeof VendorProperty>

/** A listing is made of a room type and its property. */
export const VendorListing = Type.Object({
  id: Id,
  room: VendorRoom,
  property: VendorProperty,
  rooms: Type.Integer(),
})
export type VendorListing = Static<typeof VendorListing>

export const VendorAirbnbUser = Type.Object({
  airbnbUser: maybe(Type.Object({ airbnbUserId: MaybeId })),
})

/** A host's listing at Airbnb is connected to a room type, or to none if the id is 0 or missing. */
export const VendorAirbnbListing = Type.Object({
  roomId: MaybeId,
  airbnbListing: maybe(Type.Object({ id: MaybeId })),
})

export const VendorRange = Type.Object({
  from: Type.String(),
  to: Type.String(),
  numAvail: Amount,
  minStay: Amount,
  maxStay: Amount,
  multiplier: Amount,
  /** An unknown word closes the night, so any value is accepted here. */
  override: Type.Optional(Type.Unknown()),
  price1: Amount,
})
export type VendorRange = Static<typeof VendorRange>

export const VendorBooking = Type.Object({
  id: Id,
  propertyId: MaybeId,
  roomId: Id,
  unitId: MaybeId,
  status: Text,
  subStatus: Text,
  arrival: Text,
  departure: Text,
  numAdult: Amount,
  numChild: Amount,
  firstName: Text,
  lastName: Text,
  email: Text,
  phone: Text,
  mobile: Text,
  company: Text,
  address: Text,
  city: Text,
  state: Text,
  postcode: Text,
  country: Text,
  country2: Text,
  arrivalTime: Text,
  lang: Text,
  price: Amount,
  tax: Amount,
  commission: Amount,
  apiSourceId: MaybeId,
  channel: Text,
  apiReference: Text,
  bookingTime: Text,
  cancelTime: Text,
})
export type VendorBooking = Static<typeof VendorBooking>

export const VendorMessage = Type.Object({
  id: Id,
  bookingId: Id,
  roomId: MaybeId,
  read: Flag,
  message: Text,
  source: Text,
  time: Text,
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorAirbnbReview = Type.Object({
  id: Id,
  category_ratings: list(Type.Object({ category: Text, comment: Text, rating: Amount })),
  overall_rating: Amount,
  private_feedback: Text,
  public_review: Text,
  responded_at: Text,
  reviewee_response: Text,
  reviewer_role: Type.String(),
  hidden: Flag,
  submitted: Flag,
  submitted_at: Text,
})
export type VendorAirbnbReview = Static<typeof VendorAirbnbReview>

export const VendorBookingReview = Type.Object({
  review_id: Id,
  created_timestamp: Text,
  content: part({ language_code: Text, headline: Text, positive: Text, negative: Text }),
  reservation_id: MaybeId,
  scoring: maybe(Type.Record(Type.String(), Amount)),
  reviewer: part({ name: Text }),
  reply: part({ text: Text, last_change_timestamp: Text }),
})
export type VendorBookingReview = Static<typeof VendorBookingReview>

/**
 * A delivery has a whole booking, or the number of a room type whose nights changed. The older version of the
 * webhook names the booking beside its event.
 */
export const VendorEvent = Type.Object({
  booking: Type.Optional(Type.Object({ id: Id })),
  bookings: list(Type.Object({ id: Id })),
  bookid: MaybeId,
  bookId: MaybeId,
  messages: list(Type.Unknown()),
  roomId: MaybeId,
  action: Text,
})
export type VendorEvent = Static<typeof VendorEvent>

/** A write reads these parts of a booking. */
export const VendorHeld = Type.Object({
  id: Id,
  unitId: MaybeId,
  status: Text,
  arrival: Text,
  departure: Text,
  notes: Text,
})
export type VendorHeld = Static<typeof VendorHeld>

/** Each element of a list that was sent has such a result. */
export const VendorWritten = Type.Object({
  success: Type.Boolean(),
  new: part({ id: MaybeId, time: Text }),
  errors: list(Type.Object({ field: Text, message: Text })),
})
export type VendorWritten = Static<typeof VendorWritten>

export const VendorOffers = Type.Object({
  roomId: Id,
  offers: list(Type.Object({ price: Amount, unitsAvailable: Amount })),
})
