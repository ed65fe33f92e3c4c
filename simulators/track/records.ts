import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const unitFields = {
  id: 'id',
  name: 'text',
  shortName: 'text',
  unitCode: 'text',
  headline: 'text',
  shortDescription: 'text',
  longDescription: 'text',
  houseRules: 'text',
  nodeId: 'int',
  unitType: 'object',
  lodgingType: 'object',
  directions: 'text',
  timezone: 'text',
  checkinTime: 'text',
  checkoutTime: 'text',
  streetAddress: 'text',
  extendedAddress: 'text',
  locality: 'text',
  region: 'text',
  postal: 'text',
  country: 'text',
  latitude: 'number',
  longitude: 'number',
  petsFriendly: 'bool',
  maxPets: 'int',
  floors: 'int',
  maxOccupancy: 'int',
  bedrooms: 'int',
  fullBathrooms: 'int',
  threeQuarterBathrooms: 'int',
  halfBathrooms: 'int',
  bedTypes: 'list',
  amenities: 'list',
  coverImage: 'text',
  isActive: 'bool',
  updatedAt: 'instant',
} as const satisfies FieldTable
export type Unit = VendorRow<typeof unitFields>

/** What the API shows as embedded stands beside the other fields here. */
export const reservationFields = {
  id: 'id',
  alternates: 'texts',
  currency: 'text',
  unitId: 'id',
  isUnitAssigned: 'bool',
  arrivalDate: 'day',
  departureDate: 'day',
  arrivalTime: 'text',
  departureTime: 'text',
  nights: 'int',
  status: 'text',
  cancelledAt: 'instant',
  occupants: 'list',
  guestBreakdown: 'object',
  contactId: 'int',
  channelId: 'int',
  subChannel: 'text',
  source: 'text',
  typeId: 'int',
  holdExpiresAt: 'instant',
  uuid: 'text',
  bookedAt: 'instant',
  createdAt: 'instant',
  updatedAt: 'instant',
  contact: 'object',
  type: 'object',
} as const satisfies FieldTable
export type Reservation = VendorRow<typeof reservationFields>

export interface Contact {
  id: number
  firstName: string
  lastName: string
  primaryEmail: string | null
  cellPhone: string | null
  country: string
  createdAt: string
  updatedAt: string
}

/** Names neither unit nor stay, but the world does, to remove it with its stay. */
export interface ChannelReview {
  id: number
  overAllRating: number
  hostReviewStatus: string
  hostResponseStatus: string
  channelReviews: object[]
  channelReviewResponse: object[]
  updatedAt: string
}
