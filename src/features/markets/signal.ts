/** Gives a market's view of a listing's nights to the price model. */
import type { Scope } from '../../platform/tenant.ts'
import { fromHundredths, meanOf, quantileOf } from './amounts.ts'
import { attribution } from './attribution.ts'
import {
  findCompSet,
  listDates,
  goodSample,
  minSample,
  warnNoPlace,
  warnNothingLoaded,
  ownOffers,
  type CompSetRequest,
  type CompSet,
  type DateSpan,
} from './comp-set.ts'
import { hundredths, ownPlace, type Comparable } from './comparable.ts'
import { ownListings, type OwnListing } from './own-queries.ts'
import { eventsBetween, hasMarkets, type MarketEventRow } from './queries.ts'
import { perGuest, roomKindOf, segmentOf, tierOf, type QualityTier, type RoomKind } from './segment-rules.ts'

/** Amounts are exact decimal text in the signal's currency; null if too few are known. */
export interface NightSignal {
  date: string
  /** Comparables whose night is known. */
  known: number
  /** Of those, open ones with a price, which the quartiles are computed from. */
  priced: number
  lowerQuartile: string | null
  median: string | null
  upperQuartile: string | null
  /** 0 to 1: sold or closed by the host when the data was read. */
  shareTaken: number | null
}

export interface CompSignal {
  source: 'market' | 'none'
  city: string | null
  /** The day of the files; null if nothing is loaded near it. */
  snapshotDate: string | null
  attribution: string | null
  radiusKm: number
  currency: string | null
  comparables: number
  /** Empty without comparables. */
  nights: NightSignal[]
  /** Null if the kind is not known. */
  segment: string | null
  /** The tier within the whole city; null without a price or loaded data. */
  qualityTier: QualityTier | null
  /** From the comparables' own prices; amounts are null if there are too few. */
  compSummary: { count: number; avgPrice: string | null; minPrice: string | null; maxPrice: string | null }
  /** Ordered by first day. */
  events: MarketEventRow[]
  warnings: string[]
}

export const signalRadiusKm = 5
const comparablesAtMost = 100
const eventsAtMost = 500

/** Returns signals by listing. Only loaded data counts, since the workspace's other listings are no market. */
export async function marketSignals(
  request: CompSetRequest,
  scope: Scope,
  listingIds: readonly string[],
  dates: DateSpan,
): Promise<Map<string, CompSignal>> {
  const [listings, isLoaded] = await Promise.all([
    ownListings(request.db, scope, listingIds),
    hasMarkets(request.db),
  ])
  const signals = new Map<string, CompSignal>()
  for (const listing of listings) {
    const set = isLoaded
      ? await findCompSet(request, scope, listing, {
          ...{ radiusKm: signalRadiusKm, limit: comparablesAtMost, dates },
          onlyLoaded: true,
        })
      : unknownSet(listing)
    signals.set(listing.id, await signalOf(request, scope, { listing, set, dates }))
  }
  return signals
}

const unknownSet = (listing: OwnListing): CompSet => ({
  ...{ source: 'none', market: null, comparables: [], around: null },
  warnings: [ownPlace(listing) ? warnNothingLoaded : warnNoPlace],
})

async function signalOf(
  request: CompSetRequest,
  scope: Scope,
  { listing, set, dates }: { listing: OwnListing; set: CompSet; dates: DateSpan },
): Promise<CompSignal> {
  const { market } = set
  const roomKind = roomKindOf(listing.room_type, listing.property_type)
  const alike = ofOneKind(set.comparables, roomKind)
  const { currency, comparables, warnings } = pickCurrency(alike.comparables, listing.currency)
  const all = comparables.flatMap(({ price }) => price ?? []).toSorted((a, b) => a - b)
  const prices = all.length < minSample ? [] : all
  const nights = comparables.length === 0 ? [] : nightSignals(comparables, listDates(dates))
  const isComparable = listing.currency !== null && listing.currency === currency
  return {
    source: comparables.length > 0 ? 'market' : 'none',
    city: market?.name ?? listing.city,
    snapshotDate: comparables.find(({ asOf }) => asOf !== null)?.asOf ?? null,
    attribution: comparables.length > 0 ? attribution.text : null,
    radiusKm: signalRadiusKm,
    currency,
    comparables: comparables.length,
    nights,
    segment: segmentOf({ ...listing, roomKind }),
    qualityTier:
      isComparable && market
        ? tierOf(await askingPrice(request, scope, listing), listing.capacity, market.summary.tierCuts)
        : null,
    compSummary: {
      count: all.length,
      avgPrice: textOf(meanOf(prices)),
      minPrice: textOf(prices[0] ?? null),
      maxPrice: textOf(prices.at(-1) ?? null),
    },
    events: market ? await eventsBetween(request.db, market.id, dates, eventsAtMost) : [],
    warnings: [
      ...set.warnings,
      ...alike.warnings,
      ...warnings,
      ...(set.comparables.length > 0 ? thinWarnings(comparables.length, all.length, nights) : []),
    ],
  }
}

