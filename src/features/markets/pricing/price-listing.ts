/** Looks at listings: reads facts, learns demand, and stores recommendations. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { decimalsOf } from '../../../connector-kit/minor-units.ts'
import { startOfDay } from '../../../records/property-day.ts'
import { wholeWorkspace, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { gatherFacts, signalFor } from './gather.ts'
import { bestPrice } from './model/best-price.ts'
import { requests } from './model/demand.ts'
import { amountText } from './model/factors.ts'
import {
  learnOwnDemand,
  type ListingDemand,
  type SharedDemand,
  learnSharedDemand,
  type ListingPast,
} from './model/learn.ts'
import { modelVersion, recommendPrices, type RecommendedNight } from './model/recommend.ts'
import { usualFitting } from './model/stay-lengths.ts'
import { defaultStrategy, type ListingStrategy } from './model/strategy.ts'
import { priceAt, termNames } from './model/terms.ts'
import { openNights } from './open-nights.ts'
import {
  toLearnablePast,
  plusDays,
  soldMonths,
  type PastListingFacts,
  pastDaysLearnt,
} from './learnable-past.ts'
import {
  insertPricedListing,
  lockPriced,
  updateLooks,
  pricedRows,
  type PricingLookRow,
  type PricingSummary,
  storedModels,
  upsertModel,
} from './queries.ts'
import {
  deleteRecommendations,
  upsertRecommendations,
  recommendations,
  type NewRecommendation,
} from './recommendation-queries.ts'
import { isReplaced } from './replace.ts'
import { warningsOf } from './warnings.ts'
import { neighbours, type PricedHome } from './past-queries.ts'

/** Demand learnt of a place is shared by its listings and learnt once a day. */
const learntForMs = 20 * 3600_000
/** More neighbours teach little that is new. */
const mostNeighbours = 25
const atOnce = 25

/** Places and currencies are learnt separately: seasons differ, and so do amounts. */
const placeOf = ({ currency, country_code: country, city }: PricedHome) => ({
  currency: currency ?? '',
  country,
  city: city === null ? null : city.toLowerCase(),
})
const marketOf = (home: PricedHome): string => Object.values(placeOf(home)).join('|')

async function marketModels(
  db: Queryable,
  scope: Scope,
  homes: readonly PricedHome[],
  now: Date,
): Promise<Map<string, SharedDemand>> {
  const byMarket = new Map(homes.map((home) => [marketOf(home), home]))
  const since = now.getTime() - learntForMs
  const stored = await storedModels(db, scope, [...byMarket.keys()])
  const models = new Map<string, SharedDemand>()
  for (const [market, home] of byMarket) {
    const last = stored.get(market)
    if (last && last.learned_at.getTime() > since) {
      models.set(market, last.model)
      continue
    }
    const learnt = learnSharedDemand(await pastsAround(db, scope, home, now), last?.model)
    await upsertModel(db, scope, market, learnt, now)
    models.set(market, learnt)
  }
  return models
}

async function pastsAround(db: Queryable, scope: Scope, home: PricedHome, now: Date): Promise<ListingPast[]> {
  const since = plusDays(now.toISOString().slice(0, 10), -pastDaysLearnt)
  const ids = await neighbours(db, scope, placeOf(home), { since, most: mostNeighbours })
  // A place has one season, so neighbours share one market signal.
  const signal = await signalFor(db, scope, home, now)
  const pasts: ListingPast[] = []
  for (let at = 0; at < ids.length; at += atOnce) {
    const facts = await gatherFacts(db, scope, ids.slice(at, at + atOnce), now, signal)
    pasts.push(...facts.flatMap((one) => toLearnablePast(one)?.past ?? []))
  }
  return pasts
}

/** Factors are built only when the recommendation is written. */
type FreshRecommendations = Omit<NewRecommendation, 'factors'> & {
  explain: () => NewRecommendation['factors']
}

interface PricingLookResult {
  facts: PastListingFacts
  fresh: FreshRecommendations[]
  summary: PricingSummary | null
  settingsAt: Date | null
}

export type PricingLookServices = Pick<Services, 'db' | 'clock'>

/** Stores the listings' recommendations and returns which changed. Applies nothing. */
export async function priceListing(
  { db, clock }: PricingLookServices,
  within: Scope,
  ids: readonly string[],
): Promise<PricingLookRow[]> {
  const scope = wholeWorkspace(within)
  const now = clock.now()
  await insertPricedListing(db, scope, ids, now)
  const all = await gatherFacts(db, scope, ids, now)
  const priced = new Map((await pricedRows(db, scope, ids)).map((row) => [row.listing_id, row]))
  const models = await marketModels(
    db,
    scope,
    all.map(({ home }) => home),
    now,
  )
  const found: PricingLookResult[] = []
  for (const facts of all) {
    const row = priced.get(facts.home.id)
    const strategy: ListingStrategy = { ...defaultStrategy, ...row?.settings }
    const together = models.get(marketOf(facts.home))
    found.push({ facts, settingsAt: row?.settings_at ?? null, ...looked(facts, strategy, together) })
    // A year of nights takes some hundredths of a second, so other requests get a turn in between.
    await letOthersRun()
  }
  return db.transaction().execute((tx) => store(tx, scope, found, now))
}

