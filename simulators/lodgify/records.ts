import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'
import type { World } from '../kit/world/world.ts'
import type { Source } from './vocabulary.ts'

const priceFields = ofKind('number', 'min_price', 'original_min_price', 'max_price', 'original_max_price')

export const propertyFields = {
  id: 'id',
  ...ofKind('text', 'name', 'internal_name', 'description', 'image_url', 'agreement_text', 'agreement_url'),
  ...ofKind('text', 'address', 'zip', 'city', 'state', 'country_code', 'country'),
  ...ofKind('text', 'in_out_max_date', 'currency_code', 'created_at', 'updated_at'),
  ...ofKind('bool', 'hide_address', 'has_addons', 'has_agreement', 'is_active'),
  ...ofKind('number', 'latitude', 'longitude', 'rating'),
  ...priceFields,
  price_unit_in_days: 'int',
  contact: 'object',
  subscription_plans: 'list',
} as const satisfies FieldTable

/** A property has one rented room type, a guest house several. */
export const roomTypeFields = {
  id: 'id',
  ...ofKind('text', 'name', 'description', 'image_url', 'area_unit'),
  ...ofKind('bool', 'breakfast_included', 'has_parking', 'adults_only', 'pets_allowed'),
  ...ofKind('bool', 'show_additional_key_facts', 'has_wifi', 'has_meal_plan'),
  ...ofKind('int', 'max_people', 'units', 'bedrooms', 'bathrooms', 'price_unit_in_days'),
  ...priceFields,
  area: 'number',
  images: 'list',
  amenities: 'object',
} as const satisfies FieldTable

const sharedFields = {
  ...ofKind('id', 'id', 'property_id'),
  ...ofKind('day', 'arrival', 'departure'),
  ...ofKind('text', 'status', 'source', 'source_text', 'created_at', 'updated_at', 'thread_uid'),
  rooms: 'list',
  guest: 'object',
  is_deleted: 'bool',
  total_amount: 'number',
} as const

export const bookingFields = {
  ...sharedFields,
  user_id: 'int',
  ...ofKind('text', 'language', 'tentative_expires_at', 'created_from_ip', 'canceled_at', 'currency_code'),
  ...ofKind('text', 'notes', 'external_booking'),
  ...ofKind('bool', 'is_unavailable', 'is_overbooked', 'is_new'),
  ...ofKind('number', 'amount_paid', 'amount_due'),
  ...ofKind('object', 'subtotals', 'quote', 'check_in', 'check_out'),
  ...ofKind('list', 'transactions', 'damage_protection'),
} as const satisfies FieldTable

/** Only the older version of the API knows these questions about a place. */
export const enquiryFields = {
  ...sharedFields,
  people: 'int',
  total_guest_breakdown: 'object',
  is_replied: 'bool',
  ...ofKind('text', 'date_deleted', 'note'),
  ...ofKind('number', 'total_paid', 'amount_to_pay'),
} as const satisfies FieldTable

export type Property = VendorRow<typeof propertyFields>
export type Room = VendorRow<typeof roomTypeFields> & { property_id: number }
export type Booking = VendorRow<typeof bookingFields>
export type Enquiry = VendorRow<typeof enquiryFields>

export type Guest = Record<'name' | 'email' | 'phone' | 'country_code', string | null>
export type GuestBreakdown = Record<'adults' | 'children' | 'infants' | 'pets', number>

export interface BookedRoom {
  room_type_id: number
  guest_breakdown: GuestBreakdown
  people: number
  key_code: string | null
}

export interface Message {
  id: number
  subject: string | null
  message: string
  type: 'Owner' | 'Renter'
  date_created: string
  attachments: object[]
  message_status: string
  is_read: boolean
}

export interface LodgifyKinds {
  /** A room type is what guests book. */
  home: Room
  stay: Booking | Enquiry
  message: Message
  review: never
  channel: Source
  /** A booking's status, or the kind of another row. */
  status: string
}

export type LodgifyWorld = World<LodgifyKinds>

/** Rows without a thread carry this id. */
export const noThread = '00000000-0000-0000-0000-000000000000'

export const nobody: Guest = { name: null, email: null, phone: null, country_code: null }

export const isBooking = (row: Booking | Enquiry): row is Booking => 'quote' in row

export const roomsOf = ({ rooms }: { rooms: readonly object[] | null }): BookedRoom[] =>
  (rooms ?? []) as BookedRoom[]

export const guestOf = ({ guest }: Booking | Enquiry): Guest => (guest ?? nobody) as Guest

/** Whether a row keeps its nights. Open bookings are requests and do not. */
export function holdsNights(row: Booking | Enquiry): boolean {
  if (!isBooking(row) || row.is_deleted === true) return false
  return row.is_unavailable === true || row.status === 'Booked' || row.status === 'Tentative'
}
