/** What a night shows, from what is stored of it. Pure. */
import { dayAfter } from '../../platform/civil-day.ts'
import { chargedAmount, nightRate } from '../rates/public.ts'
import type { StoredNight, StoredStay, ListingStretch } from './night-queries.ts'

/** One day back is today's date anywhere on earth. */
export const firstNightAt = (now: Date) =>
  String(Temporal.PlainDate.from(now.toISOString().slice(0, 10)).subtract({ days: 1 }))

/**
 * Homes or rooms that can still be had: never more than the calendar said less what it does not know of, and never more
 * than there are less those that stays hold. A stay that left its night counts until the PMS has confirmed it. What calendars
 * of others close is gone from both: who sold it there is not known here otherwise.
 */
export function unitsLeft(night: StoredNight): number {
  if (night.available === false) return 0
  const told = (night.available_units ?? night.unit_count) - night.uncounted
  const unheld = night.unit_count - night.stays - night.leaving
  return Math.max(0, Math.min(told, unheld) - night.blocked)
}

/** Stays, and not the host, leave nothing of the night. */
export const isTaken = (night: StoredNight): boolean => unitsLeft(night) === 0 && takers(night) > 0
/** Whatever else is said of the night, stays take all of it. */
export const isFull = (night: StoredNight): boolean => takers(night) > 0 && takers(night) >= night.unit_count
const takers = ({ stays, leaving }: StoredNight) => stays + leaving

/** The parts of a night that a reader sees, for comparing. */
export interface NightDifference {
  date: string
  pricing: boolean
  availability: boolean
}

const shownOf = (night: StoredNight) => [
  unitsLeft(night),
  Math.max(1, night.min_nights ?? night.listing_min_nights ?? 1),
]
/** Only quotes follow these; what they were before any calendar was read is not known. */
const rulesOf = (night: StoredNight) => [
  night.max_nights ?? night.listing_max_nights,
  night.closed_to_arrival ?? false,
  night.closed_to_departure ?? false,
]
const differs = <V>(a: readonly V[], b: readonly V[]) => a.some((value, part) => value !== b[part])

/** Decimal text as it was set, which a markup is reckoned from; null: the night has no price. */
export const exactPriceOf = ({ date, price, default_price: daily, weekend_price: weekend }: StoredNight) =>
  nightRate(date, price, { defaultDailyPrice: daily, weekendPrice: weekend })

/** Decimal text as a guest is charged; null: the night has no price. */
export function priceOf(night: StoredNight): string | null {
  const price = exactPriceOf(night)
  return price === null ? null : chargedAmount(price, night.currency)
}

const amountOf = (night: StoredNight) => Number(priceOf(night) ?? Number.NaN)

/** By listing, the nights that show something else than before. Both hold the same nights in the same order. */
export function listNightDifferences(
  before: readonly StoredNight[],
  after: readonly StoredNight[],
): Map<string, NightDifference[]> {
  const changed = after.flatMap((night, index) => {
    const old = before[index]
    if (!old) return []
    const pricing = !Object.is(amountOf(old), amountOf(night))
    const availability =
      differs(shownOf(old), shownOf(night)) || (old.is_known && differs(rulesOf(old), rulesOf(night)))
    return pricing || availability
      ? [{ listingId: night.listing_id, date: night.date, pricing, availability }]
      : []
  })
  return Map.groupBy(changed, ({ listingId }) => listingId)
}

/** Dates in a row as one stretch. */
export function stretchesOf(listingId: string, dates: Iterable<string>): ListingStretch[] {
  const stretches: ListingStretch[] = []
  for (const date of [...new Set(dates)].toSorted()) {
    const last = stretches.at(-1)
    if (last && dayAfter(last.last) === date) last.last = date
    else stretches.push({ listingId, first: date, last: date })
  }
  return stretches
}

/** Further ahead no calendar is read, and a stay that long is an entry without an end. */
export const longestAheadDays = 1100

/** Everything of a listing that anybody looks at. */
export function allNightsOf(listingId: string, now: Date): ListingStretch {
  const first = firstNightAt(now)
  return { listingId, first, last: String(Temporal.PlainDate.from(first).add({ days: longestAheadDays })) }
}

/** The nights of a stay from `first` on, as far as anybody looks. */
export function nightsFrom(
  { check_in: checkIn, check_out: checkOut }: Pick<StoredStay, 'check_in' | 'check_out'>,
  first: string,
): string[] {
  const begin = Temporal.PlainDate.from(checkIn < first ? first : checkIn)
  const horizon = Temporal.PlainDate.from(first).add({ days: longestAheadDays })
  const nights: string[] = []
  for (
    let night = begin;
    String(night) < checkOut && Temporal.PlainDate.compare(night, horizon) < 0;
    night = night.add({ days: 1 })
  ) {
    nights.push(String(night))
  }
  return nights
}

/** Whether a stay holds its nights at `now`, as `storedNights` counts them. */
export const holdsNights = (stay: Pick<StoredStay, 'status' | 'lapses_at'>, now: Date): boolean =>
  stay.status !== 'cancelled' && (stay.lapses_at === null || stay.lapses_at > now)

export interface NightChange {
  listingId: string
  date: string
  reservationId: string
  stands: boolean
}

/** Which nights stays took and left. */
export function nightChanges(
  before: readonly StoredStay[],
  after: readonly StoredStay[],
  first: string,
): NightChange[] {
  const placesOf = (stays: readonly StoredStay[]) =>
    new Map(
      stays
        .filter(({ holds }) => holds)
        .flatMap((stay) =>
          nightsFrom(stay, first).map((date) => {
            const place = { listingId: stay.listing_id, date, reservationId: stay.id }
            return [Object.values(place).join(' '), place] as const
          }),
        ),
    )
  const [old, now] = [placesOf(before), placesOf(after)]
  const left = [...old].filter(([key]) => !now.has(key)).map(([, place]) => ({ ...place, stands: false }))
  const taken = [...now].filter(([key]) => !old.has(key)).map(([, place]) => ({ ...place, stands: true }))
  return [...left, ...taken]
}
