import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  id: 'id',
  name: 'text',
  external_name: 'text',
  key: 'text',
  internal_code: 'text',
  display_order: 'int',
  active: 'bool',
  currency_code: 'text',
  time_zone: 'text',
  bedrooms: 'int',
  bathrooms: 'number',
  bathrooms_full: 'int',
  bathrooms_half: 'int',
  max_guests: 'int',
  max_adults: 'int',
  max_pets: 'int',
  check_in: 'text',
  check_in_end: 'text',
  check_out: 'text',
  property_type: 'text',
  address: 'object',
  latitude: 'number',
  longitude: 'number',
  public_url: 'text',
  thumbnail_url: 'text',
} as const satisfies FieldTable
export type Property = VendorRow<typeof propertyFields>

export const bookingFields = {
  id: 'id',
  property_id: 'id',
  guest_id: 'int',
  guest: 'object',
  status: 'text',
  type: 'text',
  is_block: 'bool',
  title: 'text',
  arrival: 'day',
  departure: 'day',
  check_in: 'text',
  check_out: 'text',
  adults: 'int',
  children: 'int',
  infants: 'int',
  pets: 'int',
  listing_site: 'text',
  platform_reservation_number: 'text',
  thread_ids: 'list',
  total_amount: 'number',
  total_paid: 'number',
  total_owed: 'number',
  total_refunded: 'number',
  total_host_fees: 'number',
  currency_code: 'text',
  charges: 'list',
  notes: 'text',
  pending_action: 'text',
  pending_until_utc: 'instant',
  booked_utc: 'instant',
  canceled_utc: 'instant',
  created_utc: 'instant',
  updated_utc: 'instant',
} as const satisfies FieldTable
/** `thread_ids` is a list of numbers. */
export type Booking = Omit<VendorRow<typeof bookingFields>, 'thread_ids'> & { thread_ids: number[] }

export interface Message {
  id: number
  thread_id: number
  booking_id: number
  body: string
  /**
   * The vendor describes `direction`; public examples show `from_role` and `is_draft`. A message has one form or the
   * other.
   */
  direction?: 'incoming' | 'outgoing'
  from_role?: 'guest' | 'host'
  is_draft?: boolean
  is_automated: boolean
  sent_utc: string
}

export interface Review {
  id: number
  property_id: number
  booking_id: number
  rating: number
  title: string | null
  body: string
  reviewer_name: string
  listing_site: string | null
  created_utc: string
}
