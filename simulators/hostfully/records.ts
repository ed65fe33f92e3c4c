import { ofKind, type VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  ...ofKind('key', 'uid'),
  ...ofKind('text', 'name', 'propertyType', 'listingType', 'timeZone', 'bathrooms', 'externalId'),
  ...ofKind('text', 'pictureLink', 'webLink', 'wifiNetwork', 'wifiPassword'),
  ...ofKind('int', 'bedrooms', 'beds'),
  ...ofKind('bool', 'isActive'),
  ...ofKind('object', 'address', 'availability', 'pricing', 'airbnbData'),
}
export type Property = Omit<VendorRow<typeof propertyFields>, 'availability' | 'pricing'> & {
  availability: { checkInTimeStart: number; checkOutTime: number } & Record<string, unknown>
  pricing: { currency: string } & Record<string, unknown>
}

/** Leads are kept flat, so that every field can be set; answers nest them. */
export const leadFields = {
  ...ofKind('key', 'uid', 'propertyUid'),
  ...ofKind('text', 'type', 'status', 'channel', 'source', 'externalBookingId', 'notes', 'extraNotes'),
  ...ofKind('text', 'guestUid', 'firstName', 'lastName', 'email', 'phoneNumber', 'countryCode', 'threadUid'),
  ...ofKind('day', 'checkInDate', 'checkOutDate'),
  ...ofKind('int', 'adultCount', 'childrenCount', 'infantCount', 'petCount'),
  ...ofKind('instant', 'bookedUtcDateTime', 'createdUtcDateTime', 'updatedUtcDateTime'),
  ...ofKind('instant', 'orderUpdatedUtcDateTime'),
  ...ofKind('object', 'order'),
}
export type Lead = VendorRow<typeof leadFields>

/** The control interface knows messages and reviews by `id`, answers by `uid`. */
export interface Message {
  id: string
  threadUid: string
  leadUid: string
  type: string | null
  status: string
  senderType: 'GUEST' | 'AGENCY'
  text: string
  attachments: object[]
  createdUtcDateTime: string
}

export interface Review {
  id: string
  propertyUid: string
  leadUid: string
  author: string | null
  title: string | null
  content: string
  rating: number
  source: string
  date: string
  privateFeedback: string | null
  ratingCategories: { category: string; rate: number }[]
  reviewResponse: object | null
  responseDateTimeUTC: string | null
}
