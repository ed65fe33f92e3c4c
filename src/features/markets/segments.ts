/** `GET /v1/listings/{id}/segments` shows kinds and price tiers around a listing, and where it stands. */
import type { ListingSegments } from '../../contract/comps.ts'
import type { Scope } from '../../platform/tenant.ts'
import { percentOf, shownAmount } from './amounts.ts'
import { describeSample } from './answer.ts'
import { findCompSet, minSample, warnNoPlace, type CompSetRequest } from './comp-set.ts'
import { ownPlace, type Comparable } from './comparable.ts'
import type { OwnListing } from './own-queries.ts'
import { averageOf, countOf, pricedOf, segmentGroups, type SegmentGroup } from './segment-groups.ts'
import { cutsOf, qualityTiers, roomKindOf, segmentOf, tierOf } from './segment-rules.ts'
import { adviseOnSegment } from './segment-advice.ts'
import { askingPrice, listCosts, pickCurrency, thinWarnings } from './signal.ts'

const analyzedAtMost = 500
const warnNoWholeMarket = 'The market as a whole is not known: what is near the listing was compared.'

export async function listSegments(
  request: CompSetRequest,
  scope: Scope,
  listing: OwnListing,
  { level, radiusKm, today }: { level: 'comp_set' | 'market'; radiusKm: number; today: string },
): Promise<ListingSegments> {
  const set = await findCompSet(request, scope, listing, {
    radiusKm,
    limit: analyzedAtMost,
    dates: { from: today, to: today },
    anySize: true,
  })
  const { market, source } = set
  // A whole market was summarized at loading, since reading it takes long.
  const whole = level === 'market' ? (market?.summary.segments ?? null) : null
  const near = pickCurrency(set.comparables, listing.currency)
  const currency = whole ? (market?.currency ?? null) : near.currency
  const cuts = market && source !== 'own' ? market.summary.tierCuts : cutsOf(listCosts(near.comparables))
  const groups = whole ?? groupsOf(near.comparables, cuts)
  const mine = {
    segment: segmentOf({ ...listing, roomKind: roomKindOf(listing.room_type, listing.property_type) }),
    price: listing.currency === currency ? await askingPrice(request, scope, listing) : null,
  }
  const tier = tierOf(mine.price, listing.capacity, cuts)
  const segments = segmentRows(groups, { currency, mine: mine.segment })
  const tiers = cuts === null ? [] : tierRows(groups)
  const count = countOf(groups)
  return {
    listingId: listing.id,
    level,
    scope: { radiusKm: whole ? null : radiusKm, city: market?.name ?? listing.city },
    mySegment: mine.segment,
    myQualityTier: tier,
    totalCompsAnalyzed: count,
    segments,
    qualityTiers: tiers,
    recommendations: adviseOnSegment({
      hasPlace: ownPlace(listing) !== null,
      segment: mine.segment,
      tier,
      rows: count,
      unknown: countOf(groups.filter(({ name }) => name === null)),
      segments,
      tiers,
      price: mine.price,
      currency,
    }),
    ...describeSample(
      whole ? 'market' : source,
      (whole && market?.taken_on) ?? near.comparables.find(({ asOf }) => asOf)?.asOf ?? null,
      [
        ...set.warnings.filter((one) => !whole || one !== warnNoPlace),
        ...(whole ? [] : near.warnings),
        ...thinWarnings(count, countOf(pricedOf(groups)), []),
        ...(level === 'market' && !whole ? [warnNoWholeMarket] : []),
      ],
    ),
  }
}

function groupsOf(comparables: readonly Comparable[], cuts: readonly number[] | null): SegmentGroup[] {
  const groups = segmentGroups(cuts)
  for (const one of comparables) groups.add(one)
  return groups.all
}

function segmentRows(
  groups: readonly SegmentGroup[],
  { currency, mine }: { currency: string | null; mine: string | null },
): ListingSegments['segments'] {
  return [...Map.groupBy(groups, ({ name }) => name)]
    .flatMap(([name, of]) => {
      if (name === null) return []
      const average = averageOf(of, minSample)
      const [usual] = pricedOf(of).toSorted((a, b) => b.count - a.count)
      return {
        name,
        sharePct: percentOf(countOf(of), countOf(groups)) ?? 0,
        sampleSize: countOf(of),
        avgAdrInSegment: shownAmount(average),
        currency: average === null ? null : currency,
        qualityTier: usual?.tier ?? null,
        designStyle: null,
        bedrooms: of[0]?.bedrooms ?? null,
        myListingMatch: name === mine,
      }
    })
    .toSorted((a, b) => b.sampleSize - a.sampleSize || (a.name < b.name ? -1 : 1))
}

function tierRows(groups: readonly SegmentGroup[]): ListingSegments['qualityTiers'] {
  const priced = pricedOf(groups)
  if (priced.length === 0) return []
  return qualityTiers.map((tier) => {
    const of = priced.filter((group) => group.tier === tier)
    const sharePct = percentOf(countOf(of), countOf(priced)) ?? 0
    return { tier, sharePct, avgAdr: shownAmount(averageOf(of, minSample)), sampleSize: countOf(of) }
  })
}
