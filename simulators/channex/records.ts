import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'

/** A place with its room types. Control calls do not change it. */
export interface Property {
  id: string
  title: string
  is_active: boolean
  email: string
  phone: string
  currency: string
  country: string
  state: string
  city: string
  address: string
  zip_code: string
  latitude: string | null
  longitude: string | null
  timezone: string
  property_type: string
  content: object
  settings: { min_stay_type: string }
}

export const roomTypeFields = {
  ...ofKind('key', 'id', 'property_id'),
  title: 'text',
  ...ofKind('int', 'occ_adults', 'occ_children', 'occ_infants', 'default_occupancy', 'count_of_rooms'),
  room_kind: 'text',
  capacity: 'int',
  content: 'object',
} as const satisfies FieldTable
export type RoomType = VendorRow<typeof roomTypeFields>

/** The booked room stands flat here; `further_rooms` are those booked together with it. */
export const bookingFields = {
  ...ofKind('key', 'id', 'property_id', 'room_type_id'),
  ...ofKind('text', 'rate_plan_id', 'unique_id', 'ota_reservation_code', 'ota_name', 'status'),
  ...ofKind('day', 'arrival_date', 'departure_date'),
  ...ofKind('text', 'arrival_hour', 'amount', 'room_amount', 'currency', 'ota_commission'),
  further_rooms: 'list',
  ...ofKind('list', 'services', 'taxes'),
  ...ofKind('object', 'customer', 'occupancy', 'days'),
  ...ofKind('text', 'notes', 'payment_collect', 'payment_type', 'inserted_at', 'thread_id'),
} as const satisfies FieldTable
export type Booking = VendorRow<typeof bookingFields>

export interface Message {
  id: string
  thread_id: string
  message: string
  attachments: readonly string[]
  sender: 'guest' | 'property'
  inserted_at: string
  updated_at: string
}

export interface Review {
  id: string
  booking_id: string
  content: string | null
  guest_name: string | null
  is_hidden: boolean
  is_replied: boolean
  ota: string | null
  ota_reservation_id: string | null
  overall_score: number
  reply: string | null
  scores: readonly object[]
  tags: readonly string[]
  received_at: string
  inserted_at: string
  updated_at: string
}

export interface RatePlan {
  id: string
  room_type_id: string
  property_id: string
  title: string
  currency: string
  /** Prices of such a plan follow from those of another. */
  inherit_rate: boolean
}
