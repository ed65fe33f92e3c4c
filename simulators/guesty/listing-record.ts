import type { VendorRow } from '../kit/fields.ts'

/** The vendor's listing object: names and kinds as it describes them. */
export const listingFields = {
  _id: 'key',
  accountId: 'text',
  title: 'text',
  nickname: 'text',
  type: 'text',
  mtl: 'object',
  isListed: 'bool',
  active: 'bool',
  pms: 'object',
  propertyType: 'text',
  roomType: 'text',
  accommodates: 'int',
  bedrooms: 'int',
  bathrooms: 'number',
  beds: 'int',
  areaSquareFeet: 'number',
  address: 'object',
  publishedAddress: 'object',
  timezone: 'text',
  defaultCheckInTime: 'text',
  defaultCheckOutTime: 'text',
  picture: 'object',
  pictures: 'list',
  amenities: 'texts',
  amenitiesNotIncluded: 'texts',
  terms: 'object',
  prices: 'object',
  publicDescription: 'object',
  privateDescription: 'object',
  tags: 'texts',
  customFields: 'list',
  calendarRules: 'object',
  integrations: 'list',
  cleaningStatus: 'object',
  createdAt: 'instant',
  lastUpdatedAt: 'instant',
} as const

interface Prices {
  currency: string
  basePrice: number
  weekendBasePrice: number | null
  cleaningFee: number | null
}

interface Terms {
  minNights: number
  maxNights: number
  cancellation: string
}

/** `c`: the children of a multi-unit, `p`: the parent of a sub-unit. */
interface Mtl {
  c?: string[]
  p?: string
}

export type Listing = Omit<VendorRow<typeof listingFields>, 'prices' | 'terms' | 'mtl'> & {
  prices: Prices
  terms: Terms
  mtl: Mtl | null
}

/** Nights closed by hand, both ends included. */
export interface CalendarBlock {
  id: string
  listingId: string
  from: string
  to: string
  /** `m`: by the manager, `o`: by the owner. */
  type: 'm' | 'o'
}
