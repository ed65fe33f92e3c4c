import type { FieldTable, VendorRow } from '../kit/fields.ts'

/** Numeric ids exceed the exact numbers of JSON readers, so all ids are text. */
export const listingFields = {
  id: 'key',
  host_id: 'key',
  name: 'text',
  listing_nickname: 'text',
  property_type_group: 'text',
  property_type_category: 'text',
  room_type_category: 'text',
  bedrooms: 'int',
  bathrooms: 'number',
  beds: 'int',
  amenity_categories: 'texts',
  accessibility_features: 'texts',
  street: 'text',
  apt: 'text',
  city: 'text',
  state: 'text',
  zipcode: 'text',
  country_code: 'text',
  lat: 'number',
  lng: 'number',
  person_capacity: 'int',
  check_in_option: 'object',
  house_manual: 'text',
  directions: 'text',
  wifi_network: 'text',
  wifi_password: 'text',
  quiet_hours: 'texts',
  total_inventory_count: 'int',
  property_external_id: 'text',
  has_availability: 'bool',
  deactivation_reason: 'text',
  synchronization_category: 'text',
} as const satisfies FieldTable
export type Listing = VendorRow<typeof listingFields>

export const reservationFields = {
  confirmation_code: 'key',
  listing_id_str: 'key',
  host_id: 'key',
  thread_id_str: 'text',
  special_offer_id: 'text',
  rate_plan_id: 'text',
  status_type: 'text',
  start_date: 'day',
  end_date: 'day',
  nights: 'int',
  check_in_datetime: 'text',
  check_out_datetime: 'text',
  number_of_guests: 'int',
  guest_details: 'object',
  guest_id: 'text',
  guest_first_name: 'text',
  guest_last_name: 'text',
  guest_email: 'text',
  guest_phone_numbers: 'texts',
  guest_preferred_locale: 'text',
  host_currency: 'text',
  listing_base_price_accurate: 'text',
  listing_host_fee_accurate: 'text',
  expected_payout_amount_accurate: 'text',
  total_paid_amount_accurate: 'text',
  standard_fees_details: 'list',
  airbnb_collected_tax_amount_accurate: 'text',
  pass_through_tax_amount_accurate: 'text',
  listing_cancellation_payout_accurate: 'text',
  booked_at: 'instant',
  created_at: 'instant',
  updated_at: 'instant',
} as const satisfies FieldTable
export type Reservation = VendorRow<typeof reservationFields>

/** A host who can sign in to the browser page. */
export interface Host {
  id: string
  first_name: string
  last_name: string
  email: string
  /** Other software that manages this host's listings; a host has at most one. */
  managedBy: string | null
  /** A co-host works for another host and has no listings to give access to. */
  isCohost: boolean
}

/** Settings written for a night; absent ones follow the listing's rules. */
export interface Night {
  availability?: 'available' | 'unavailable'
  busy_subtype?: string
  platform?: string
  other_platform_name?: string
  /** Units left when it was written, and units sold by then. */
  available_count?: number
  soldBefore?: number
  /** When it was closed. */
  closedAtMs?: number
  daily_price?: number
  min_nights?: number
  max_nights?: number
  closed_to_arrival?: boolean
  closed_to_departure?: boolean
  notes?: string
}

export interface Party {
  number_of_adults: number
  number_of_children: number
  number_of_infants: number
}
