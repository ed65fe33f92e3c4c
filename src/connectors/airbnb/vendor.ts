/** Only these parts of the vendor's records are read, and only ids, dates and states are relied on. */
import { Type, type Static } from 'typebox'
import { Amount, Id, list, maybe, part, Text } from '../../connector-kit/vendor-fields.ts'

export const VendorUser = Type.Object({ id: Id, first_name: Text, last_name: Text })
export type VendorUser = Static<typeof VendorUser>

/** A listing has these fields; its content uses the same names. */
export const listingFields = {
  id: Id,
  name: Text,
  listing_nickname: Text,
  property_type_group: Text,
  property_type_category: Text,
  room_type_category: Text,
  bedrooms: Amount,
  bathrooms: Amount,
  beds: Amount,
  person_capacity: Amount,
  house_manual: Text,
  directions: Text,
  wifi_network: Text,
  wifi_password: Text,
}

export const VendorListing = Type.Object({
  ...listingFields,
  amenity_categories: list(Type.Unknown()),
  street: Text,
  apt: Text,
  city: Text,
  state: Text,
  zipcode: Text,
  country_code: Text,
  lat: Amount,
  lng: Amount,
  total_inventory_count: Amount,
  has_availability: maybe(Type.Boolean()),
  synchronization_category: Text,
  listing_currency: Text,
})
export type VendorListing = Static<typeof VendorListing>

export const VendorPricing = Type.Object({ listing_currency: Text, default_daily_price: Amount })
export type VendorPricing = Static<typeof VendorPricing>

export const VendorRules = Type.Object({ default_min_nights: Amount, default_max_nights: Amount })
export type VendorRules = Static<typeof VendorRules>

/** The values are hours of the day, or words such as FLEXIBLE. */
export const VendorBookingSettings = Type.Object({
  check_in_time_start: Amount,
  check_in_time_end: Amount,
  check_out_time: Amount,
})
export type VendorBookingSettings = Static<typeof VendorBookingSettings>

export const VendorDay = Type.Object({
  date: Type.String(),
  availability: Text,
  available_count: Amount,
  daily_price: Amount,
  min_nights: Amount,
  max_nights: Amount,
  closed_to_arrival: maybe(Type.Boolean()),
  closed_to_departure: maybe(Type.Boolean()),
  busy_subtype: Text,
  notes: Text,
})
export type VendorDay = Static<typeof VendorDay>

const Fee = part({ fee_type: Text, amount_native: Amount })

const taxFields = { name: Text, amount_native: Amount, native_currency: Text }
export type VendorTax = Static<ReturnType<typeof Type.Object<typeof taxFields>>>

const partyFields = {
  number_of_adults: Amount,
  number_of_children: Amount,
  number_of_infants: Amount,
  number_of_pets: Amount,
}

/**
 * Amounts are read only from fields named `…_accurate`. Names without such a twin belong to versions since
 * 2024-12-31.
 */
export const VendorReservation = Type.Object({
  confirmation_code: Type.String({ minLength: 1 }),
  listing_id_str: Amount,
  listing_id: Amount,
  thread_id_str: Amount,
  thread_id: Amount,
  thread_id_migration_str: Amount,
  thread_id_migration: Amount,
  status_type: Text,
  start_date: Type.String(),
  end_date: Text,
  nights: Amount,
  check_in_datetime: Text,
  check_out_datetime: Text,
  number_of_guests: Amount,
  guest_details: part(partyFields),
  guest_id: Amount,
  guest_first_name: Text,
  guest_last_name: Text,
  guest_email: Text,
  guest_phone_numbers: list(Type.Unknown()),
  guest_preferred_locale: Text,
  host_currency: Text,
  listing_base_price_accurate: Amount,
  base_price: Amount,
  listing_host_fee_accurate: Amount,
  host_fee_base_accurate: Amount,
  host_fee_vat_accurate: Amount,
  expected_payout_amount_accurate: Amount,
  payout_amount_before_taxes: Amount,
  listing_cancellation_payout_accurate: Amount,
  listing_cancellation_host_fee_accurate: Amount,
  total_paid_amount_accurate: Amount,
  listing_cleaning_fee_accurate: Amount,
  standard_fees_details: list(Fee),
  airbnb_collected_tax_amount_accurate: Amount,
  airbnb_collected_tax_details: list(part(taxFields)),
  transient_occupancy_tax_paid_amount_accurate: Amount,
  pass_through_tax_amount_accurate: Amount,
  pass_through_tax_expected_amount_accurate: Amount,
  pass_through_tax_amount_paid_to_host_accurate: Amount,
  pass_through_tax_details: list(part(taxFields)),
  occupancy_tax_amount_paid_to_host_accurate: Amount,
  booked_at: Text,
  created_at: Text,
})
export type VendorReservation = Static<typeof VendorReservation>

const ThreadUser = Type.Object({
  id: Amount,
  role: Text,
  first_name: Text,
  last_name: Text,
  preferred_locale: Text,
})

/** A thread of the host's inbox comes without its messages, which have a call of their own. */
export const VendorThread = Type.Object({
  id_str: Amount,
  id: Amount,
  users: list(ThreadUser),
  updated_at: Text,
  last_message_sent_at: Text,
  attachment: part({
    type: Text,
    status: Text,
    special_offer_id: Amount,
    roles: list(part({ role: Text, user_ids: list(Amount) })),
    booking_details: part({
      listing_id_str: Amount,
      listing_id: Amount,
      checkin_date: Text,
      checkout_date: Text,
      ...partyFields,
      number_of_guests: Amount,
      expected_payout_amount_accurate: Amount,
      non_response_at: Text,
      reservation_confirmation_code: Text,
    }),
  }),
})
export type VendorThread = Static<typeof VendorThread>

/** An offer may be a special offer or a pre-approval. */
export const VendorOffer = Type.Object({ type: Text, status: Text, created_at: Text, expires_at: Text })
export type VendorOffer = Static<typeof VendorOffer>

const Rating = Type.Object({ category: Type.String(), rating: Amount, comment: Text })

/** Some answers have each category of a rating as a field of its own. */
const flatRatings = {
  category_ratings_accuracy: Amount,
  category_ratings_communication: Amount,
  category_ratings_value: Amount,
  category_ratings_location: Amount,
  category_ratings_checkin: Amount,
  category_ratings_cleanliness: Amount,
}

export const VendorReview = Type.Object({
  id_str: Amount,
  id: Amount,
  listing_id_str: Amount,
  listing_id: Amount,
  reservation_confirmation_code: Text,
  reviewer_role: Text,
  overall_rating: Amount,
  category_ratings: list(Rating),
  ...flatRatings,
  public_review: Text,
  private_feedback: Text,
  is_reviewee_recommended: maybe(Type.Boolean()),
  reviewee_response: Text,
  responded_at: Text,
  submitted: maybe(Type.Boolean()),
  submitted_at: Text,
  expires_at: Text,
  hidden: maybe(Type.Boolean()),
})
export type VendorReview = Static<typeof VendorReview>

export const VendorMessage = Type.Object({
  id_str: Amount,
  id: Amount,
  user_id: Amount,
  message: Text,
  created_at: Text,
  /** Versions before 2025 have this field. */
  attachment_images: list(part({ url: Text })),
  attachment_media: list(part({ id: Amount, url: Text, content_type: Text })),
})
export type VendorMessage = Static<typeof VendorMessage>
