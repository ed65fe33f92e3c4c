import type { Comp, ListingComps } from '../../contract/comps.ts'
import type { Scope } from '../../platform/tenant.ts'
import { shownAmount } from './amounts.ts'
import { describeSample } from './answer.ts'
import { findCompSet, goodSample, minSample, type CompSetRequest, type DateSpan } from './comp-set.ts'
import type { Comparable } from './comparable.ts'
import type { OwnListing } from './own-queries.ts'
import { neighbourCount } from './queries.ts'

/** Counting reads each comparable, so it stops here. */
const countedUpTo = 1000

export async function listComps(
  request: CompSetRequest,
  scope: Scope,
  listing: OwnListing,
  { radiusKm, limit, dates }: { radiusKm: number; limit: number; dates: DateSpan },
): Promise<ListingComps> {
  const set = await findCompSet(request, scope, listing, { radiusKm, limit, dates })
  const { comparables, source, around } = set
  const isCut = around !== null && comparables.length === limit
  const total = isCut ? await neighbourCount(request.db, around, countedUpTo) : comparables.length
  const warnings = [...set.warnings]
  if (source !== 'none' && total < goodSample)
    warnings.push(
      `Only ${total} comparables stand within ${radiusKm} km: their rates say little of the market.`,
    )
  if (comparables.length >= minSample && comparables.every(({ nights }) => nights.length === 0))
    warnings.push('Their calendars are not known for these nights.')
  return {
    listingId: listing.id,
    dateRange: { start: dates.from, end: dates.to },
    radiusKm,
    total,
    data: comparables.map(shown),
    ...describeSample(source, comparables.find(({ asOf }) => asOf !== null)?.asOf ?? null, warnings),
  }
}

export const pageOf = ({ source, id }: Pick<Comparable, 'source' | 'id'>): string | null =>
  source === 'market' ? `https://www.airbnb.com/rooms/${id}` : null

const shown = (comp: Comparable): Comp => ({
  compId: comp.id,
  listingName: comp.name,
  distanceKm: Math.round(comp.distanceKm * 100) / 100,
  bedrooms: comp.bedrooms,
  maxGuests: comp.capacity,
  ratings: { avg: comp.rating, count: comp.reviews },
  currency: comp.currency,
  currentNightlyRate: shownAmount(comp.price),
  nightly: comp.nights.map(({ date, price, taken }) => ({
    date,
    rate: shownAmount(price),
    available: !taken,
  })),
  lat: Math.round(comp.latitude * 1e6) / 1e6,
  lng: Math.round(comp.longitude * 1e6) / 1e6,
  platform: comp.source === 'market' ? 'airbnb' : 'own',
  externalUrl: pageOf(comp),
})
