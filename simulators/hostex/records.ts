import type { FieldTable, VendorRow } from '../kit/fields.ts'

export interface ChannelListing {
  channel_type: string
  listing_id: string
  currency: string
}

export const propertyFields = {
  id: 'id',
  title: 'text',
  channels: 'list',
  groups: 'list',
  tags: 'list',
  cover: 'object',
  default_checkin_time: 'text',
  default_checkout_time: 'text',
  timezone: 'text',
  wifi_ssid: 'text',
  wifi_password: 'text',
  wifi_remarks: 'text',
  address: 'text',
  longitude: 'text',
  latitude: 'text',
} as const satisfies FieldTable
export type Property = Omit<VendorRow<typeof propertyFields>, 'channels'> & { channels: ChannelListing[] }

export const reservationFields = {
  reservation_code: 'key',
  stay_code: 'key',
  channel_id: 'text',
  property_id: 'int',
  channel_type: 'text',
  listing_id: 'text',
  check_in_date: 'day',
  check_out_date: 'day',
  number_of_guests: 'int',
  number_of_adults: 'int',
  number_of_children: 'int',
  number_of_infants: 'int',
  number_of_pets: 'int',
  status: 'text',
  stay_status: 'text',
  guest_name: 'text',
  guest_phone: 'text',
  guest_email: 'text',
  cancelled_at: 'text',
  booked_at: 'text',
  created_at: 'text',
  creator: 'text',
  rates: 'object',
  check_in_details: 'object',
  remarks: 'text',
  channel_remarks: 'text',
  conversation_id: 'text',
  tags: 'texts',
  custom_channel: 'object',
  guests: 'list',
  custom_fields: 'object',
  in_reservation_box: 'bool',
} as const satisfies FieldTable
export type Reservation = VendorRow<typeof reservationFields>

export interface Message {
  id: string
  sender_role: 'host' | 'guest'
  sender_name: string | null
  sources: string[]
  display_type: string
  content: string
  attachment: object | null
  created_at: string
}

interface WrittenText {
  score?: number
  content: string
  created_at: string
}

/** The control interface knows a review by the code of its reservation. */
export interface Review {
  id: string
  reservation_code: string
  property_id: number
  channel_type: string
  listing_id: string
  check_in_date: string
  check_out_date: string
  host_review: WrittenText | null
  guest_review: WrittenText | null
  host_reply: WrittenText | null
}
