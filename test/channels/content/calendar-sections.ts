/** When and how guests can book, and what stays cost: the settings beside the nights. */
import type { SectionRow } from './sections.ts'
import { shownPricing, shownRules, shownSettings } from './shown.ts'

export const calendarSections = {
  bookingSettings: {
    path: 'booking-settings',
    vendorPath: '/v2/booking_settings',
    shown: (held) => shownSettings(held),
    write: {
      vendorPath: '/v2/booking_settings',
      body: {
        bookingMode: 'instant_book',
        instantBook: { guestCategory: 'recommended_guests_only' },
        checkIn: { start: 16, end: 2 },
        checkOut: { time: 10 },
        advanceNotice: { hours: 48, allowRequestToBook: true },
        preparationTime: { nights: 2 },
        bookingWindow: { days: 180 },
        cancellation: { shortStayPolicy: 'firm', nonRefundable: { discountPercent: 10 } },
      },
      other: { checkOut: { time: 9 } },
      answer: (held, { blockedFields, stored }) => ({
        data: { applied: ['bookingSettings', 'availabilityRules'], settings: shownSettings(held) },
        blockedFields,
        stored,
      }),
      holds: ({ settings: { booking, rules } }) => [
        booking['instant_booking_allowed_category'],
        [booking['check_in_time_start'], booking['check_in_time_end'], booking['check_out_time']],
        booking['cancellation_policy_settings'],
        rules['booking_lead_time'],
        rules['turnover_days'],
        rules['max_days_notice'],
      ],
      held: [
        'well_reviewed_guests',
        ['16', '26', 10],
        { cancellation_policy_category: 'firm', non_refundable_price_factor: 0.9 },
        { hours: 48, allow_request_to_book: 1 },
        2,
        { days: 180 },
      ],
      written: [],
      refused: { checkIn: { start: 5 } },
    },
  },
  availabilityRules: {
    path: 'availability',
    field: 'settings',
    vendorPath: '/v2/availability_rules',
    shown: (held) => shownRules(held),
    write: {
      vendorPath: '/v2/availability_rules',
      body: {
        type: 'rules',
        rules: {
          ...{ default_min_nights: 2, default_max_nights: 30, turnover_days: 1 },
          booking_lead_time: { hours: 72, allow_request_to_book: 0 },
          max_days_notice: { days: 90 },
          allow_rtb_above_max_nights: true,
        },
      },
      other: { type: 'rules', rules: { default_min_nights: 4 } },
      answer: (_, usual) => ({ type: 'rules', ...usual }),
      holds: ({ settings: { rules } }) => [
        [rules['default_min_nights'], rules['default_max_nights'], rules['turnover_days']],
        rules['booking_lead_time'],
        rules['max_days_notice'],
        rules['allow_rtb_above_max_nights'],
      ],
      held: [[2, 30, 1], { hours: 72, allow_request_to_book: 0 }, { days: 90 }, true],
      written: [
        'default_min_nights',
        'default_max_nights',
        'turnover_days',
        'allow_rtb_above_max_nights',
      ].concat(
        ...['booking_lead_time.hours', 'booking_lead_time.allow_request_to_book', 'max_days_notice.days'],
      ),
      refused: { type: 'rules', rules: { max_days_notice: { days: 7 } } },
    },
  },
  pricing: {
    path: 'pricing',
    field: 'settings',
    vendorPath: '/v2/pricing_settings',
    shown: (held) => shownPricing(held),
    write: {
      vendorPath: '/v2/pricing_settings',
      body: {
        type: 'standard',
        settings: {
          ...{ default_daily_price: 131.5, weekend_price: 160, cleaning_fee: null },
          ...{ guests_included: 3, price_per_extra_person: 12.25 },
        },
      },
      other: { type: 'standard', settings: { default_daily_price: 140 } },
      answer: (_, usual) => ({ type: 'standard', ...usual }),
      holds: ({ settings: { pricing } }) => [
        [pricing['default_daily_price'], pricing['weekend_price'], pricing['cleaning_fee']],
        [pricing['guests_included'], pricing['price_per_extra_person']],
      ],
      held: [
        [131.5, 160, null],
        [3, 12.25],
      ],
      written: ['default_daily_price', 'weekend_price', 'cleaning_fee'].concat(
        ...['guests_included', 'price_per_extra_person'],
      ),
      refused: { type: 'standard', settings: { default_daily_price: 0 } },
    },
  },
} satisfies Record<string, SectionRow>
