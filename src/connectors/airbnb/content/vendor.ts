/** Only these parts of the vendor's settings beside the listing are read. */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, part, rows, Text } from '../../../connector-kit/vendor-fields.ts'
import { listingFields } from '../vendor.ts'

export const VendorContentListing = Type.Object({
  ...listingFields,
  has_availability: Flag,
  check_in_option: part({ category: Text, instruction: Text }),
  quiet_hours: list(Type.String()),
  amenity_categories: list(Type.String()),
  accessibility_features: list(Type.String()),
})
export type VendorContentListing = Static<typeof VendorContentListing>

export const VendorDescription = Type.Object({
  locale: Type.String({ minLength: 1 }),
  name: Text,
  summary: Text,
  space: Text,
  access: Text,
  interaction: Text,
  neighborhood_overview: Text,
  transit: Text,
  notes: Text,
  house_rules: Text,
})
export type VendorDescription = Static<typeof VendorDescription>

export const VendorRoom = Type.Object({
  id: Id,
  room_type: Text,
  beds: list(Type.Object({ type: Type.String(), quantity: Type.Integer() })),
  accessibility_features: list(Type.String()),
})
export type VendorRoom = Static<typeof VendorRoom>

export const VendorPhoto = Type.Object({
  id: Id,
  caption: Text,
  sort_order: Amount,
  category: Text,
  room_id: Text,
  amenity: Text,
  url: Text,
  width: Amount,
  height: Amount,
})
export type VendorPhoto = Static<typeof VendorPhoto>

const Expectation = Type.Object({ type: Type.String(), added_details: Text })

export const VendorBookingRules = Type.Object({
  cancellation_policy_settings: part({
    cancellation_policy_category: Text,
    non_refundable_price_factor: Amount,
  }),
  check_in_time_start: Amount,
  check_in_time_end: Amount,
  check_out_time: Amount,
  instant_booking_allowed_category: Text,
  listing_expectations_for_guests: list(Expectation),
})
export type VendorBookingRules = Static<typeof VendorBookingRules>

export const VendorAvailabilityRules = Type.Object({
  default_min_nights: Amount,
  default_max_nights: Amount,
  booking_lead_time: part({ hours: Amount, allow_request_to_book: Amount }),
  max_days_notice: part({ days: Amount }),
  turnover_days: Amount,
  allow_rtb_above_max_nights: Flag,
  day_of_week_min_nights: rows({ day_of_week: Type.Integer(), min_nights: Type.Integer() }),
  day_of_week_check_in: list(Type.Integer()),
  day_of_week_check_out: list(Type.Integer()),
  seasonal_min_nights: rows({
    start_date: Type.String(),
    end_date: Type.String(),
    min_nights: Type.Integer(),
  }),
})
export type VendorAvailabilityRules = Static<typeof VendorAvailabilityRules>

export const VendorPricingSettings = Type.Object({
  listing_currency: Text,
  pricing_model: Text,
  default_daily_price: Amount,
  weekend_price: Amount,
  cleaning_fee: Amount,
  guests_included: Amount,
  price_per_extra_person: Amount,
  standard_fees: rows({ fee_type: Type.String(), amount: Amount, amount_type: Text }),
  default_pricing_rules: rows({
    rule_type: Type.String(),
    threshold_one: Type.Integer(),
    price_change: Type.Number(),
  }),
  los_records: list(Type.String()),
  rate_plans: rows({ id: Type.String(), name: Text, price_factor: Type.Number() }),
})
export type VendorPricingSettings = Static<typeof VendorPricingSettings>

export const VendorCheckInGuide = Type.Object({
  locale: Type.String({ minLength: 1 }),
  published: Flag,
  steps: list(Type.Object({ id: Type.Integer(), notes: Text, media_url: Text })),
})
export type VendorCheckInGuide = Static<typeof VendorCheckInGuide>

export const VendorCheckOutTask = Type.Object({
  task_type: Type.String({ minLength: 1 }),
  is_present: Flag,
  added_details: Text,
})

export const VendorPermits = Type.Object({
  permits: list(
    Type.Object({
      regulatory_body: Type.String(),
      regulation_type: Type.String(),
      regulation_context: Text,
      flow_slug: Text,
      status: Text,
      answers: Type.Optional(Type.Unknown()),
    }),
  ),
  flows: list(
    Type.Object({
      regulatory_body: Type.String(),
      regulation_type: Type.String(),
      flow_slug: Type.String(),
      questions: list(Type.Object({ answer_key: Type.String(), type: Text, text: Text })),
    }),
  ),
})

export const VendorQuality = Type.Object({
  standards: list(Type.Object({ standard: Type.String(), state: Text })),
  reservation_issues: list(
    Type.Object({
      confirmation_code: Type.String(),
      review_issues: list(Type.String()),
      cancellation: Text,
    }),
  ),
  stats: list(Type.Object({ name: Type.String(), value: Type.Number() })),
})
