import { ofKind, type VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  ...ofKind('id', 'id'),
  ...ofKind('text', 'name', 'external_name', 'key', 'internal_code', 'currency_code', 'time_zone'),
  ...ofKind('text', 'check_in', 'check_in_end', 'check_out', 'property_type', 'public_url', 'thumbnail_url'),
  ...ofKind('int', 'display_order', 'bedrooms', 'bathrooms_full', 'bathrooms_half'),
  ...ofKind('int', 'max_guests', 'max_adults', 'max_pets'),
  ...ofKind('number', 'bathrooms', 'latitude', 'longitude'),
  ...ofKind('bool', 'active'),
  ...ofKind('object', 'address'),
}
export type Property = VendorRow<typeof propertyFields>

export const bookingFields = {
  ...ofKind('id', 'id', 'property_id'),
  ...ofKind('int', 'guest_id', 'adults', 'children', 'infants', 'pets'),
  ...ofKind('object', 'guest'),
  ...ofKind('text', 'status', 'type', 'title', 'check_in', 'check_out', 'listing_site', 'currency_code'),
  ...ofKind('text', 'platform_reservation_number', 'notes', 'pending_action'),
  ...ofKind('bool', 'is_block'),
  ...ofKind('day', 'arrival', 'departure'),
  ...ofKind('list', 'thread_ids', 'charges'),
  ...ofKind('number', 'total_amount', 'total_paid', 'total_owed', 'total_refunded', 'total_host_fees'),
  ...ofKind('instant', 'pending_until_utc', 'booked_utc', 'canceled_utc', 'created_utc', 'updated_utc'),
}
/** `thread_ids` is a list of numbers. */
export type Booking = Omit<VendorRow<typeof bookingFields>, 'thread_ids'> & { thread_ids: number[] }

const messageFields = {
  ...ofKind('id', 'id', 'thread_id', 'booking_id'),
  ...ofKind('text', 'body'),
  ...ofKind('bool', 'is_automated'),
  ...ofKind('instant', 'sent_utc'),
}
/** The vendor describes `direction`; public examples show `from_role` and `is_draft`. A message has one form or the other. */
export type Message = VendorRow<typeof messageFields> &
  ({ direction: 'incoming' | 'outgoing' } | { from_role: 'guest' | 'host'; is_draft: boolean })

const reviewFields = {
  ...ofKind('id', 'id', 'property_id', 'booking_id'),
  ...ofKind('number', 'rating'),
  ...ofKind('text', 'title', 'body', 'reviewer_name', 'listing_site'),
  ...ofKind('instant', 'created_utc'),
}
export type Review = VendorRow<typeof reviewFields>
