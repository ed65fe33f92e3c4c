/** Reads everything known of listings that get recommendations. */
import { storedNights, type StoredNight } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { marketSignals } from '../signal.ts'
import { drawFromMarket } from './from-market.ts'
import { noSignal, type PricingSignal } from './market-signal.ts'
import { pastDays, pastStays, pricedHomes, shownNights, type PricedHome } from './past-queries.ts'
import { pastDaysLearnt, plusDays, type PastListingFacts } from './learnable-past.ts'

/** This many nights from today have a recommendation. */
export const horizonDays = 365

export async function gatherFacts(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
  /** A market signal for all listings; if absent, each gets its own. */
  shared?: PricingSignal,
): Promise<PastListingFacts[]> {
  const homes = await pricedHomes(db, scope, ids)
  const todays = new Map(homes.map((home) => [home.id, todayAt(home.time_zone, now)]))
  const all = [...todays.values()].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  const from = plusDays(first, -pastDaysLearnt)
  const known = homes.map(({ id }) => id)
  const stretches = homes.map(({ id }) => {
    const today = todays.get(id) ?? first
    return { listingId: id, first: today, last: plusDays(today, horizonDays - 1) }
  })
  const [stays, days, shown, coming, signals] = await Promise.all([
    pastStays(db, scope, known, { from, to: plusDays(last, horizonDays) }),
    pastDays(db, scope, known, { from, to: last }),
    shownNights(db, scope, known, { from, to: last }),
    storedNights(db, scope, stretches, now),
    shared ? null : signalsOf(db, scope, homes, { from: first, to: plusDays(last, horizonDays - 1) }, now),
  ])
  const [staysBy, daysBy, shownBy, comingBy] = [
    Map.groupBy(stays, (row) => row.listing_id),
    Map.groupBy(days, (row) => row.listing_id),
    Map.groupBy(shown, (row) => row.listing_id),
    Map.groupBy(coming, (row: StoredNight) => row.listing_id),
  ]
  return homes.map((home) => ({
    home,
    stays: staysBy.get(home.id) ?? [],
    days: daysBy.get(home.id) ?? [],
    shown: shownBy.get(home.id) ?? [],
    coming: comingBy.get(home.id) ?? [],
    today: todays.get(home.id) ?? first,
    signal: shared ?? signals?.get(home.id) ?? noSignal,
  }))
}

async function signalsOf(
  db: Queryable,
  scope: Scope,
  homes: readonly PricedHome[],
  dates: { from: string; to: string },
  now: Date,
): Promise<Map<string, PricingSignal>> {
  const ids = homes.map(({ id }) => id)
  const markets = await marketSignals({ db, clock: { now: () => now } }, scope, ids, dates)
  return new Map(
    homes.flatMap(({ id, currency }) => {
      const market = markets.get(id)
      return market ? [[id, drawFromMarket(market, currency)] as const] : []
    }),
  )
}

/** What the market says of one listing. */
export async function signalFor(
  db: Queryable,
  scope: Scope,
  home: PricedHome,
  now: Date,
): Promise<PricingSignal> {
  const today = todayAt(home.time_zone, now)
  const dates = { from: today, to: plusDays(today, horizonDays - 1) }
  return (await signalsOf(db, scope, [home], dates, now)).get(home.id) ?? noSignal
}
