/** `GET /v1/listings/{id}/segments`: what kinds of homes there are around a listing, how dear, and where it stands. */
import type { ListingSegments } from '../../contract/comps.ts'
import type { Scope } from '../../platform/tenant.ts'
import { meanOf, percentOf, shownAmount } from './amounts.ts'
import { toldOf } from './answer.ts'
import { compSet, leastSample, noPlace, type Asked } from './comp-set.ts'
import { ownPlace, type Comparable } from './comparable.ts'
import type { OwnListing } from './own-queries.ts'
import type { Market } from './queries.ts'
import { cutsOf, qualityTiers, roomKindOf, segmentOf, tierOf } from './segment-rules.ts'
import { advice } from './segment-advice.ts'
import { askingPrice, costsOf, ofOneCurrency, thinWarnings } from './signal.ts'
import { marketListings } from './market-queries.ts'

export interface Placed {
  name: string | null
  bedrooms: number | null
  capacity: number | null
  price: number | null
}

const analyzedAtMost = 500

const placedOf = (one: Comparable): Placed => ({
  name: segmentOf(one),
  bedrooms: one.roomKind === 'entire home' ? one.bedrooms : null,
  capacity: one.capacity,
  price: one.price,
})

export async function segmentsOf(
  asked: Asked,
  scope: Scope,
  listing: OwnListing,
  { level, radiusKm, today }: { level: 'comp_set' | 'market'; radiusKm: number; today: string },
): Promise<ListingSegments> {
  const set = await compSet(asked, scope, listing, {
    radiusKm,
    limit: analyzedAtMost,
    dates: { from: today, to: today },
    anySize: true,
  })
  const { market, source } = set
  const whole = level === 'market' && market ? market : null
  const near = ofOneCurrency(set.comparables, listing.currency)
  const currency = whole?.currency ?? near.currency
  const rows = whole ? await ofWholeMarket(asked, whole) : near.comparables.map(placedOf)
  const cuts = market && source !== 'own' ? market.summary.tierCuts : cutsOf(costsOf(near.comparables))
  const mine = {
    segment: segmentOf({ ...listing, roomKind: roomKindOf(listing.room_type, listing.property_type) }),
    price: listing.currency === currency ? await askingPrice(asked, scope, listing) : null,
  }
  const tier = tierOf(mine.price, listing.capacity, cuts)
  const segments = segmentRows(rows, { currency, cuts, mine: mine.segment })
  const tiers = tierRows(rows, cuts)
  const priced = rows.filter(({ price }) => price !== null).length
  const warnings = [
    ...set.warnings.filter((one) => !whole || one !== noPlace),
    ...(whole ? [] : near.warnings),
    ...thinWarnings(rows.length, priced, []),
    ...(level === 'market' && !whole
      ? ['No market is loaded around the listing: what is near it was compared.']
      : []),
  ]
  return {
    listingId: listing.id,
    level,
    scope: { radiusKm: whole ? null : radiusKm, city: market?.name ?? listing.city },
    mySegment: mine.segment,
    myQualityTier: tier,
    totalCompsAnalyzed: rows.length,
    segments,
    qualityTiers: tiers,
    recommendations: advice({
      hasPlace: ownPlace(listing) !== null,
      segment: mine.segment,
      tier,
      rows: rows.length,
      unknown: rows.filter(({ name }) => name === null).length,
      segments,
      tiers,
      price: mine.price,
      currency,
    }),
    ...toldOf(
      whole ? 'market' : source,
      whole?.taken_on ?? near.comparables.find(({ asOf }) => asOf)?.asOf ?? null,
      warnings,
    ),
  }
}

async function ofWholeMarket({ db }: Asked, market: Market): Promise<Placed[]> {
  const rows = await marketListings(db, market.snapshot_id)
  return rows.map(({ room_type: room, property_type: property, bedrooms, ...row }) => {
    const roomKind = roomKindOf(room, property)
    const name = segmentOf({ roomKind, bedrooms })
    return { ...row, name, bedrooms: roomKind === 'entire home' ? bedrooms : null }
  })
}

const averageOf = (rows: readonly Placed[]) => {
  const prices = rows.flatMap(({ price }) => price ?? [])
  return prices.length < leastSample ? null : meanOf(prices)
}

function segmentRows(
  rows: readonly Placed[],
  { currency, cuts, mine }: { currency: string | null; cuts: readonly number[] | null; mine: string | null },
): ListingSegments['segments'] {
  return [...Map.groupBy(rows, ({ name }) => name)]
    .flatMap(([name, of]) => {
      if (name === null) return []
      const average = averageOf(of)
      const tiers = Map.groupBy(of, (one) => tierOf(one.price, one.capacity, cuts))
      const [usual = null] = [...tiers]
        .filter(([tier]) => tier !== null)
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([tier]) => tier)
      return {
        name,
        sharePct: percentOf(of.length, rows.length) ?? 0,
        sampleSize: of.length,
        avgAdrInSegment: shownAmount(average),
        currency: average === null ? null : currency,
        qualityTier: usual,
        designStyle: null,
        bedrooms: of[0]?.bedrooms ?? null,
        myListingMatch: name === mine,
      }
    })
    .toSorted((a, b) => b.sampleSize - a.sampleSize || (a.name < b.name ? -1 : 1))
}

function tierRows(rows: readonly Placed[], cuts: readonly number[] | null): ListingSegments['qualityTiers'] {
  const priced = rows.filter(({ price }) => price !== null)
  const byTier = Map.groupBy(priced, (one) => tierOf(one.price, one.capacity, cuts))
  if (priced.length === 0 || cuts === null) return []
  return qualityTiers.map((tier) => {
    const of = byTier.get(tier) ?? []
    const sharePct = percentOf(of.length, priced.length) ?? 0
    return { tier, sharePct, avgAdr: shownAmount(averageOf(of)), sampleSize: of.length }
  })
}
