/**
 * Only these parts of the vendor's rows are read. Names in answers are those of the documented requests, or
 * ours.
 */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, part, rows, Text } from '../../connector-kit/vendor-fields.ts'

export const VendorListing = Type.Object({
  id: Id,
  listingName: Text,
  address1: Text,
  city: Text,
  country: Text,
  postalCode: Text,
  latitude: Amount,
  longitude: Amount,
  propertyType: Text,
  currencyCode: Text,
  checkIn: Text,
  checkOut: Text,
  maxOccupancy: Amount,
  bedrooms: Amount,
  bathrooms: Amount,
  beds: Amount,
  homeDescription: Text,
  amenities: list(Type.Unknown()),
  photos: rows({ url: Text, caption: Text }),
  nightlyPrice: Amount,
  weekendPrice: Amount,
})
export type VendorListing = Static<typeof VendorListing>

/** A home requested by its id need not repeat it. */
export const VendorHome = Type.Partial(VendorListing)
export type VendorHome = Static<typeof VendorHome>

export const VendorBooking = Type.Object({
  bookingCode: Type.String({ minLength: 1 }),
  listingId: Id,
  status: Text,
  checkIn: Type.String(),
  checkOut: Type.String(),
  guests: part({ adults: Amount, children: Amount, infants: Amount }),
  guestName: Text,
  guestEmail: Text,
  totalPrice: Amount,
  cleaningFee: Amount,
  losDiscount: Amount,
  currencyCode: Text,
  createdAt: Text,
  cancelledAt: Text,
})
export type VendorBooking = Static<typeof VendorBooking>

/** Both ends are included. */
const span = { from: Type.String(), to: Type.String() }

export const VendorBlock = Type.Object({ ...span, type: Text })
export type VendorBlock = Static<typeof VendorBlock>

export const VendorCustomPrice = Type.Object({ ...span, price: Type.Number() })
export type VendorCustomPrice = Static<typeof VendorCustomPrice>

export const VendorRestrictions = Type.Object({
  minNights: Amount,
  bookingWindowDays: Amount,
  changeOverDays: list(Type.String()),
})

export const VendorWebhook = Type.Object({
  isActive: Flag,
  endpoints: part({ bookings: Text }),
})

export const VendorEvent = Type.Object({ bookingCode: Type.String({ minLength: 1 }) })
