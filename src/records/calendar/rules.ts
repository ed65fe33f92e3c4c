/** Derives what a night shows from what is stored of it, without input or output. */
import { dayAfter } from '../../platform/civil-day.ts'
import { chargedAmount, nightRate } from '../rates/public.ts'
import type { StoredNight, StoredStay, ListingStretch } from './night-queries.ts'

/** Today's date anywhere on earth is at most one day behind UTC. */
export const firstNightAt = (now: Date) =>
  String(Temporal.PlainDate.from(now.toISOString().slice(0, 10)).subtract({ days: 1 }))

/**
 * Units that can still be booked: the smaller of the calendar's count and the listing's, each less its stays. A stay
 * that left counts until the PMS has confirmed it. Units closed by followed calendars are subtracted from both, since
 * nothing else here knows of those sales.
 */
export function unitsLeft(night: StoredNight): number {
  if (night.available === false) return 0
  const told = (night.available_units ?? night.unit_count) - night.uncounted
  const unheld = night.unit_count - night.stays - night.leaving
  return Math.max(0, Math.min(told, unheld) - night.blocked)
}

/** True if stays, and not the host, leave no unit of the night. */
export const isTaken = (night: StoredNight): boolean => unitsLeft(night) === 0 && takers(night) > 0
/** True if stays take every unit, whatever else is set for the night. */
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
/** Only quotes use these rules, and their values before the first calendar are not known. */
const rulesOf = (night: StoredNight) => [
  night.max_nights ?? night.listing_max_nights,
  night.closed_to_arrival ?? false,
  night.closed_to_departure ?? false,
]
const differs = <V>(a: readonly V[], b: readonly V[]) => a.some((value, part) => value !== b[part])

/** Returns decimal text as it was set, the base of markups; null if the night has no price. */
export const exactPriceOf = ({ date, price, default_price: daily, weekend_price: weekend }: StoredNight) =>
  nightRate(date, price, { defaultDailyPrice: daily, weekendPrice: weekend })

/** Returns decimal text as a guest is charged; null if the night has no price. */
export function priceOf(night: StoredNight): string | null {
  const price = exactPriceOf(night)
  return price === null ? null : chargedAmount(price, night.currency)
}

const amountOf = (night: StoredNight) => Number(priceOf(night) ?? Number.NaN)

/** Returns by listing the nights that show a difference. Both arguments must hold the same nights in the same order. */
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

/** Joins consecutive dates to stretches. */
export function stretchesOf(listingId: string, dates: Iterable<string>): ListingStretch[] {
  const stretches: ListingStretch[] = []
  for (const date of [...new Set(dates)].toSorted()) {
    const last = stretches.at(-1)
    if (last && dayAfter(last.last) === date) last.last = date
    else stretches.push({ listingId, first: date, last: date })
  }
  return stretches
}

/** No calendar is read further ahead, and a longer stay is an entry without an end. */
export const longestAheadDays = 1100

/** Spans every night of a listing that anything here reads. */
export function allNightsOf(listingId: string, now: Date): ListingStretch {
  const first = firstNightAt(now)
  return { listingId, first, last: String(Temporal.PlainDate.from(first).add({ days: longestAheadDays })) }
}

/** Returns the nights of a stay from `first` on, within the nights that are read here. */
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

/** Must agree with `holds` in night-queries.ts, which `storedNights` counts by. */
export const holdsNights = (stay: Pick<StoredStay, 'status' | 'lapses_at'>, now: Date): boolean =>
  stay.status !== 'cancelled' && (stay.lapses_at === null || stay.lapses_at > now)

export interface NightChange {
  listingId: string
  date: string
  reservationId: string
  stands: boolean
}

/** Lists the nights that stays took and left. */
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
