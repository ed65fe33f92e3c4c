/** `GET /v1/listings/{id}/pricing` shows stored recommendations, and looks again if a night has changed. */
import type { ListingPricing } from '../../../contract/pricing.ts'
import { priceOf, storedNights, unitsLeft } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { horizonDays } from './gather.ts'
import { priceListing, type PricingLookServices } from './price-listing.ts'
import { plusDays } from './learnable-past.ts'
import { pricedHomes, type PricedHome } from './past-queries.ts'
import { pricedRows } from './queries.ts'
import { recommendations } from './recommendation-queries.ts'
import { strategyOf, toListing, toOutlook, toRecommendation } from './view.ts'
import { parseNightsRequest, type NightsRequest } from './window.ts'

/** A look is valid this long if nothing is known to have changed. */
const holdsForMs = 6 * 3600_000

export async function loadPricing(
  services: PricingLookServices,
  scope: Scope,
  listingId: string,
  request: NightsRequest,
): Promise<ListingPricing | null> {
  const { db, clock } = services
  const [home] = await pricedHomes(db, scope, [listingId])
  if (!home) return null
  const now = clock.now()
  const today = todayAt(home.time_zone, now)
  const window = parseNightsRequest(request, today, { before: 0, after: 90 })
  const last = plusDays(today, horizonDays - 1)
  const coming = {
    from: window.from < today ? today : window.from,
    to: window.to > last ? last : window.to,
  }
  const read = () => stored(db, scope, home, coming, now)
  let found = await read()
  if (!found.isWhole || !isFresh(found.row, today, now)) {
    await priceListing(services, scope, [listingId])
    found = await read()
  }
  const { row, shown } = found
  const summary = row?.summary ?? null
  return {
    listingId,
    dateRange: { start: window.from, end: window.to },
    recommendations: shown,
    ...(summary && toListing(summary, home.currency)),
    outlook: summary ? toOutlook(summary, strategyOf(row)) : [],
    warnings: summary?.warnings ?? [
      home.currency === null
        ? 'The listing has no currency, so that nothing can be recommended: set one with its pricing.'
        : 'Nothing says what a night costs: set a default price, or load a market.',
    ],
  }
}

type ShownPricingRow = Awaited<ReturnType<typeof pricedRows>>[number]

const isFresh = (row: ShownPricingRow | undefined, today: string, now: Date) =>
  row !== undefined &&
  row.priced_at !== null &&
  row.priced_on === today &&
  now.getTime() - row.priced_at.getTime() < holdsForMs &&
  row.due_at > now

async function stored(
  db: Queryable,
  scope: Scope,
  { id: listingId, currency }: PricedHome,
  { from, to }: { from: string; to: string },
  now: Date,
) {
  const stretches = from <= to ? [{ listingId, first: from, last: to }] : []
  const [[row], rows, nights] = await Promise.all([
    pricedRows(db, scope, [listingId]),
    recommendations(db, scope, [listingId], { from, to }),
    storedNights(db, scope, stretches, now),
  ])
  const open = new Map(
    nights.filter((night) => unitsLeft(night) > 0).map((night) => [night.date, priceOf(night)]),
  )
  const byDate = new Map(rows.map((one) => [one.date, one]))
  const isWhole = [...open].every(([date, price]) => {
    const one = byDate.get(date)
    // Decided recommendations are looked at again on another day.
    return (
      one !== undefined &&
      one.currency === currency &&
      (one.status !== 'pending' || isSame(one.current_price, price))
    )
  })
  const shown = rows.flatMap((one) =>
    open.has(one.date) ? toRecommendation(one, open.get(one.date) ?? null) : [],
  )
  return { row, isWhole: isWhole || row?.summary === null, shown }
}

const isSame = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : Number(one) === Number(other)
