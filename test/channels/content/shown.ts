/** An Airbnb listing as the simulator holds it, and what the routes of it are to show. */
import { disclosureTypes } from '../../../src/contract/channel-content/safety.ts'

export type VendorRow = Record<string, unknown>

/** An Airbnb listing as the simulator holds it: its own fields, and what stands beside it. */
export interface SimulatedListing {
  listing: VendorRow
  descriptions: Record<string, VendorRow>
  rooms: VendorRow[]
  photos: VendorRow[]
  settings: Record<'booking' | 'rules' | 'pricing', VendorRow>
  guides: {
    checkIn: Record<string, VendorRow>
    checkOut: VendorRow[]
    permits: VendorRow[]
    flows: VendorRow[]
    quality: Record<string, VendorRow[]>
  }
}

const inCamel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
export const camel = (row: VendorRow): VendorRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [inCamel(name), value]))
export const present = (names: unknown) =>
  (names as string[]).map((id) => ({ id, is_present: true, instruction: null }))

export const shownRoom = (row: VendorRow, index: number): VendorRow => ({
  roomId: row['id'],
  roomNumber: index + 1,
  roomType: row['room_type'],
  beds: row['beds'],
  accessibilityFeatures: row['accessibility_features'],
})
export const shownPhoto = (row: VendorRow): VendorRow => {
  const { id, caption, sort_order: sortOrder, category, amenity, url, width, height } = row
  const ids = { photoId: id, photoAirbnbId: id, roomId: row['room_id'] }
  return { ...ids, caption, sortOrder, category, amenity, url, width, height }
}
export const shownGuide = ([locale, guide]: [string, VendorRow]): VendorRow => ({
  locale,
  published: guide['published'],
  steps: (guide['steps'] as VendorRow[]).map(camel),
})
export const newPermit = {
  regulatory_body: 'turismo_de_portugal',
  regulation_type: 'license',
  flow_slug: 'existing_registration',
}

export const shownDisclosures = ({ settings }: SimulatedListing) => {
  const told = settings.booking['listing_expectations_for_guests'] as VendorRow[]
  return disclosureTypes.map((type) => {
    const found = told.find((one) => one['type'] === type)
    return { type, value: found?.['added_details'] ?? null, declared: found !== undefined }
  })
}

/** Of the settings that the simulator's listings begin with, and of those that the test writes. */
export function shownSettings({ settings: { booking, rules } }: SimulatedListing): VendorRow {
  const category = booking['instant_booking_allowed_category']
  const policy = booking['cancellation_policy_settings'] as VendorRow
  const factor = policy['non_refundable_price_factor'] as number | undefined
  const { hours, allow_request_to_book: request } = rules['booking_lead_time'] as {
    hours: number
    allow_request_to_book?: number
  }
  const { days } = rules['max_days_notice'] as { days: number }
  const hour = (value: unknown) => (value === 'FLEXIBLE' ? value : Number(value) % 24)
  return {
    bookingMode: category === null ? 'request_to_book' : 'instant_book',
    instantBook: {
      enabled: category !== null,
      guestCategory:
        category === null ? 'off' : category === 'everyone' ? 'everyone' : 'experienced_guests_only',
      requiresGoodTrackRecord: category === 'well_reviewed_guests',
    },
    checkIn: { start: hour(booking['check_in_time_start']), end: hour(booking['check_in_time_end']) },
    checkOut: { time: booking['check_out_time'] },
    advanceNotice: {
      hours,
      sameDayBookingsAllowed: hours < 24,
      allowRequestToBook: request === undefined ? null : request === 1,
    },
    preparationTime: { nights: rules['turnover_days'] },
    bookingWindow: { days: days === -1 ? null : days, unlimited: days === -1 },
    cancellation: {
      shortStayPolicy: policy['cancellation_policy_category'],
      longStayPolicy: null,
      nonRefundable: {
        enabled: factor !== undefined,
        discountPercent: factor === undefined ? null : 10,
        priceFactor: factor ?? null,
      },
    },
  }
}

export const shownRules = ({ settings: { rules } }: SimulatedListing): VendorRow => {
  const lead = rules['booking_lead_time'] as VendorRow
  return {
    ...rules,
    booking_lead_time: { hours: lead['hours'], allow_request_to_book: lead['allow_request_to_book'] ?? null },
  }
}

/** Of prices as the simulator's listings begin with them, and as the test writes them. */
export const shownPricing = ({ settings: { pricing } }: SimulatedListing): VendorRow => {
  const names = ['default_daily_price', 'weekend_price', 'cleaning_fee', 'guests_included'].concat(
    'price_per_extra_person',
  )
  return {
    currency: pricing['listing_currency'],
    modelType: pricing['pricing_model'],
    ...camel(Object.fromEntries(names.map((name) => [name, pricing[name]]))),
    fees: pricing['standard_fees'],
    rules: pricing['default_pricing_rules'],
    records: pricing['los_records'],
    ratePlans: pricing['rate_plans'],
  }
}
