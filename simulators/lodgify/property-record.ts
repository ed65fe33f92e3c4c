import { heldOr } from '../kit/server.ts'
import { notFound } from './failure.ts'
import type { VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  id: 'id',
  name: 'text',
  internal_name: 'text',
  description: 'text',
  latitude: 'number',
  longitude: 'number',
  address: 'text',
  hide_address: 'bool',
  zip: 'text',
  city: 'text',
  state: 'text',
  country_code: 'text',
  country: 'text',
  image_url: 'text',
  has_addons: 'bool',
  has_agreement: 'bool',
  agreement_text: 'text',
  agreement_url: 'text',
  contact: 'object',
  rating: 'number',
  price_unit_in_days: 'int',
  min_price: 'number',
  original_min_price: 'number',
  max_price: 'number',
  original_max_price: 'number',
  in_out_max_date: 'text',
  currency_code: 'text',
  created_at: 'text',
  updated_at: 'text',
  is_active: 'bool',
  subscription_plans: 'list',
} as const

export type Property = VendorRow<typeof propertyFields>

/** A property has one rented room type, a guest house several. */
export const roomTypeFields = {
  id: 'id',
  name: 'text',
  description: 'text',
  images: 'list',
  amenities: 'object',
  breakfast_included: 'bool',
  has_parking: 'bool',
  adults_only: 'bool',
  pets_allowed: 'bool',
  show_additional_key_facts: 'bool',
  image_url: 'text',
  max_people: 'int',
  units: 'int',
  has_wifi: 'bool',
  has_meal_plan: 'bool',
  bedrooms: 'int',
  bathrooms: 'int',
  area_unit: 'text',
  area: 'number',
  min_price: 'number',
  original_min_price: 'number',
  max_price: 'number',
  original_max_price: 'number',
  price_unit_in_days: 'int',
} as const

export type RoomType = VendorRow<typeof roomTypeFields>

/** Settings of how a property is sold. */
export interface RateSettings {
  bookability: 'InstantBooking' | 'BookingRequest' | 'EnquiryOnly'
  check_in_hour: number | null
  check_out_hour: number | null
  booking_window_days: number
  advance_notice_days: number
  advance_notice_hours: number | null
  preparation_time_days: number
  cleaningFee: number
}

export interface PropertyRoom {
  property: Property
  room: RoomType
  settings: RateSettings
  /** The price of a night outside every season; null if nobody has entered rates. */
  nightly: number | null
}

/** Nights closed by hand; both ends are included. */
export interface ClosedPeriod {
  id: number
  from: string
  to: string
}

/** Returns the requested room type if it belongs to that property. */
export function lodgingOf(
  { lodgings }: { lodgings: ReadonlyMap<number, PropertyRoom> },
  roomTypeId: number | string | undefined,
  propertyId: number | string,
): PropertyRoom {
  const lodging = lodgings.get(Number(roomTypeId))
  return heldOr(lodging?.property.id === Number(propertyId) ? lodging : undefined, notFound)
}
