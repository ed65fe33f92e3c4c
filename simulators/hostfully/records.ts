import type { FieldKind, VendorRow } from '../kit/fields.ts'

const each = <K extends FieldKind, N extends string>(kind: K, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<N, K>

export const propertyFields = {
  ...each('key', 'uid'),
  ...each('text', 'name', 'propertyType', 'listingType', 'timeZone', 'bathrooms', 'externalId'),
  ...each('text', 'pictureLink', 'webLink', 'wifiNetwork', 'wifiPassword'),
  ...each('int', 'bedrooms', 'beds'),
  ...each('bool', 'isActive'),
  ...each('object', 'address', 'availability', 'pricing', 'airbnbData'),
}
export type Property = Omit<VendorRow<typeof propertyFields>, 'availability' | 'pricing'> & {
  availability: { checkInTimeStart: number; checkOutTime: number } & Record<string, unknown>
  pricing: { currency: string } & Record<string, unknown>
}

/** Leads are kept flat, so that every field can be set; answers nest them. */
export const leadFields = {
  ...each('key', 'uid', 'propertyUid'),
  ...each('text', 'type', 'status', 'channel', 'source', 'externalBookingId', 'notes', 'extraNotes'),
  ...each('text', 'guestUid', 'firstName', 'lastName', 'email', 'phoneNumber', 'countryCode', 'threadUid'),
  ...each('day', 'checkInDate', 'checkOutDate'),
  ...each('int', 'adultCount', 'childrenCount', 'infantCount', 'petCount'),
  ...each('instant', 'bookedUtcDateTime', 'createdUtcDateTime', 'updatedUtcDateTime'),
  ...each('instant', 'orderUpdatedUtcDateTime'),
  ...each('object', 'order'),
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
