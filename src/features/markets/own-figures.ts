/** Computes prices and sales of the workspace's own listings, to compare them with their market. */
import type { Scope } from '../../platform/tenant.ts'
import { isTaken, priceOf, storedNights, unitsLeft } from '../../records/calendar/public.ts'
import { todayAt } from '../../records/property-day.ts'
import { meanOf, percentOf } from './amounts.ts'
import type { CompSetRequest } from './comp-set.ts'
import { hundredths } from './comparable.ts'
import { ownListings, ownRatings, type OwnListing } from './own-queries.ts'
import { soonNights } from './summary.ts'

interface OwnNights {
  today: { price: number | null; isBlocked: boolean }
  booked: number
  free: number
  taken: number
  /** Hundredths, for free nights only. */
  prices: number[]
}

export interface ShownOwnListing {
  listing: OwnListing
  nights: OwnNights
  rating: { sum: number; count: number }
}

const none: OwnNights = { today: { price: null, isBlocked: false }, booked: 0, free: 0, taken: 0, prices: [] }

/** Returns by id each listing's next thirty nights, from today at the property. */
export async function readShownListings(
  { db, clock }: CompSetRequest,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ShownOwnListing>> {
  if (ids.length === 0) return new Map()
  const now = clock.now()
  const [listings, ratings] = await Promise.all([ownListings(db, scope, ids), ownRatings(db, scope, ids)])
  const stretches = listings.map(({ id, time_zone: zone }) => {
    const first = todayAt(zone, now)
    return {
      listingId: id,
      first,
      last: String(Temporal.PlainDate.from(first).add({ days: soonNights - 1 })),
    }
  })
  const nights = Map.groupBy(await storedNights(db, scope, stretches, now), (night) => night.listing_id)
  const rated = new Map(ratings.map(({ listing_id: id, sum, count }) => [id, { sum: Number(sum), count }]))
  return new Map(
    listings.map((listing) => {
      const own = nights.get(listing.id) ?? []
      const [first] = own
      const open = own.filter((night) => unitsLeft(night) > 0)
      const of: OwnNights = first
        ? {
            today: {
              price: hundredths(priceOf(first)),
              isBlocked: unitsLeft(first) === 0 && !isTaken(first),
            },
            booked: own.filter(isTaken).length,
            free: open.length,
            taken: own.length - open.length,
            prices: open.flatMap((night) => hundredths(priceOf(night)) ?? []),
          }
        : none
      return [listing.id, { listing, nights: of, rating: rated.get(listing.id) ?? { sum: 0, count: 0 } }]
    }),
  )
}

export interface OwnFigures {
  /** Null if no listing has a price, or they have several currencies. */
  currency: string | null
  avgRate: number | null
  occupancyPct: number | null
  avgRating: number | null
}

export function readOwnFigures(listings: readonly ShownOwnListing[]): OwnFigures {
  const priced = listings.filter(({ nights }) => nights.prices.length > 0)
  const [currency = null, ...others] = new Set(priced.map(({ listing }) => listing.currency))
  const sum = (valueOf: (one: ShownOwnListing) => number) =>
    listings.reduce((total, one) => total + valueOf(one), 0)
  const ratings = sum(({ rating }) => rating.count)
  const isOne = currency !== null && others.length === 0
  return {
    currency: isOne ? currency : null,
    avgRate: isOne ? meanOf(priced.flatMap(({ nights }) => nights.prices)) : null,
    occupancyPct: percentOf(
      sum(({ nights }) => nights.taken),
      sum(({ nights }) => nights.taken + nights.free),
    ),
    avgRating: ratings === 0 ? null : Math.round((sum(({ rating }) => rating.sum) / ratings) * 100) / 100,
  }
}

/** Returns how far the first exceeds the second, in percent to a tenth. */
export const shareAbove = (mine: number | null, theirs: number | null): number | null =>
  mine === null || theirs === null || theirs === 0 ? null : Math.round((mine / theirs - 1) * 1000) / 10