/** A room says little about a whole flat's price. Returns all if the kind is unknown or has too few homes. */
function ofOneKind(all: readonly Comparable[], kind: RoomKind | null) {
  const comparables = all.filter(({ roomKind }) => roomKind === kind)
  if (kind === null || all.length === 0 || comparables.length === all.length)
    return { comparables: all, warnings: [] }
  if (comparables.length >= minSample) return { comparables, warnings: [] }
  const warning = `Only ${comparables.length} comparables are of its kind, ${kind}: those of every kind are compared.`
  return { comparables: all, warnings: [warning] }
}

const textOf = (amount: number | null) => (amount === null ? null : fromHundredths(amount))

export const listCosts = (comparables: readonly Comparable[]): number[] =>
  comparables.flatMap(({ price, capacity }) => (price === null ? [] : perGuest(price, capacity)))

/** Amounts of two currencies are never mixed: the most frequent one is kept, in a tie the listing's own. */
export function pickCurrency(all: readonly Comparable[], preferred: string | null) {
  const counts = [...Map.groupBy(all, ({ currency }) => currency)].map(
    ([currency, rows]) => [currency, rows.length] as const,
  )
  const [most = null] = counts
    .filter(([currency]) => currency !== null)
    .toSorted(([a, m], [b, n]) => n - m || Number(b === preferred) - Number(a === preferred))
    .map(([currency]) => currency)
  const comparables = all.filter(({ currency }) => currency === most)
  const warnings: string[] = []
  if (comparables.length < all.length)
    warnings.push(
      `${all.length - comparables.length} comparables are left out: they are not priced in ${most}.`,
    )
  if (most !== null && preferred !== null && most !== preferred)
    warnings.push(`The market is priced in ${most}, and the listing in ${preferred}: nothing was converted.`)
  return { currency: most, comparables, warnings }
}

function nightSignals(comparables: readonly Comparable[], dates: readonly string[]): NightSignal[] {
  const byDate = Map.groupBy(
    comparables.flatMap(({ nights }) => nights),
    ({ date }) => date,
  )
  return dates.map((date) => {
    const known = byDate.get(date) ?? []
    const prices = known
      .flatMap(({ taken, price }) => (taken || price === null ? [] : price))
      .toSorted((a, b) => a - b)
    const at = (share: number) => (prices.length < minSample ? null : textOf(quantileOf(prices, share)))
    const taken = known.filter((night) => night.taken).length
    return {
      date,
      known: known.length,
      priced: prices.length,
      lowerQuartile: at(0.25),
      median: at(0.5),
      upperQuartile: at(0.75),
      shareTaken: known.length < minSample ? null : taken / known.length,
    }
  })
}

export function thinWarnings(
  count: number,
  priced: number,
  nights: readonly Pick<NightSignal, 'date' | 'known'>[],
): string[] {
  const warnings: string[] = []
  if (count < goodSample)
    warnings.push(`Only ${count} comparables were found; figures of fewer than ${minSample} are left out.`)
  if (count > 0 && priced === 0) warnings.push('None of the comparables has a price.')
  const blank = nights.filter(({ known }) => known === 0)
  if (count > 0 && blank.length > 0)
    warnings.push(
      `Of ${blank.length} of ${nights.length} nights, from ${blank[0]?.date} on, the calendars of the comparables say nothing.`,
    )
  return warnings
}

const soonDays = 30

/** Returns the listing's usual price, else the median of its next nights, in hundredths. */
export async function askingPrice(
  request: CompSetRequest,
  scope: Scope,
  listing: OwnListing,
): Promise<number | null> {
  const usual = hundredths(listing.default_price)
  if (usual !== null) return usual
  const today = Temporal.PlainDate.from(request.clock.now().toISOString().slice(0, 10))
  const span = { from: String(today), to: String(today.add({ days: soonDays })) }
  const nights = (await ownOffers(request, scope, [listing.id], span)).get(listing.id) ?? []
  return quantileOf(
    nights.flatMap(({ price }) => price ?? []).toSorted((a, b) => a - b),
    0.5,
  )
}
