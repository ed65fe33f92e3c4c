/** Finds the homes that a listing is compared with. */
import type { Clock } from '../../platform/clock.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { priceOf, storedNights, unitsLeft } from '../../records/calendar/public.ts'
import {
  hundredths,
  marketComparable,
  workspaceComparable,
  ownPlace,
  type Comparable,
  type NightOffer,
} from './comparable.ts'
import { ownNeighbours, type OwnListing } from './own-queries.ts'
import { marketAround, neighbours, packedNights, type SearchArea, type Market } from './queries.ts'

export interface CompSetRequest {
  db: Queryable
  clock: Pick<Clock, 'now'>
}

export interface DateSpan {
  from: string
  to: string
}

export interface CompSearch {
  radiusKm: number
  limit: number
  dates: DateSpan
}

export interface CompSet {
  /** Where the comparables come from; `none` if there are none. */
  source: 'market' | 'own' | 'none'
  /** The market loaded around the listing. */
  market: Market | null
  /** The nearest first. */
  comparables: Comparable[]
  /** The area that was searched. */
  around: SearchArea | null
  warnings: string[]
}

/** With fewer, no mean or share is given. */
export const minSample = 5
/** With fewer, figures come with a warning. */
export const goodSample = 20
const staleDays = 60

export function listDates({ from, to }: DateSpan): string[] {
  const first = Temporal.PlainDate.from(from)
  return Array.from({ length: first.until(to).days + 1 }, (_, at) => String(first.add({ days: at })))
}

export const warnNoPlace =
  'The listing has no coordinates, so nothing near it can be found: give it latitude and longitude.'
export const howToLoad = 'The operator loads a city with `lodgewire markets import`.'
const noMarket = `No market data is loaded around the listing: what is compared are other listings of this workspace. ${howToLoad}`
export const warnOnlyOwn = `No market data is loaded of this city: these are the listings of this workspace there. ${howToLoad}`
export const warnNothingLoaded = `No market data is loaded around the listing, so comparable homes and events are not known. ${howToLoad}`

export async function findCompSet(
  request: CompSetRequest,
  scope: Scope,
  listing: OwnListing,
  {
    radiusKm,
    limit,
    dates,
    anySize = false,
    onlyLoaded = false,
  }: CompSearch & { anySize?: boolean; onlyLoaded?: boolean },
): Promise<CompSet> {
  const place = ownPlace(listing)
  if (!place) return { source: 'none', market: null, comparables: [], around: null, warnings: [warnNoPlace] }
  const days = listDates(dates)
  const market = (await marketAround(request.db, place)) ?? null
  const found = await nearest(
    request.db,
    { place, radiusKm, bedrooms: anySize ? null : listing.bedrooms },
    limit,
  )
  if (found.rows.length > 0) {
    const packed = new Map(
      (await packedNights(request.db, found.rows)).map((row) => [`${row.snapshot_id} ${row.id}`, row.nights]),
    )
    const comparables = found.rows.map((row) =>
      marketComparable(row, packed.get(`${row.snapshot_id} ${row.id}`) ?? null, { place, dates: days }),
    )
    const warnings = [
      ...found.warnings,
      ...ageWarnings(
        comparables.map(({ asOf }) => asOf),
        request.clock.now(),
      ),
    ]
    return { source: 'market', market, comparables, around: found.around, warnings }
  }
  const notNear = market && `No listing of ${market.name} stands within ${radiusKm} km of it.`
  if (onlyLoaded)
    return { source: 'none', market, comparables: [], around: null, warnings: [notNear ?? warnNothingLoaded] }
  const own = await ownComparables(request, scope, listing, { radiusKm, limit, dates })
  const warnings = [notNear ?? noMarket]
  return { source: own.length > 0 ? 'own' : 'none', market, comparables: own, around: null, warnings }
}

/** Returns homes of about the same size, or all if those are few. */
async function nearest(db: Queryable, around: SearchArea, limit: number) {
  const alike = await neighbours(db, around, limit)
  if (around.bedrooms === null || alike.length >= Math.min(minSample, limit))
    return { rows: alike, around, warnings: [] }
  const all = { ...around, bedrooms: null }
  const rows = await neighbours(db, all, limit)
  const warnings =
    rows.length > alike.length
      ? [
          `Only ${alike.length} of about its size stand within ${around.radiusKm} km: listings of every size are compared.`,
        ]
      : []
  return { rows, around: all, warnings }
}

export function ageWarnings(days: readonly (string | null)[], now: Date): string[] {
  const oldest = days.filter((date) => date !== null).toSorted()[0]
  if (oldest === undefined) return []
  const age = Temporal.PlainDate.from(oldest).until(now.toISOString().slice(0, 10)).days
  return age > staleDays
    ? [`The market data is of ${oldest}, ${age} days ago: prices and free nights have changed since.`]
    : []
}

async function ownComparables(
  { db, clock }: CompSetRequest,
  scope: Scope,
  listing: OwnListing,
  { radiusKm, limit, dates }: CompSearch,
): Promise<Comparable[]> {
  const place = ownPlace(listing)
  if (!place) return []
  const rows = await ownNeighbours(db, scope, { place, radiusKm, except: listing.id })
  const near = rows
    .flatMap((row) => workspaceComparable(row, [], place) ?? [])
    .filter((one) => one.distanceKm <= radiusKm)
    .toSorted((a, b) => a.distanceKm - b.distanceKm || Number(BigInt(a.id) - BigInt(b.id)))
    .slice(0, limit)
  const offers = await ownOffers(
    { db, clock },
    scope,
    near.map(({ id }) => id),
    dates,
  )
  return near.map((one) => ({ ...one, nights: offers.get(one.id) ?? [] }))
}

/** Returns prices of the workspace's own listings' nights, and which are taken. */
export async function ownOffers(
  { db, clock }: CompSetRequest,
  scope: Scope,
  ids: readonly string[],
  { from, to }: DateSpan,
): Promise<Map<string, NightOffer[]>> {
  const stretches = ids.map((listingId) => ({ listingId, first: from, last: to }))
  const nights = await storedNights(db, scope, stretches, clock.now())
  return new Map(
    [...Map.groupBy(nights, (night) => night.listing_id)].map(([id, rows]) => [
      id,
      rows.map((night) => ({
        date: night.date,
        taken: unitsLeft(night) === 0,
        price: hundredths(priceOf(night)),
      })),
    ]),
  )
}
