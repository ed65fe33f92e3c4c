import type { VendorRow } from '../kit/fields.ts'

export const bookingFields = {
  id: 'id',
  user_id: 'int',
  arrival: 'day',
  departure: 'day',
  property_id: 'id',
  rooms: 'list',
  guest: 'object',
  language: 'text',
  status: 'text',
  is_unavailable: 'bool',
  is_overbooked: 'bool',
  tentative_expires_at: 'text',
  source: 'text',
  source_text: 'text',
  created_from_ip: 'text',
  created_at: 'text',
  updated_at: 'text',
  canceled_at: 'text',
  is_new: 'bool',
  is_deleted: 'bool',
  currency_code: 'text',
  total_amount: 'number',
  subtotals: 'object',
  amount_paid: 'number',
  amount_due: 'number',
  quote: 'object',
  transactions: 'list',
  damage_protection: 'list',
  notes: 'text',
  thread_uid: 'text',
  external_booking: 'text',
  check_in: 'object',
  check_out: 'object',
} as const

export type Booking = VendorRow<typeof bookingFields>

/** Only the older version of the API knows these questions about a place. */
export const enquiryFields = {
  id: 'id',
  status: 'text',
  source: 'text',
  source_text: 'text',
  guest: 'object',
  arrival: 'day',
  departure: 'day',
  people: 'int',
  total_guest_breakdown: 'object',
  property_id: 'id',
  property_name: 'text',
  rooms: 'list',
  created_at: 'text',
  is_replied: 'bool',
  updated_at: 'text',
  is_deleted: 'bool',
  date_deleted: 'text',
  total_amount: 'number',
  total_paid: 'number',
  amount_to_pay: 'number',
  thread_uid: 'text',
  note: 'text',
} as const

export type Enquiry = VendorRow<typeof enquiryFields>

export interface Guest {
  name: string | null
  email: string | null
  phone: string | null
  country_code: string | null
}

export interface GuestBreakdown {
  adults: number
  children: number
  infants: number
  pets: number
}

export interface BookedRoom {
  room_type_id: number
  guest_breakdown: GuestBreakdown
  people: number
  key_code: string | null
}

export const nobody: Guest = { name: null, email: null, phone: null, country_code: null }

/** Rows without a thread carry this id. */
export const noThread = '00000000-0000-0000-0000-000000000000'

export const roomsOf = (row: { rooms: readonly object[] | null }): BookedRoom[] =>
  (row.rooms ?? []) as BookedRoom[]

export const guestOf = (row: { guest: object | null }): Guest => (row.guest ?? nobody) as Guest

export interface Thread {
  thread_uid: string
  /** `B` or `E`, followed by the number of the booking or enquiry. */
  inbox_uid: string
  guest_name: string | null
  guest_email: string | null
  last_message_date: string
  is_read: boolean
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
