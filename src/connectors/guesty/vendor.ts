/**
 * The parts of Guesty's answers that are read. Everything but ids is optional and may be null: what nobody has filled
 * in does not come, and what is not named in `fields` does not come either.
 */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Amount, Flag, list, maybe, MaybeId, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'

const Texts = list(Type.Union([Type.String(), Type.Null()]))
/** `c`: the sub-units of a multi-unit; `p`: the multi-unit of a sub-unit. */
const Family = part({ c: Texts, p: Text })

const Picture = { original: Text, large: Text, regular: Text, thumbnail: Text, caption: Text }

export const address = { full: Text, street: Text, city: Text, state: Text, zipcode: Text, country: Text }

/** Who comes, as every booking counts them. */
export const party = {
  guestsCount: Amount,
  numberOfGuests: part({
    numberOfAdults: Amount,
    numberOfChildren: Amount,
    numberOfInfants: Amount,
    numberOfPets: Amount,
  }),
}

export const VendorListing = Type.Object({
  _id: TextId,
  title: Text,
  nickname: Text,
  type: Text,
  mtl: Family,
  isListed: Flag,
  active: Flag,
  pms: part({ active: Flag }),
  propertyType: Text,
  roomType: Text,
  accommodates: Amount,
  bedrooms: Amount,
  bathrooms: Amount,
  beds: Amount,
  address: part({ ...address, countryCode: Text, lat: Amount, lng: Amount }),
  timezone: Text,
  defaultCheckInTime: Text,
  defaultCheckOutTime: Text,
  picture: part(Picture),
  pictures: list(Type.Object(Picture)),
  amenities: Texts,
  amenitiesNotIncluded: Texts,
  terms: part({ minNights: Amount, maxNights: Amount }),
  prices: part({ currency: Text, basePrice: Amount }),
  publicDescription: part({
    summary: Text,
    space: Text,
    access: Text,
    neighborhood: Text,
    transit: Text,
    notes: Text,
    interactionWithGuests: Text,
    houseRules: Text,
  }),
  integrations: list(
    Type.Object({
      platform: Text,
      active: Flag,
      externalUrl: Text,
      airbnb2: part({ id: MaybeId }),
      bookingCom: part({ id: MaybeId, hotelId: MaybeId }),
    }),
  ),
  cleaningStatus: part({ value: Text }),
})
export type VendorListing = Static<typeof VendorListing>

/** Everything the mapping of a listing reads, for `fields`. */
export const listingFields = Object.keys(VendorListing.properties).join(' ')

export const VendorDay = Type.Object({
  date: Type.String(),
  status: Text,
  price: Amount,
  minNights: Amount,
  allotment: Amount,
  cta: Flag,
  ctd: Flag,
})
export type VendorDay = Static<typeof VendorDay>

export const VendorGuest = Type.Object({
  _id: Text,
  firstName: Text,
  lastName: Text,
  fullName: Text,
  email: Text,
  phone: Text,
  hometown: Text,
  preferredLanguage: Type.Optional(Type.Unknown()),
  address: part({ street: Text, city: Text, country: Text, countryCode: Text, zipCode: Text }),
  picture: part({ regular: Text, thumbnail: Text }),
})
export type VendorGuest = Static<typeof VendorGuest>

export const VendorInvoiceItem = Type.Object({
  title: Text,
  type: Text,
  normalType: Text,
  amount: Amount,
  currency: Text,
  isTax: Flag,
})
export type VendorInvoiceItem = Static<typeof VendorInvoiceItem>

export const VendorMoney = Type.Object({
  currency: Text,
  invoiceItems: list(VendorInvoiceItem),
  fareAccommodation: Amount,
  fareAccommodationAdjusted: Amount,
  fareAccommodationDiscount: Amount,
  fareCleaning: Amount,
  hostServiceFee: Amount,
  hostServiceFeeIncTax: Amount,
  subTotalPrice: Amount,
  totalTaxes: Amount,
  hostPayout: Amount,
  isFullyPaid: Flag,
})
export type VendorMoney = Static<typeof VendorMoney>

export const VendorReservation = Type.Object({
  _id: TextId,
  listingId: TextId,
  /** The newer names of the listing and of the unit; the older ones stand for either. */
  unitTypeId: Text,
  unitId: Text,
  listing: part({ type: Text, mtl: Family, timezone: Text }),
  status: Text,
  source: Text,
  integration: part({ platform: Text }),
  confirmationCode: Text,
  guestId: Text,
  guest: maybe(VendorGuest),
  checkIn: Text,
  checkOut: Text,
  checkInDateLocalized: Text,
  checkOutDateLocalized: Text,
  plannedArrival: Text,
  plannedDeparture: Text,
  ...party,
  money: maybe(VendorMoney),
  createdAt: Text,
  reservedAt: Text,
  confirmedAt: Text,
  canceledAt: Text,
  preApproveState: Flag,
  canceledBy: Text,
  lastUpdatedAt: Text,
})
export type VendorReservation = Static<typeof VendorReservation>

const { listing: _listing, ...ownFields } = VendorReservation.properties
/** Everything the mapping of a reservation reads, for `fields`. */
export const reservationFields = `${Object.keys(ownFields).join(' ')} listing.type listing.mtl listing.timezone`
