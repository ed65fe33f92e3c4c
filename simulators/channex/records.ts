import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'

/** A place with its room types. Control calls do not change it. */
export type Property = Record<'id' | 'title' | 'currency', string> & {
  settings: { min_stay_type: string; allow_availability_autoupdate_on_cancellation: boolean }
} & Record<string, unknown>

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

export type Message = Record<'id' | 'thread_id' | 'message' | 'inserted_at' | 'updated_at', string> & {
  attachments: readonly string[]
  sender: 'guest' | 'property'
}

export type Review = Record<'id' | 'booking_id', string> & Record<string, unknown>

/** Prices of a plan that inherits follow from those of another. */
export type RatePlan = Record<'id' | 'room_type_id' | 'property_id' | 'title' | 'currency', string> & {
  inherit_rate: boolean
}
