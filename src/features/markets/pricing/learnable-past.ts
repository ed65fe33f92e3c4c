/** Prepares a listing's past for the model. */
import { nightRate } from '../../../records/rates/public.ts'
import type { StoredNight } from '../../../records/calendar/public.ts'
import { marketTerms, toPricingSignal, usualCompPrice, type PricingSignal } from './market-signal.ts'
import type { ListingPast, PastNight } from './model/learn.ts'
import { monthOf, type SoldMonth } from './model/months.ts'
import type { PastDay, PastStay, PricedHome, ShownNight } from './past-queries.ts'

export const pastDaysLearnt = 545
const usualOverDays = 365
const fewestForUsual = 30
/** Nobody books longer ahead. */
const longestLead = 365

export interface PastListingFacts {
  home: PricedHome
  stays: readonly PastStay[]
  days: readonly PastDay[]
  /** Prices asked for nights whose price changed while they were on sale. */
  shown: readonly ShownNight[]
  /** From today on. */
  coming: readonly StoredNight[]
  today: string
  signal: PricingSignal
}

/** Civil dates have no zone, and steps of UTC days are much faster than a calendar's. */
export const plusDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days

interface PastTakenNight {
  sold: number
  owner: number
  /** When the night's last unit was sold. */
  soldAt: number | null
  price: number | null
}

/** Sums what stays took of each night. */
function taken(stays: readonly PastStay[]): Map<string, PastTakenNight> {
  const nights = new Map<string, PastTakenNight>()
  for (const { check_in: checkIn, nights: count, lead, night_price: price, is_revenue: isSale } of stays) {
    for (let n = 0; n < count && n < 400; n += 1) {
      const date = plusDays(checkIn, n)
      const before = nights.get(date) ?? { sold: 0, owner: 0, soldAt: null, price: null }
      const soldAt = lead === null ? null : Math.max(0, lead + n)
      nights.set(date, {
        sold: before.sold + (isSale ? 1 : 0),
        owner: before.owner + (isSale ? 0 : 1),
        soldAt: before.soldAt === null || soldAt === null ? soldAt : Math.min(before.soldAt, soldAt),
        price: price === null ? before.price : Number(price),
      })
    }
  }
  return nights
}

