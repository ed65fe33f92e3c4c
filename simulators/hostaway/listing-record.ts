import type { VendorRow } from '../kit/fields.ts'

/** Names and kinds of the vendor's listing object, from its documentation. */
export const listingFields = {
  id: 'id',
  propertyTypeId: 'int',
  name: 'text',
  externalListingName: 'text',
  internalListingName: 'text',
  description: 'text',
  houseRules: 'text',
  keyPickup: 'text',
  specialInstruction: 'text',
  doorSecurityCode: 'text',
  country: 'text',
  countryCode: 'text',
  state: 'text',
  city: 'text',
  street: 'text',
  address: 'text',
  publicAddress: 'text',
  zipcode: 'text',
  price: 'number',
  starRating: 'number',
  averageReviewRating: 'number',
  weeklyDiscount: 'number',
  monthlyDiscount: 'number',
  propertyRentTax: 'number',
  guestPerPersonPerNightTax: 'number',
  guestStayTax: 'number',
  guestNightlyTax: 'number',
  guestBathroomsNumber: 'int',
  refundableDamageDeposit: 'number',
  personCapacity: 'int',
  maxChildrenAllowed: 'int',
  maxInfantsAllowed: 'int',
  maxPetsAllowed: 'int',
  lat: 'number',
  lng: 'number',
  checkInTimeStart: 'int',
  checkInTimeEnd: 'int',
  checkOutTime: 'int',
  cancellationPolicy: 'text',
  cancellationPolicyId: 'int',
  squareMeters: 'int',
  specialStatus: 'text',
  roomType: 'text',
  bathroomType: 'text',
  bedroomsNumber: 'int',
  bedsNumber: 'int',
  bathroomsNumber: 'int',
  minNights: 'int',
  maxNights: 'int',
  guestsIncluded: 'int',
  cleaningFee: 'number',
  priceForExtraPerson: 'number',
  instantBookable: 'flag',
  instantBookableLeadTime: 'int',
  allowSameDayBooking: 'flag',
  sameDayBookingLeadTime: 'int',
  contactName: 'text',
  contactSurName: 'text',
  contactPhone1: 'text',
  contactPhone2: 'text',
  contactLanguage: 'text',
  contactEmail: 'text',
  contactAddress: 'text',
  language: 'text',
  currencyCode: 'text',
  timeZoneName: 'text',
  wifiUsername: 'text',
  wifiPassword: 'text',
  cleannessStatus: 'text',
  cleaningInstruction: 'text',
  cleannessStatusUpdatedOn: 'stamp',
  homeawayPropertyName: 'text',
  homeawayPropertyHeadline: 'text',
  homeawayPropertyDescription: 'text',
  bookingcomPropertyName: 'text',
  bookingcomPropertyDescription: 'text',
  propertyLicenseNumber: 'text',
  propertyLicenseType: 'text',
  partnersListingMarkup: 'number',
  airbnbOfficialListingMarkup: 'number',
  bookingEngineMarkup: 'number',
  homeawayApiMarkup: 'number',
  marriottListingMarkup: 'number',
  airbnbListingUrl: 'text',
  vrboListingUrl: 'text',
  googleVrListingUrl: 'text',
  airbnbName: 'text',
  airbnbSummary: 'text',
  airbnbSpace: 'text',
  airbnbAccess: 'text',
  airbnbInteraction: 'text',
  airbnbNeighborhoodOverview: 'text',
  airbnbTransit: 'text',
  airbnbNotes: 'text',
  listingAmenities: 'list',
  listingBedTypes: 'list',
  listingImages: 'list',
  customFieldValues: 'list',
  bookingEngineUrls: 'list',
  insertedOn: 'stamp',
  latestActivityOn: 'stamp',
} as const

export type Listing = VendorRow<typeof listingFields>

/** Sent unless `includeResources` is switched off. */
export const listingResources = [
  'listingAmenities',
  'listingBedTypes',
  'listingImages',
  'customFieldValues',
] as const

/** Sent only if `attachObjects[]` names them. */
export const listingAttachments = ['bookingEngineUrls'] as const

/** A unit of a listing that stands for several equal units. */
export interface ListingUnit {
  id: number
  name: string
  ground: string | null
  unitNumber: string
  listingMapIdUnit: string
}

/** Nights closed by hand; both ends are included. */
export interface CalendarBlock {
  listingMapId: number
  from: string
  to: string
  note: string | null
}
