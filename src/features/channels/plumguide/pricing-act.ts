/** Prices of nights: those of our calendar, or of the account that keeps the home. */
import type { PlumPricingBody, PlumPricingSet } from '../../../contract/channel-plumguide.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { writeAvailability } from '../../calendar/public.ts'
import type { Writing } from '../../route.ts'
import { assertTaken } from './availability-act.ts'
import { namedDates } from './dates.ts'
import { asPlum } from './errors.ts'
import { assertOurs, calendarOf, homeOf, type Home } from './home.ts'

const untaken = ['base_price', 'weekend_price', 'cleaning_fee', 'currency', 'los_discounts'] as const

export async function setPricing(
  context: Writing,
  body: PlumPricingBody,
  dryRun: boolean,
): Promise<PlumPricingSet> {
  const { services, scope } = context
  const { price } = body
  assertTaken(body, untaken)
  if (price === undefined)
    throw new ApiError('invalid_body', '`price` is missing: the price of each night.', { field: 'price' })
  const dates = namedDates(body)
  const listingId = String(body.listing_id)
  const home = await homeOf(services, scope, listingId)
  assertOurs(home, 'rates', services.connectors)
  assertPriceIsOurs(home)
  return asPlum(
    context,
    ({ warning }: { warning?: string }): PlumPricingSet => ({
      ...{ listingId, price, dates, updated: dates.length },
      ...(warning === undefined ? {} : { warning }),
      ...(dryRun ? { dryRun: true as const } : {}),
    }),
    (write) => writeAvailability(write, [listingId], { dates, price }, { dryRun, field: undefined }),
  )
}

/** A price with a markup is not the price that guests see: nobody can tell which one is meant. */
function assertPriceIsOurs(home: Home): void {
  const { markupPercent, listingId } = home
  if (calendarOf(home) !== 'our_calendar' || markupPercent === null || Number(markupPercent) === 0) return
  throw new ApiError(
    'invalid_state',
    `Plum Guide adds ${Number(markupPercent)} percent to the prices of our calendar, so a price there is not set by itself.`,
    { field: 'price', currentStatus: 'written from the calendar of the listing' },
    {
      fix: `Set the price without the markup with \`PUT /v1/availability/${listingId}\`, or change the markup with \`PUT /v1/listings/${listingId}/markups\`.`,
    },
  )
}
