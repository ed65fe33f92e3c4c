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

const stamps = ofKind('instant', 'created_at', 'updated_at')

const clientFields = {
  ...ofKind('id', 'id'),
  ...ofKind('text', 'fullname', 'firstname', 'lastname', 'preferred_locale'),
  ...{ ...ofKind('list', 'emails', 'phones', 'addresses'), ...stamps },
}
export type Client = VendorRow<typeof clientFields>

const messageFields = {
  ...ofKind('id', 'id', 'conversation', 'sender'),
  ...ofKind('text', 'content', 'channel', 'origin', 'visibility'),
  ...{ ...ofKind('instant', 'sent_at'), ...stamps },
}
export type Message = VendorRow<typeof messageFields> & { attachments: number[] }

const reviewFields = {
  ...ofKind('id', 'id', 'rental', 'booking'),
  ...ofKind('text', 'source', 'title', 'comment', 'private_comment', 'name'),
  ...{ ...ofKind('number', 'rating'), ...ofKind('object', 'criteria') },
  ...{ ...ofKind('instant', 'submitted_at'), ...stamps },
}
export type Review = VendorRow<typeof reviewFields>
