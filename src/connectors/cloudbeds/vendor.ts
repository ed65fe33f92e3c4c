/**
 * Only these parts of Cloudbeds' answers are read. Its description requires no field, and numbers are often
 * text.
 */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, maybe, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

const Currency = Type.Object({ currencyCode: Text })
/** The currency is a list in the list of hotels, an object in their details, and a code in reservations. */
const Currencies = maybe(Type.Union([Type.String(), Currency, Type.Array(Currency)]))
export type Currencies = Static<typeof Currencies>
const Photo = Type.Union([Type.String(), Type.Object({ thumb: Text, image: Text })])

export const VendorHotel = Type.Object({
  propertyID: Id,
  organizationID: MaybeId,
  propertyName: Text,
  propertyTimezone: Text,
  propertyCurrency: Currencies,
})
export type VendorHotel = Static<typeof VendorHotel>

export const VendorHotelDetails = Type.Object({
  propertyType: Text,
  propertyImage: list(Photo),
  propertyAdditionalPhotos: list(Photo),
  propertyAddress: part({
    propertyAddress1: Text,
    propertyAddress2: Text,
    propertyCity: Text,
    propertyState: Text,
    propertyZip: Text,
    propertyCountry: Text,
    propertyLatitude: Amount,
    propertyLongitude: Amount,
  }),
  propertyPolicy: part({
    propertyCheckInTime: Text,
    propertyCheckOutTime: Text,
    propertyTermsAndConditions: Text,
  }),
  propertyAmenities: list(Type.Unknown()),
})
export type VendorHotelDetails = Static<typeof VendorHotelDetails>

export const VendorRoomType = Type.Object({
  roomTypeID: Id,
  propertyID: Id,
  roomTypeName: Text,
  roomTypeNameShort: Text,
  roomTypeDescription: Text,
  isPrivate: Flag,
  maxGuests: Amount,
  roomTypeUnits: Amount,
  // These are documented for another call only, and are read if present.
  roomTypePhotos: list(Photo),
  roomTypeFeatures: maybe(Type.Unknown()),
})
export type VendorRoomType = Static<typeof VendorRoomType>

export const VendorRoom = Type.Object({ roomID: Id, roomName: Text, roomTypeID: Id })
export type VendorRoom = Static<typeof VendorRoom>

export const VendorNight = Type.Object({
  date: Type.String(),
  rate: Amount,
  rateBase: Amount,
  totalRate: Amount,
  roomsAvailable: Amount,
  closedToArrival: Flag,
  closedToDeparture: Flag,
  blocked: Flag,
  minLos: Amount,
  maxLos: Amount,
})
export type VendorNight = Static<typeof VendorNight>

export const VendorRate = Type.Object({
  rateID: MaybeId,
  isDerived: Flag,
  ratePlanID: MaybeId,
  promoCode: Text,
  roomTypeID: MaybeId,
  roomRateDetailed: list(VendorNight),
})
export type VendorRate = Static<typeof VendorRate>

export const VendorBookedRoom = Type.Object({
  roomTypeID: Id,
  subReservationID: MaybeId,
  reservationRoomID: MaybeId,
  guestID: MaybeId,
  guestName: Text,
  adults: Amount,
  children: Amount,
  roomID: MaybeId,
  roomCheckIn: Text,
  roomCheckOut: Text,
  roomStatus: Text,
  detailedRoomRates: maybe(
    Type.Union([
      // A night may have no rate.
      Type.Record(Type.String(), Type.Unknown()),
      Type.Array(Type.Unknown()),
    ]),
  ),
})
export type VendorBookedRoom = Static<typeof VendorBookedRoom>

export const VendorGuest = Type.Object({
  guestID: MaybeId,
  guestFirstName: Text,
  guestLastName: Text,
  guestEmail: Text,
  guestPhone: Text,
  guestCellPhone: Text,
  guestCountry: Text,
  isAnonymized: Flag,
  isMainGuest: Flag,
})
export type VendorGuest = Static<typeof VendorGuest>

export const VendorReservation = Type.Object({
  propertyID: MaybeId,
  reservationID: Id,
  isDeleted: Flag,
  dateCreatedUTC: Text,
  dateCancelledUTC: Text,
  status: Text,
  reservationCheckIn: Text,
  reservationCheckOut: Text,
  guestID: MaybeId,
  /** The name is in one field. */
  guestName: Text,
  guestCountry: Text,
  isAnonymized: Flag,
  sourceName: Text,
  /** The source is an object in this list and a word in other calls. */
  source: maybe(Type.Union([Type.Object({ name: Text, category: Text }), Type.String()])),
  sourceCategory: Text,
  sourceReservationID: MaybeId,
  thirdPartyIdentifier: MaybeId,
  propertyCurrency: Currencies,
  balanceDetailed: part({ taxesFees: Amount, grandTotal: Amount }),
  total: Amount,
  estimatedArrivalTime: Text,
  /** Guests are keyed by their number; an empty list means none. Each is read by itself, as `VendorGuest`. */
  guestList: maybe(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())])),
})
export type VendorReservation = Static<typeof VendorReservation>

/** A booked room comes with its reservation. */
export const BookedRow = Type.Object({
  externalId: Type.String({ minLength: 1 }),
  reservation: VendorReservation,
  room: VendorBookedRoom,
  /** This many rooms were booked together. */
  rooms: Type.Integer({ minimum: 1 }),
})
export type BookedRow = Static<typeof BookedRow>

export const VendorEvent = Type.Object({
  event: Type.String(),
  reservationID: MaybeId,
  reservationId: MaybeId,
})

export const VendorSource = Type.Object({
  sourceID: Id,
  sourceName: Text,
  isThirdParty: Flag,
  status: Flag,
})

export const VendorMade = Type.Object({ reservationID: Id, status: Text })

/** Charges are keyed by the number of people; an empty list means no charge. */
const Charges = maybe(
  Type.Union([Type.Record(Type.String(), Amount), Type.Array(Type.Record(Type.String(), Amount))]),
)

export const VendorOffer = Type.Object({
  roomTypeID: Id,
  roomRate: Amount,
  ratePlanNamePublic: Text,
  ratePlanNamePrivate: Text,
  roomsAvailable: Amount,
  adultsExtraCharge: Charges,
  childrenExtraCharge: Charges,
  roomRateDetailed: list(Type.Object({ rate: Amount })),
  derivedType: Text,
})
export type VendorOffer = Static<typeof VendorOffer>

export const VendorOffers = Type.Object({
  propertyCurrency: Currencies,
  propertyRooms: Type.Array(VendorOffer),
})

const Charge = Type.Object({ feeValue: Amount })
export const VendorCharges = Type.Object({
  fees: list(Charge),
  taxes: list(Charge),
  roomsTotalWithoutTaxes: Amount,
  grandTotal: Type.Union([Type.Number(), Type.String({ minLength: 1 })]),
})
export type VendorCharges = Static<typeof VendorCharges>

export const VendorRateJob = Type.Object({
  jobReferenceID: Id,
  status: Type.String(),
  updates: list(
    Type.Object({ rateID: MaybeId, action: Text, startDate: Text, endDate: Text, message: Text }),
  ),
})
export type VendorRateJob = Static<typeof VendorRateJob>
