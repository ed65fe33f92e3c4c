/** A listing's settings before anybody writes them. */

interface BookingSettings {
  cancellation_policy_settings: { cancellation_policy_category: string; non_refundable_price_factor?: number }
  check_in_time_start: string
  check_in_time_end: string
  check_out_time: number
  /** Null means that guests ask and the host accepts. */
  instant_booking_allowed_category: string | null
  instant_book_welcome_message: string | null
  guest_controls: object
  listing_expectations_for_guests: readonly { type: string; added_details?: string }[]
}

export interface AvailabilityRules {
  default_min_nights: number
  default_max_nights: number
  booking_lead_time: { hours: number; allow_request_to_book?: number }
  max_days_notice: { days: number }
  turnover_days: number
  allow_rtb_above_max_nights: boolean
  day_of_week_min_nights: readonly { day_of_week: number; min_nights: number }[]
  day_of_week_check_in: readonly number[]
  day_of_week_check_out: readonly number[]
  seasonal_min_nights: readonly { start_date: string; end_date: string; min_nights: number }[]
}

interface StandardFee {
  fee_type: string
  amount: number
  amount_type: 'flat' | 'percent'
}

export interface PricingSettings {
  listing_currency: string
  pricing_model: 'STANDARD' | 'LOS_RECORD' | 'RATE_PLAN'
  default_daily_price: number
  weekend_price: number | null
  cleaning_fee: number | null
  guests_included: number
  price_per_extra_person: number | null
  standard_fees: readonly StandardFee[]
  default_pricing_rules: readonly { rule_type: string; threshold_one: number; price_change: number }[]
  pass_through_taxes_collection_type: string | null
  los_records: readonly string[]
  rate_plans: readonly { id: string; name: string; price_factor: number }[]
}

export interface Settings {
  booking: BookingSettings
  rules: AvailabilityRules
  pricing: PricingSettings
}

export const usualSettings = (listing_currency: string, default_daily_price: number): Settings => ({
  booking: {
    cancellation_policy_settings: { cancellation_policy_category: 'moderate' },
    check_in_time_start: '15',
    check_in_time_end: 'FLEXIBLE',
    check_out_time: 11,
    instant_booking_allowed_category: 'everyone',
    instant_book_welcome_message: null,
    guest_controls: { allows_children_as_host: true, allows_infants_as_host: true },
    listing_expectations_for_guests: [],
  },
  rules: {
    default_min_nights: 1,
    default_max_nights: 1125,
    booking_lead_time: { hours: 0 },
    max_days_notice: { days: -1 },
    turnover_days: 0,
    allow_rtb_above_max_nights: false,
    day_of_week_min_nights: [],
    day_of_week_check_in: [],
    day_of_week_check_out: [],
    seasonal_min_nights: [],
  },
  pricing: {
    listing_currency,
    pricing_model: 'STANDARD',
    default_daily_price,
    weekend_price: null,
    cleaning_fee: null,
    guests_included: 2,
    price_per_extra_person: null,
    standard_fees: [],
    default_pricing_rules: [],
    pass_through_taxes_collection_type: null,
    los_records: [],
    rate_plans: [],
  },
})
