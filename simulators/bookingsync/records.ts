import { ofKind, type VendorRow } from '../kit/fields.ts'

/** Rows hold ids of other records flat; answers show them under `links`. */
export const rentalFields = {
  ...ofKind('id', 'id'),
  ...ofKind('text', 'name', 'rental_type', 'surface_unit', 'currency', 'base_rate', 'base_rate_kind'),
  ...ofKind('text', 'address1', 'address2', 'city', 'state', 'zip', 'country_code'),
  ...ofKind('object', 'headline', 'summary', 'description'),
  ...ofKind('int', 'bedrooms_count', 'bathrooms_count', 'sleeps', 'sleeps_max', 'stories_count', 'surface'),
  ...ofKind('int', 'checkin_time', 'checkin_end_time', 'checkout_time', 'absolute_min_stay'),
  ...ofKind('number', 'lat', 'lng'),
  ...ofKind('bool', 'nightly_rates_managed_externally'),
  ...ofKind('instant', 'published_at', 'created_at', 'updated_at'),
}
export type Rental = VendorRow<typeof rentalFields>

export const bookingFields = {
  ...ofKind('id', 'id', 'rental'),
  ...ofKind('object', 'client'),
  ...ofKind('text', 'source', 'status', 'reference', 'external_reference', 'currency', 'initial_price'),
  ...ofKind('text', 'initial_rental_price', 'final_rental_price', 'final_price', 'discount', 'commission'),
  ...ofKind('text', 'paid_amount', 'payment_left_to_collect', 'damage_deposit', 'notes'),
  ...ofKind('text', 'cancelation_reason'),
  ...ofKind('int', 'conversation', 'adults', 'children'),
  ...ofKind('bool', 'booked', 'unavailable', 'owned_by_app'),
  ...ofKind(
    'instant',
    'tentative_expires_at',
    'start_at',
    'end_at',
    'created_at',
    'updated_at',
    'canceled_at',
  ),
  ...ofKind('list', 'bookings_fees', 'bookings_taxes'),
}
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
