import type { MarketCalendar } from '../../contract/market-calendar.ts'
import type { Scope } from '../../platform/tenant.ts'
import { percentOf, shownAmount } from './amounts.ts'
import { describeSample } from './answer.ts'
import type { NightOffer } from './comparable.ts'
import {
  ageWarnings,
  listDates,
  minSample,
  warnOnlyOwn,
  ownOffers,
  type CompSetRequest,
  type DateSpan,
} from './comp-set.ts'
import { marketDays, type DayRow } from './market-queries.ts'
import { cutWarning, idsOf, ownMarkets } from './own-market.ts'
import { ownListings, type OwnListing } from './own-queries.ts'
import { eventsBetween, type Market, type MarketEventRow } from './queries.ts'
import { marketKey } from './market-key.ts'

const eventsAtMost = 500

interface CalendarSample {
  days: Map<string, DayRow>
  currency: string | null
  warnings: string[]
}

/** Returns null if the city has no loaded data and the workspace has no listing there. */
export async function buildMarketCalendar(
  request: CompSetRequest,
  scope: Scope,
  {
    city,
    market,
    mine,
    dates,
  }: { city: string; market: Market | undefined; mine: OwnListing | null; dates: DateSpan },
): Promise<MarketCalendar | null> {
  const known = market ? await ofMarket(request, market, dates) : await ofOwn(request, scope, city, dates)
  if (!known) return null
  const events = market ? await eventsBetween(request.db, market.id, dates, eventsAtMost) : []
  const own = mine ? ((await ownOffers(request, scope, [mine.id], dates)).get(mine.id) ?? []) : []
  const offers = new Map(own.map((night) => [night.date, night]))
  const warnings = [...known.warnings]
  if (mine && mine.currency !== known.currency)
    warnings.push(
      `The listing is priced in ${mine.currency ?? 'no currency'}, and the market in ${known.currency ?? 'none'}: nothing was converted.`,
    )
  return {
    city: market?.name ?? city,
    dateRange: { start: dates.from, end: dates.to },
    currency: known.currency,
    days: listDates(dates).map((date) => shownDay(date, known.days.get(date), events, offers.get(date))),
    events: events.map(({ id, title, category, start_date: startDate, end_date: endDate }) => ({
      id,
      title,
      category,
      startDate,
      endDate,
    })),
    ...describeSample(market ? 'market' : 'own', market?.taken_on ?? null, warnings),
  }
}

async function ofMarket(
  { db, clock }: CompSetRequest,
  market: Market,
  dates: DateSpan,
): Promise<CalendarSample> {
  const days = await marketDays(db, market.snapshot_id, dates)
  const warnings = ageWarnings([market.taken_on], clock.now())
  if (days.length === 0) warnings.push('The calendars that were loaded say nothing of these nights.')
  if (market.price_from === 'listing')
    warnings.push(
      'The calendars have no prices: the price of each listing stands in for those of its nights.',
    )
  return { days: new Map(days.map((day) => [day.date, day])), currency: market.currency, warnings }
}

async function ofOwn(
  request: CompSetRequest,
  scope: Scope,
  city: string,
  dates: DateSpan,
): Promise<CalendarSample | null> {
  const own = (await ownMarkets(request.db, scope)).get(marketKey(city))
  if (!own) return null
  const all = await ownListings(request.db, scope, idsOf(own))
  const [most] = [...Map.groupBy(all, ({ currency }) => currency)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const [currency, listings] = most ?? [null, []]
  const offers = await ownOffers(
    request,
    scope,
    listings.map(({ id }) => id),
    dates,
  )
  const byDate = Map.groupBy([...offers.values()].flat(), ({ date }) => date)
  const warnings = [
    warnOnlyOwn,
    ...cutWarning(own),
    ...(listings.length < all.length
      ? [`${all.length - listings.length} of them are left out: they are not priced in ${currency}.`]
      : []),
    ...(listings.length < minSample
      ? [`There are ${listings.length}; of fewer than ${minSample} no figures are told.`]
      : []),
  ]
  return {
    days: new Map([...byDate].map(([date, nights]) => [date, totalOf(date, nights)])),
    currency,
    warnings,
  }
}

function totalOf(date: string, nights: readonly NightOffer[]): DayRow {
  const prices = nights.flatMap(({ taken, price }) => (taken || price === null ? [] : price))
  return {
    date,
    listings: nights.length,
    taken: nights.filter(({ taken }) => taken).length,
    priced: prices.length,
    price_sum: String(prices.reduce((sum, one) => sum + one, 0)),
    price_least: prices.length === 0 ? null : Math.min(...prices),
    price_most: prices.length === 0 ? null : Math.max(...prices),
  }
}

function shownDay(
  date: string,
  day: DayRow | undefined,
  events: readonly MarketEventRow[],
  mine: NightOffer | undefined,
): MarketCalendar['days'][number] {
  const rates = day && day.priced >= minSample
  return {
    date,
    marketAvgRate: rates ? shownAmount(Math.round(Number(day.price_sum) / day.priced)) : null,
    marketMinRate: rates ? shownAmount(day.price_least) : null,
    marketMaxRate: rates ? shownAmount(day.price_most) : null,
    pricedListings: day?.priced ?? 0,
    occupancyPct: day && day.listings >= minSample ? percentOf(day.taken, day.listings) : null,
    totalListings: day?.listings ?? 0,
    wheelhouseOccupancy: null,
    wheelhouseAdr: null,
    events: events
      .filter((event) => event.start_date <= date && event.end_date >= date)
      .map(({ title, category, rank, attendance }) => ({ title, category, rank, attendance })),
    myPrice: mine ? shownAmount(mine.price) : null,
    myAvailable: mine ? !mine.taken : null,
  }
}
