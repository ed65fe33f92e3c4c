import type { FieldTable, VendorRow } from '../kit/fields.ts'

/** Rows hold ids of other records flat; answers show them under `links`. */
export const rentalFields = {
  id: 'id',
  name: 'text',
  headline: 'object',
  summary: 'object',
  description: 'object',
  rental_type: 'text',
  bedrooms_count: 'int',
  bathrooms_count: 'int',
  sleeps: 'int',
  sleeps_max: 'int',
  stories_count: 'int',
  surface: 'int',
  surface_unit: 'text',
  currency: 'text',
  base_rate: 'text',
  base_rate_kind: 'text',
  lat: 'number',
  lng: 'number',
  address1: 'text',
  address2: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  country_code: 'text',
  checkin_time: 'int',
  checkin_end_time: 'int',
  checkout_time: 'int',
  absolute_min_stay: 'int',
  nightly_rates_managed_externally: 'bool',
  published_at: 'instant',
  created_at: 'instant',
  updated_at: 'instant',
} as const satisfies FieldTable
export type Rental = VendorRow<typeof rentalFields>

export const bookingFields = {
  id: 'id',
  rental: 'id',
  client: 'object',
  source: 'text',
  conversation: 'int',
  status: 'text',
  reference: 'text',
  external_reference: 'text',
  booked: 'bool',
  unavailable: 'bool',
  tentative_expires_at: 'instant',
  start_at: 'instant',
  end_at: 'instant',
  adults: 'int',
  children: 'int',
  currency: 'text',
  initial_price: 'text',
  initial_rental_price: 'text',
  final_rental_price: 'text',
  final_price: 'text',
  discount: 'text',
  commission: 'text',
  paid_amount: 'text',
  payment_left_to_collect: 'text',
  damage_deposit: 'text',
  bookings_fees: 'list',
  bookings_taxes: 'list',
  notes: 'text',
  cancelation_reason: 'text',
  owned_by_app: 'bool',
  created_at: 'instant',
  updated_at: 'instant',
  canceled_at: 'instant',
} as const satisfies FieldTable
export type Booking = VendorRow<typeof bookingFields>

export interface Client {
  id: number
  fullname: string
  firstname?: string
  lastname?: string
  emails: object[]
  phones: object[]
  addresses: object[]
  preferred_locale: string | null
  created_at: string
  updated_at: string
}

export interface Message {
  id: number
  conversation: number
  sender: number
  content: string
  channel: string | null
  origin: string
  visibility: 'internal' | 'external'
  attachments: number[]
  sent_at: string | null
  created_at: string
  updated_at: string
}

export interface Review {
  id: number
  rental: number
  booking: number
  source: string | null
  rating: number
  title: string | null
  comment: string
  private_comment: string | null
  name: string
  criteria: object
  submitted_at: string
  created_at: string
  updated_at: string
}