/** Returns the asked price of a night nobody bought, if it is known. */
const askedFor = (home: PricedHome, date: string, own: string | null) => {
  const rate = nightRate(date, own, {
    defaultDailyPrice: home.default_nightly_price,
    weekendPrice: home.weekend_price,
  })
  return rate === null ? null : Number(rate)
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** A home waits about this many days for its first booking, so it was on sale before that. */
const waitedForFirst = 30

/** Returns since when the home was presumably on sale. Without bookings or past nights it may be new today. */
function onSaleSince({ stays, days, today }: PastListingFacts): string {
  const booked = stays.map(({ check_in: checkIn, lead }) => plusDays(checkIn, -(lead ?? 0) - waitedForFirst))
  const [first = today] = [...booked, ...days.slice(0, 1).map(({ date }) => date)].toSorted()
  return first < today ? first : today
}

interface PastShownNight {
  date: string
  sold: number
  units: number
  soldAt: number | null
  price: number | null
  isAsked: boolean
  ahead: number
}

/** Returns nights whose availability is known, from the first stay or calendar day on. */
function seenNights({ home, stays, days, coming, today }: PastListingFacts): PastShownNight[] {
  const takenBy = taken(stays)
  const dayBy = new Map(days.map((day) => [day.date, day]))
  const earliest = plusDays(today, -pastDaysLearnt)
  const first = [stays[0]?.check_in, days[0]?.date].filter((date) => date !== undefined).toSorted()[0]
  const seen: PastShownNight[] = []
  const add = (date: string, ahead: number, askedPrice: number | null, isOpen: boolean) => {
    const one = takenBy.get(date)
    const units = home.unit_count - (one?.owner ?? 0)
    if (units < 1 || (!one?.sold && !isOpen)) return
    const price = askedPrice ?? (one?.sold ? one.price : null)
    const isFull = (one?.sold ?? 0) >= units
    seen.push({
      ...{ date, sold: one?.sold ?? 0, units, price, ahead },
      soldAt: isFull ? (one?.soldAt ?? null) : null,
      // A future price may be a minute old, so guests have not reacted to it yet.
      isAsked: askedPrice !== null && ahead < 0,
    })
  }
  const from = first === undefined || first < earliest ? earliest : first
  for (let date = from; first !== undefined && date < today; date = plusDays(date, 1)) {
    const day = dayBy.get(date)
    // Without its own price the night's asked price is unknown, since the default may have changed.
    add(date, -1, day?.price == null ? null : Number(day.price), day?.available ?? true)
  }
  coming.forEach((night, ahead) =>
    add(night.date, ahead, askedFor(home, night.date, night.price), night.available !== false),
  )
  return seen
}

/** Returns the median price of its nights, or the calendar's or market's if too few are known. */
function usualPrice(facts: PastListingFacts, nights: readonly PastShownNight[]): number | null {
  const since = plusDays(facts.today, -usualOverDays)
  const lately = nights
    .filter(({ date, ahead }) => ahead < 0 && date >= since)
    .flatMap(({ price }) => price ?? [])
  if (lately.length >= fewestForUsual) return middle(lately) ?? null
  const { default_nightly_price: own } = facts.home
  if (own !== null && Number(own) > 0) return Number(own)
  return middle(nights.flatMap(({ price }) => price ?? [])) ?? usualCompPrice(facts.signal)
}

/** If calendars keep prices of unsold nights only, refused prices would all look high. */
function areComparable(nights: readonly PastShownNight[]): boolean {
  const sold = nights.filter((night) => night.ahead < 0 && night.sold > 0)
  return sold.filter(({ isAsked }) => isAsked).length * 2 > sold.length
}

export interface LearnablePast {
  usual: number
  past: ListingPast
}

/** Returns null if no price is known at all. */
export function toLearnablePast(facts: PastListingFacts): LearnablePast | null {
  const seen = seenNights(facts)
  const usual = usualPrice(facts, seen)
  if (usual === null || usual <= 0) return null
  const marketTerm = marketTerms(facts.signal)
  const isComparable = areComparable(seen)
  // A price ten times the usual one is a mistake or closes the night.
  const relativeTo = (price: number) => Math.max(0.2, Math.min(4, price / usual))
  const shownBy = new Map(facts.shown.map(({ date, shown }) => [date, shown]))
  const sale = onSaleSince(facts)
  const nights: PastNight[] = seen.map(({ date, price, ...rest }) => {
    const since = daysBetween(sale, date)
    const { event } = toPricingSignal(facts.signal, date)
    const relative = price === null ? null : relativeTo(price)
    const shown = rest.units === 1 ? shownBy.get(date) : undefined
    const known = {
      ...{ relative, isAsked: rest.isAsked && isComparable },
      ...(since < longestLead && { since: Math.max(0, since) }),
      ...(shown && { shown: shown.map(([from, asked]) => ({ from, relative: relativeTo(asked) })) }),
    }
    return { ...rest, ...known, date, market: marketTerm(date), event }
  })
  const lengths = facts.stays.filter(({ is_revenue: isSale }) => isSale).map(({ nights: count }) => count)
  return { usual, past: { nights, lengths } }
}

/** Sums the sales of each month. */
export function soldMonths(stays: readonly PastStay[]): Map<string, SoldMonth> {
  const months = new Map<string, SoldMonth>()
  for (const { check_in: checkIn, nights, night_price: price, is_revenue: isSale } of stays) {
    for (let n = 0; isSale && n < nights && n < 400; n += 1) {
      const month = monthOf(plusDays(checkIn, n))
      const before = months.get(month) ?? { nights: 0, revenue: 0 }
      months.set(month, { nights: before.nights + 1, revenue: before.revenue + Number(price ?? 0) })
    }
  }
  return months
}
