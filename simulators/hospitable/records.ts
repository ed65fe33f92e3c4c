import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'
import type { World } from '../kit/world/world.ts'
import type { StayKind } from './statuses.ts'

export const propertyFields = {
  id: 'key',
  ...ofKind('text', 'name', 'public_name', 'picture', 'timezone', 'description', 'summary'),
  ...ofKind('text', 'check-in', 'check-out', 'currency', 'property_type', 'room_type'),
  ...ofKind('bool', 'listed', 'calendar_restricted'),
  ...ofKind('texts', 'amenities', 'tags'),
  ...ofKind('object', 'address', 'capacity', 'house_rules', 'parent_child', 'details', 'bookings'),
  ...ofKind('list', 'room_details', 'listings'),
} as const satisfies FieldTable
export type PropertyRow = VendorRow<typeof propertyFields>

/** The account stores `property_id`; callers see the property itself, and only on request. */
const conversationFields = {
  id: 'key',
  ...ofKind('text', 'property_id', 'platform', 'platform_id', 'last_message_at'),
  ...ofKind('text', 'arrival_date', 'departure_date'),
  ...ofKind('object', 'guests', 'guest'),
} as const satisfies FieldTable

export const reservationFields = {
  ...conversationFields,
  ...ofKind('text', 'conversation_id', 'code', 'booking_date', 'check_in', 'check_out'),
  ...ofKind('text', 'status', 'stay_type', 'notes', 'issue_alert'),
  nights: 'int',
  ...ofKind('object', 'reservation_status', 'financials'),
  status_history: 'list',
} as const satisfies FieldTable
export type ReservationRow = VendorRow<typeof reservationFields>

/** An inquiry has its conversation's id. */
export const inquiryFields = { ...conversationFields, inquiry_date: 'text' } as const satisfies FieldTable
export type InquiryRow = VendorRow<typeof inquiryFields>

interface Message {
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
