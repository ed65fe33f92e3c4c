import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  id: 'id',
  account: 'object',
  name: 'text',
  propertyType: 'text',
  currency: 'text',
  address: 'text',
  city: 'text',
  state: 'text',
  country: 'text',
  postcode: 'text',
  latitude: 'number',
  longitude: 'number',
  email: 'text',
  checkInStart: 'text',
  checkInEnd: 'text',
  checkOutEnd: 'text',
  offerType: 'text',
  featureCodes: 'list',
  texts: 'list',
} as const satisfies FieldTable

export const roomFields = {
  id: 'id',
  propertyId: 'int',
  name: 'text',
  roomType: 'text',
  qty: 'int',
  maxPeople: 'int',
  maxAdult: 'int',
  maxChildren: 'int',
  minStay: 'int',
  maxStay: 'int',
  rackRate: 'number',
  cleaningFee: 'number',
  securityDeposit: 'number',
  roomSize: 'int',
  blockAfterCheckOutDays: 'int',
  featureCodes: 'list',
  texts: 'list',
  units: 'list',
} as const satisfies FieldTable

const guestTable = {
  title: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  phone: 'text',
  mobile: 'text',
  company: 'text',
  address: 'text',
  city: 'text',
  state: 'text',
  postcode: 'text',
  country: 'text',
  country2: 'text',
  comments: 'text',
} as const satisfies FieldTable

export const guestFields = Object.keys(guestTable) as (keyof typeof guestTable)[]

export const bookingFields = {
  id: 'id',
  masterId: 'int',
  propertyId: 'int',
  roomId: 'int',
  unitId: 'int',
  roomQty: 'int',
  status: 'text',
  subStatus: 'text',
  statusCode: 'int',
  arrival: 'day',
  departure: 'day',
  numAdult: 'int',
  numChild: 'int',
  ...guestTable,
  arrivalTime: 'text',
  notes: 'text',
  message: 'text',
  groupNote: 'text',
  flagColor: 'text',
  flagText: 'text',
  lang: 'text',
  price: 'number',
  deposit: 'number',
  tax: 'number',
  commission: 'number',
  rateDescription: 'text',
  offerId: 'int',
  referer: 'text',
  reference: 'text',
  apiSourceId: 'int',
  apiSource: 'text',
  channel: 'text',
  apiReference: 'text',
  apiMessage: 'text',
  bookingTime: 'instant',
  modifiedTime: 'instant',
  cancelTime: 'instant',
} as const satisfies FieldTable

export type Property = VendorRow<typeof propertyFields>
export type Room = VendorRow<typeof roomFields>
export type Booking = VendorRow<typeof bookingFields>

export interface Message {
  id: number
  bookingId: number
  propertyId: number
  roomId: number
  read: boolean
  message: string
  attachment: string | null
  attachmentName: string | null
  attachmentMimeType: string | null
  source: 'host' | 'guest' | 'internalNote' | 'system'
  time: string
  authorOwnerId: number | null
}

export interface AirbnbReview {
  id: string
  roomId: number
  overall_rating: number
  category_ratings: { category: string; comment: string; rating: number; review_category_tags: string[] }[]
  public_review: string
  private_feedback: string
  reviewee_response: string | null
  responded_at: string | null
  reviewee_role: string
  reviewer_role: string
  hidden: boolean
  submitted: boolean
  submitted_at: string
  first_completed_at: string
}

export interface BookingReview {
  review_id: string
  propertyId: number
  created_timestamp: string
  last_change_timestamp: string
  content: { language_code: string; headline: string; positive: string; negative: string }
  reservation_id: number
  scoring: Record<string, number | null>
  reviewer: { country_code: string; name: string; is_genius: boolean }
  reply: { text: string; last_change_timestamp: string } | null
}