function looked(
  facts: PastListingFacts,
  strategy: ListingStrategy,
  together: SharedDemand | undefined,
): { fresh: FreshRecommendations[]; summary: PricingSummary | null } {
  const { home, coming, signal } = facts
  const known = toLearnablePast(facts)
  if (home.currency === null || known === null || together === undefined) return { fresh: [], summary: null }
  const { currency } = home
  const decimals = decimalsOf(currency)
  const demand = learnOwnDemand(together, known.past)
  const open = openNights(coming, signal, demand.custom)
  const usualFit = usualFitting(demand.lengths, home.min_nights)
  const listing = { usual: known.usual, decimals, demand, strategy, usualFit }
  const recommended = recommendPrices(listing, open, soldMonths(facts.stays))
  const openBy = new Map(open.map((night) => [night.date, night]))
  const fresh = recommended.nights.map((night): FreshRecommendations => {
    const { ahead = 0, currentPrice: price = null } = openBy.get(night.date) ?? {}
    return {
      listingId: home.id,
      date: night.date,
      ahead,
      currency,
      currentPrice: price === null ? null : String(price),
      recommendedPrice: night.price,
      minPrice: strategy.minPrice,
      maxPrice: strategy.maxPrice,
      confidence: night.confidence,
      bookingProbability: Number(night.bookingProbability.toFixed(4)),
      expectedRevenue: amountText(Number(night.price) * night.expectedSold, decimals),
      explain: night.explain,
      modelVersion,
    }
  })
  return { fresh, summary: summarised(facts, { usual: known.usual, decimals, demand }, recommended) }
}

function summarised(
  facts: PastListingFacts,
  { usual, decimals, demand }: { usual: number; decimals: number; demand: ListingDemand },
  { outlook }: RecommendedNight,
): PricingSummary {
  const { coefficients } = demand.demand
  const ordinary = requests(
    coefficients,
    termNames.map((_, i) => (i === 0 ? 1 : 0)),
  )
  const sensitivity = coefficients[priceAt] as number
  const base =
    usual * bestPrice({ requests: ordinary, customary: 1, sensitivity, units: facts.home.unit_count })
  return {
    usualPrice: Number(amountText(usual, decimals)),
    basePrice: amountText(base, decimals),
    requestsPerNight: Number(ordinary.toFixed(3)),
    priceSensitivity: Number(sensitivity.toFixed(3)),
    ownNights: demand.evidence.nights,
    soldNights: demand.evidence.sold,
    neighbours: demand.evidence.neighbours,
    qualityTier: facts.signal.qualityTier,
    segment: facts.signal.segment,
    comps: facts.signal.comps,
    attribution: facts.signal.attribution,
    outlook: outlook.map((month) => ({
      month: month.month,
      soldNights: month.soldNights,
      openNights: month.openNights,
      bookedRevenue: amountText(month.bookedRevenue, decimals),
      expectedRevenue: amountText(month.expectedRevenue, decimals),
      expectedOccupancyPct: Math.round(month.expectedOccupancy * 1000) / 10,
    })),
    warnings: warningsOf(facts, demand),
  }
}

/** Looks are spread over the first hours of the property's day. */
const spreadMinutes = 180
const nextLook = ({ home, today }: PastListingFacts): Date => {
  const midnight = startOfDay(Temporal.PlainDate.from(today).add({ days: 1 }), home.time_zone)
  const minutes = 5 + Number(BigInt(home.id) % BigInt(spreadMinutes))
  return new Date(midnight.getTime() + minutes * 60_000)
}

async function store(
  tx: Queryable,
  scope: Scope,
  found: readonly PricingLookResult[],
  now: Date,
): Promise<PricingLookRow[]> {
  const ids = found.map(({ facts }) => facts.home.id)
  await lockPriced(tx, scope, ids)
  const todays = found.map(({ facts }) => facts.today).toSorted()
  const [first] = todays
  if (first === undefined) return []
  const old = await recommendations(tx, scope, ids, { from: first, to: plusDays(first, 2 * 365) })
  const key = (listingId: string, date: string) => `${listingId} ${date}`
  const oldBy = new Map(old.map((row) => [key(row.listing_id, row.date), row]))
  const fresh = found.flatMap((one) => one.fresh)
  const zones = new Map(found.map(({ facts }) => [facts.home.id, facts.home.time_zone]))
  const changed = fresh.filter((row) =>
    isReplaced(oldBy.get(key(row.listingId, row.date)), row, {
      now,
      timeZone: zones.get(row.listingId) ?? null,
    }),
  )
  const explained = changed.map(({ explain, ...row }) => ({ ...row, factors: explain() }))
  await upsertRecommendations(tx, scope, explained, now)
  const freshKeys = new Set(fresh.map((row) => key(row.listingId, row.date)))
  const todayOf = new Map(found.map(({ facts }) => [facts.home.id, facts.today]))
  const gone = old.filter(
    ({ listing_id: id, date, status }) =>
      status === 'pending' && date >= (todayOf.get(id) ?? first) && !freshKeys.has(key(id, date)),
  )
  await deleteRecommendations(
    tx,
    scope,
    gone.map(({ listing_id: listingId, date }) => ({ listingId, date })),
  )
  const looks = found.map(({ facts, summary, settingsAt }): PricingLookRow => ({
    listingId: facts.home.id,
    summary,
    on: facts.today,
    dueAt: nextLook(facts).toISOString(),
    settingsAt,
  }))
  await updateLooks(tx, scope, looks, now)
  return looks
}
