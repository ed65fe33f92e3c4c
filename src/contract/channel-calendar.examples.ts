/** These examples of channel listings' nights, prices, rules and publishing are written by hand. */
import {
  AirbnbAvailabilityBody,
  AirbnbAvailabilityWritten,
  AvailabilityRulesChange,
  ChannelAvailabilityRules,
} from './channel-content/availability-rules.ts'
import { AirbnbNight, CalendarOperation, NightsSet } from './channel-content/nights.ts'
import {
  ChannelPricing,
  LosRecord,
  PricingBody,
  PricingFee,
  PricingRule,
  PricingSettings,
  PricingWritten,
  RatePlan,
} from './channel-content/pricing.ts'
import {
  AirbnbListingActionBody,
  AirbnbListingActionDone,
  PublishBody,
  Published,
  PublishResult,
} from './channel-content/publishing.ts'
import { entry } from './examples.ts'
import { AddressReadiness, PublishedConnection, PublishStatus, PushedChannel } from './publish-status.ts'

const address: AddressReadiness = {
  ready: false,
  missing: ['postalCode'],
  have: { street: 'Obala 4', city: 'Split', state: null, postalCode: null },
}
const pushed: PushedChannel = {
  platform: 'airbnb',
  platformId: '53120044',
  pushStatus: 'success',
  pushError: null,
  lastPushedAt: '2026-06-15T12:00:00.000Z',
  lastPulledAt: '2026-06-15T12:00:01.000Z',
  sections: [
    {
      section: 'description',
      pushedAt: '2026-06-15T12:00:00.000Z',
      error: null,
      dirtyFields: ['description.en.summary'],
    },
  ],
  dirtyFields: ['description.en.summary'],
  platformHasChanges: false,
}
const connection: PublishedConnection = {
  channel: 'airbnb',
  connected: true,
  syncEnabled: true,
  onDrift: 'mend' as const,
  since: '2026-06-01T09:30:00.000Z',
  platformId: '53120044',
  channelStatus: 'online',
  channelStatusDetail: null,
  lockedFields: [],
}

const pricing: ChannelPricing = {
  currency: 'EUR',
  modelType: 'STANDARD',
  defaultDailyPrice: 120,
  weekendPrice: 150,
  cleaningFee: 60,
  guestsIncluded: 2,
  pricePerExtraPerson: 15,
  fees: [{ fee_type: 'PASS_THROUGH_PET_FEE', amount_type: 'flat', amount: 25 }],
  rules: [{ rule_type: 'STAYED_AT_LEAST_X_DAYS', threshold_one: 7, price_change: -10 }],
  records: [],
  ratePlans: [],
}
const rules: ChannelAvailabilityRules = {
  default_min_nights: 2,
  default_max_nights: 1125,
  booking_lead_time: { hours: 24, allow_request_to_book: 1 },
  max_days_notice: { days: 365 },
  turnover_days: 1,
  allow_rtb_above_max_nights: false,
  day_of_week_min_nights: [{ day_of_week: 5, min_nights: 3 }],
  day_of_week_check_in: [],
  day_of_week_check_out: [],
  seasonal_min_nights: [{ start_date: '2026-07-01', end_date: '2026-08-31', min_nights: 7 }],
}
/** Each section has one example. */
export const calendarSamples = { availabilityRules: rules, pricing }

const night: AirbnbNight = {
  date: '2026-07-01',
  available: true,
  availableUnits: 1,
  price: 138,
  minNights: 2,
  maxNights: null,
  closedToArrival: false,
  closedToDeparture: false,
  notes: null,
}
const operation: CalendarOperation = {
  dates: ['2026-07-01', '2026-07-10:2026-07-14'],
  daily_price: 180,
  availability: 'available',
  min_nights: 3,
}
const set: NightsSet = { nights: 6, source: 'our_calendar', heldNights: ['2026-07-11'], confirmed: false }
const done = { listingId: '4812', airbnbListingId: '53120044', blockedFields: [], stored: true }
const record: LosRecord = { date: '2026-07-01', guests: 2, prices: [110, 210, 300] }
const plan: RatePlan = { id: 'weekly', name: 'Weekly', price_factor: 0.9 }
const rule: PricingRule = { rule_type: 'STAYED_AT_LEAST_X_DAYS', threshold_one: 28, price_change: -25 }

const result: PublishResult = {
  published: false,
  sections: ['details', 'description', 'policies'],
  errors: [
    {
      section: 'details',
      message: 'Airbnb took the request and does not show house_manual as sent.',
      code: 'locked',
      lockedFields: ['house_manual'],
    },
    {
      section: 'pricing',
      message: 'Nothing is known here of pricing that could be sent.',
      code: 'no_content',
    },
  ],
  warnings: ['Photos are not sent with the rest: they are added one by one.'],
  reason: 'Airbnb does not show details as sent.',
  lockedFields: ['house_manual'],
}

export const channelCalendarExamples = {
  AirbnbListingActionBody: entry(AirbnbListingActionBody, {
    action: 'push',
    airbnbConnectionId: '31:53120044',
  }),
  AirbnbListingActionDone: entry(AirbnbListingActionDone, {
    ...{ id: '4812', action: 'unlist', channel: 'airbnb' },
    ...{ airbnbConnectionId: '31:53120044', live: false, verified: true },
  }),
  PublishBody: entry(PublishBody, { airbnbConnectionId: '31:53120044' }),
  AddressReadiness: entry(AddressReadiness, address),
  PushedChannel: entry(PushedChannel, pushed),
  PublishedConnection: entry(PublishedConnection, connection),
  PublishStatus: entry(PublishStatus, {
    listingId: '4812',
    addressReadiness: { airbnb: address, booking: address },
    channels: [pushed],
    connections: [connection],
  }),
  Published: entry(Published, { listingId: '4812', channel: 'airbnb', result }),
  PublishResult: entry(PublishResult, result),
  AirbnbNight: entry(AirbnbNight, night),
  CalendarOperation: entry(CalendarOperation, operation),
  NightsSet: entry(NightsSet, set),
  ChannelPricing: entry(ChannelPricing, pricing),
  PricingFee: entry(PricingFee, { fee_type: 'PASS_THROUGH_RESORT_FEE', amount_type: 'percent', amount: 5 }),
  PricingRule: entry(PricingRule, rule),
  PricingSettings: entry(PricingSettings, { default_daily_price: 120, weekend_price: null }),
  LosRecord: entry(LosRecord, record),
  RatePlan: entry(RatePlan, plan),
  PricingBody: entry(PricingBody, { type: 'calendar', operations: [operation] }),
  PricingWritten: entry(PricingWritten, {
    ...done,
    type: 'standard',
    written: ['default_daily_price'],
    result: pricing,
  }),
  ChannelAvailabilityRules: entry(ChannelAvailabilityRules, rules),
  AvailabilityRulesChange: entry(AvailabilityRulesChange, { default_min_nights: 2, turnover_days: 1 }),
  AirbnbAvailabilityBody: entry(AirbnbAvailabilityBody, {
    type: 'rules',
    rules: { booking_lead_time: { hours: 24, allow_request_to_book: 1 } },
  }),
  AirbnbAvailabilityWritten: entry(AirbnbAvailabilityWritten, {
    ...done,
    type: 'calendar',
    written: ['daily_price', 'availability', 'min_nights'],
    result: null,
    calendar: set,
  }),
}
