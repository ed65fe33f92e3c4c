import { ofKind, type VendorRow } from '../kit/fields.ts'

/** What the API shows as related resources stands beside the attributes here. */
export const propertyFields = {
  ...ofKind('id', 'id'),
  ...ofKind('text', 'name', 'nickname', 'currency', 'time_zone', 'type', 'description'),
  ...ofKind('int', 'check_in_time', 'check_out_time', 'maximum_capacity', 'bedrooms', 'beds'),
  ...ofKind('number', 'bathrooms'),
  ...ofKind('texts', 'bed_types'),
  ...ofKind('instant', 'created_at'),
  ...ofKind('text', 'uplisting_domain', 'property_slug'),
  ...ofKind('object', 'address'),
  ...ofKind('list', 'photos', 'amenities', 'fees', 'taxes'),
}
export type Property = VendorRow<typeof propertyFields>

export const bookingFields = {
  ...ofKind('id', 'id'),
  ...ofKind('text', 'guest_name', 'preferred_guest_name', 'guest_email', 'guest_phone', 'channel'),
  ...ofKind('text', 'source', 'note'),
  ...ofKind('bool', 'direct', 'automated_messages_enabled', 'automated_reviews_enabled'),
  ...ofKind('bool', 'manually_moved'),
  ...ofKind('instant', 'booked_at'),
  ...ofKind('day', 'check_in', 'check_out'),
  ...ofKind('text', 'arrival_time', 'departure_time'),
  ...ofKind('int', 'number_of_nights'),
  ...ofKind('text', 'property_name'),
  ...ofKind('int', 'property_id'),
  ...ofKind('text', 'currency', 'multi_unit_name'),
  ...ofKind('int', 'multi_unit_id'),
  ...ofKind('text', 'external_reservation_id'),
  ...ofKind('int', 'number_of_guests'),
  ...ofKind('number', 'accomodation_total', 'cleaning_fee', 'extra_guest_charges', 'extra_charges'),
  ...ofKind('number', 'discounts', 'booking_taxes', 'commission', 'commission_vat', 'other_charges'),
  ...ofKind('number', 'total_payout', 'cancellation_fee', 'gross_revenue'),
  ...ofKind('number', 'accommodation_management_fee', 'cleaning_management_fee', 'total_management_fee'),
  ...ofKind('number', 'payment_processing_fee', 'net_revenue', 'balance'),
  ...ofKind('text', 'status'),
}
export type Booking = VendorRow<typeof bookingFields>
