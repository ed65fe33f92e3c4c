/** Our calendar sets every night it is written to; listing settings at Airbnb would conflict with it. */
import type { AvailabilityRulesChange } from '../../../../contract/channel-content/availability-rules.ts'
import type { PricingChange } from '../../../../contract/channel-content/pricing.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { AirbnbLink } from '../content/find-link.ts'

const prices: readonly (keyof PricingChange)[] = [
  'default_daily_price',
  'weekend_price',
  'listing_currency',
  'los_records',
  'rate_plans',
]
const stays: readonly (keyof AvailabilityRulesChange)[] = [
  'default_min_nights',
  'default_max_nights',
  'day_of_week_min_nights',
  'day_of_week_check_in',
  'day_of_week_check_out',
  'seasonal_min_nights',
]

const writtenByCalendarError = ({ listingId }: AirbnbLink, fields: readonly string[]) =>
  new ApiError(
    'invalid_state',
    `Our calendar of listing ${listingId} is written to Airbnb night by night, so ${fields.join(', ')} is said there and not set around it.`,
    { field: fields[0], currentStatus: 'written from the calendar of the listing' },
    {
      fix: `Set nights with \`PUT /v1/availability/${listingId}\` or with \`type: calendar\`; they are sent to Airbnb from there. Prices and stays that no night has are those of the listing: \`PATCH /v1/listings/${listingId}\`.`,
    },
  )

export function assertPricesSettable(link: AirbnbLink, change: PricingChange): void {
  const fields: string[] = prices.filter((field) => change[field] !== undefined)
  // Only the first pricing model has night prices.
  if (change.pricing_model !== undefined && change.pricing_model !== 'STANDARD') fields.push('pricing_model')
  if (fields.length > 0) throw writtenByCalendarError(link, fields)
}

export function assertStayRulesSettable(link: AirbnbLink, change: AvailabilityRulesChange): void {
  const fields = stays.filter((field) => change[field] !== undefined)
  if (fields.length > 0) throw writtenByCalendarError(link, fields)
}
