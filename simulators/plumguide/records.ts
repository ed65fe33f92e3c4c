import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const listingFields = {
  id: 'key',
  listingName: 'text',
  /** `Approved`, `InReview` or `Rejected`; only approved listings are listed and take a calendar. */
  status: 'text',
  address1: 'text',
  city: 'text',
  country: 'text',
  postalCode: 'text',
  latitude: 'number',
  longitude: 'number',
  propertyId: 'text',
  sourcePropertyId: 'text',
  propertyType: 'text',
  currencyCode: 'text',
  checkIn: 'text',
  checkOut: 'text',
  maxOccupancy: 'int',
  bedrooms: 'int',
  bathrooms: 'number',
  beds: 'int',
  homeDescription: 'text',
  amenities: 'texts',
  photos: 'list',
  instantBook: 'bool',
  /** `Standard` or `LosMatrix`. */
  pricingModel: 'text',
  nightlyPrice: 'number',
  weekendPrice: 'number',
  cleaningFee: 'number',
  externalUrl: 'text',
  managedBy: 'text',
} as const satisfies FieldTable
export type Listing = VendorRow<typeof listingFields>

export const bookingFields = {
  bookingCode: 'key',
  listingId: 'key',
  /** `Requested`, `Confirmed`, `Declined` or `Cancelled`. */
  status: 'text',
  checkIn: 'day',
  checkOut: 'day',
  guests: 'object',
  guestName: 'text',
  /** A proxy address of the vendor. */
  guestEmail: 'text',
  totalPrice: 'number',
  cleaningFee: 'number',
  losDiscount: 'number',
  currencyCode: 'text',
  createdAt: 'instant',
  cancelledAt: 'instant',
  notes: 'text',
} as const satisfies FieldTable
export type Booking = VendorRow<typeof bookingFields>

/** Nights that are closed to guests; both ends are included. */
export interface BlockedDates {
  from: string
  to: string
  type: 'Booking' | 'Local' | 'External'
}

export interface CustomPrice {
  from: string
  to: string
  price: number
}

export interface Restrictions {
  minNights: number
  bookingWindowDays: number
  /** Names of the days of arrival and departure; an empty list allows all. */
  changeOverDays: string[]
}
