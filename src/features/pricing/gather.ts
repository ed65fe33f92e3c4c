/** Everything that is known of listings whose prices are to be recommended. */
import { storedNights, type StoredNight } from '../../records/calendar/public.ts'
import { todayAt } from '../../records/property-day.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { noSignal } from './market-signal.ts'
import { pastDays, pastStays, pricedHomes } from './past-queries.ts'
import { pastDaysLearnt, plusDays, type ListingFacts } from './past.ts'

/** So many nights from today on have a recommendation. */
export const horizonDays = 365

export async function factsOf(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<ListingFacts[]> {
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
  const [stays, days, coming] = await Promise.all([
    pastStays(db, scope, known, { from, to: plusDays(last, horizonDays) }),
    pastDays(db, scope, known, { from, to: last }),
    storedNights(db, scope, stretches, now),
  ])
  const [staysBy, daysBy, comingBy] = [
    Map.groupBy(stays, (row) => row.listing_id),
    Map.groupBy(days, (row) => row.listing_id),
    Map.groupBy(coming, (row: StoredNight) => row.listing_id),
  ]
  return homes.map((home) => ({
    home,
    stays: staysBy.get(home.id) ?? [],
    days: daysBy.get(home.id) ?? [],
    coming: comingBy.get(home.id) ?? [],
    today: todays.get(home.id) ?? first,
    signal: noSignal,
  }))
}
