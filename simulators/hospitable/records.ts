import type { FieldTable, VendorRow } from '../kit/fields.ts'
import type { World } from '../kit/world/world.ts'
import type { StayKind } from './statuses.ts'

export const propertyFields = {
  id: 'key',
  name: 'text',
  public_name: 'text',
  picture: 'text',
  address: 'object',
  timezone: 'text',
  listed: 'bool',
  amenities: 'texts',
  description: 'text',
  summary: 'text',
  'check-in': 'text',
  'check-out': 'text',
  currency: 'text',
  capacity: 'object',
  room_details: 'list',
  house_rules: 'object',
  tags: 'texts',
  property_type: 'text',
  room_type: 'text',
  calendar_restricted: 'bool',
  parent_child: 'object',
  listings: 'list',
  details: 'object',
  bookings: 'object',
} as const satisfies FieldTable
export type PropertyRow = VendorRow<typeof propertyFields>

/** The account stores `property_id`; callers see the property itself, and only on request. */
export const reservationFields = {
  id: 'key',
  property_id: 'text',
  conversation_id: 'text',
  platform: 'text',
  platform_id: 'text',
  code: 'text',
  booking_date: 'text',
  arrival_date: 'text',
  departure_date: 'text',
  nights: 'int',
  check_in: 'text',
  check_out: 'text',
  last_message_at: 'text',
  status: 'text',
  reservation_status: 'object',
  status_history: 'list',
  guests: 'object',
  guest: 'object',
  financials: 'object',
  stay_type: 'text',
  notes: 'text',
  issue_alert: 'text',
} as const satisfies FieldTable
export type ReservationRow = VendorRow<typeof reservationFields>

/** An inquiry has its conversation's id. */
export const inquiryFields = {
  id: 'key',
  property_id: 'text',
  platform: 'text',
  platform_id: 'text',
  inquiry_date: 'text',
  arrival_date: 'text',
  departure_date: 'text',
  last_message_at: 'text',
  guests: 'object',
  guest: 'object',
} as const satisfies FieldTable
export type InquiryRow = VendorRow<typeof inquiryFields>

export interface Message {
  id: number
  platform: string
  platform_id: number
  conversation_id: string
  reservation_id: string | null
  content_type: string
  body: string
  attachments: { type: string; url: string }[]
  sender_type: 'host' | 'guest'
  sender_role: string | null
  sender: object
  user: object
  created_at: string
  source: 'platform' | 'hospitable' | 'automated'
  integration: string | null
  sent_reference_id: string | null
}

export interface Review {
  id: string
  property_id: string
  reservation_id: string
  platform: string
  public: { rating: number; review: string; response: string | null }
  private: {
    feedback: string | null
    detailed_ratings: { type: string; rating: number; comment: string | null }[]
  }
  responded_at: string | null
  reviewed_at: string
  can_respond: boolean
}

export interface HospitableKinds {
  home: PropertyRow
  /** Inquiries are of another list than reservations. */
  stay: ReservationRow | InquiryRow
  message: Message
  review: Review
  channel: string
  status: StayKind
}
export type HospitableWorld = World<HospitableKinds>

export function isReservation(row: ReservationRow | InquiryRow): row is ReservationRow {
  return 'conversation_id' in row
}

export function reservationsOf(world: HospitableWorld): ReservationRow[] {
  return world.stays.all().filter(isReservation)
}

export function reservationOf(world: HospitableWorld, id: string): ReservationRow | undefined {
  const row = world.stays.get(id)
  return row !== undefined && isReservation(row) ? row : undefined
}

export function inquiriesOf(world: HospitableWorld): InquiryRow[] {
  return world.stays.all().filter((row): row is InquiryRow => !isReservation(row))
}

export function inquiryOf(world: HospitableWorld, id: string): InquiryRow | undefined {
  const row = world.stays.get(id)
  return row === undefined || isReservation(row) ? undefined : row
}
