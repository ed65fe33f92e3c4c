/**
 * Applies restrictions to the nights of one room type at one rate. A restriction forbids stays that meet its
 * conditions (staying over a night, arriving or leaving on a day) unless they meet its exceptions; without
 * exceptions it forbids them all. If exceptions cannot be judged night by night, the night counts as closed.
 */
import type { CalendarDayRecord } from '../../contract/records.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import { readSide, unreadInParts } from '../../connector-kit/tolerance/unread-fields.ts'
import { localTime, span } from './map.ts'
import type { VendorCategory, VendorRate, VendorRestriction } from './vendor.ts'

/** Restrictions depend on the offer and on the time of booking. */
export interface RateOffer {
  category: Pick<VendorCategory, 'Id' | 'Type'>
  rate: Pick<VendorRate, 'Id' | 'BaseRateId' | 'GroupId'>
  timeZone: string
  /** The arrival is this long after midnight. */
  startOffset: Temporal.Duration
  now: Temporal.Instant
}

export interface Night {
  date: string
  /** The price is a number because it is only compared. */
  price: number | null
  currency: string | null
}

export interface NightLimits {
  isClosed: boolean
  closedToArrival: boolean
  closedToDeparture: boolean
  minNights: number | null
  maxNights: number | null
}

type Effect = 'isClosed' | 'closedToArrival' | 'closedToDeparture'
type BoundName = NonNullable<VendorRestriction['Exceptions']>['MinPrice']

/** A restriction is parsed once for all nights. */
export interface RestrictionRule {
  effect: Effect
  /** Both days are included. */
  from: string | null
  to: string | null
  days: Set<string> | null
  /** True if its exceptions cannot be read. */
  isUnclear: boolean
  minLength: Temporal.Duration | null
  maxLength: Temporal.Duration | null
  minAdvance: Temporal.Duration | null
  maxAdvance: Temporal.Duration | null
  minPrice: BoundName
  maxPrice: BoundName
}

const effects: Record<string, Effect> = {
  Stay: 'isClosed',
  Start: 'closedToArrival',
  End: 'closedToDeparture',
}

/** Selects the restrictions that concern this room type and this rate. */
export function rulesFor(restrictions: VendorRestriction[], offer: RateOffer): RestrictionRule[] {
  return restrictions.filter((row) => concerns(row, offer)).map((row) => toRule(row, offer.timeZone))
}

/** A rate inherits its base rate's restrictions. */
function concerns({ Conditions }: VendorRestriction, { category, rate }: RateOffer): boolean {
  const { ExactRateId, BaseRateId, RateGroupId, ResourceCategoryId, ResourceCategoryType } = Conditions ?? {}
  // The documentation's own examples write ids in both cases.
  const isOneOf = (bound: string | null | undefined, ...ids: (string | null | undefined)[]) =>
    !bound || ids.some((id) => id?.toLowerCase() === bound.toLowerCase())
  return (
    isOneOf(ExactRateId, rate.Id) &&
    isOneOf(BaseRateId, rate.Id, rate.BaseRateId) &&
    isOneOf(RateGroupId, rate.GroupId) &&
    isOneOf(ResourceCategoryId, category.Id) &&
    isOneOf(ResourceCategoryType, category.Type)
  )
}

function toRule(row: VendorRestriction, timeZone: string): RestrictionRule {
  const { Exceptions } = row
  // Without conditions a restriction concerns every night.
  const conditions = row.Conditions ?? {}
  // An unknown type closes the nights that it concerns.
  const effect = meaningOf(effects, conditions.Type)
  const days = conditions.Days ?? []
  const areWeekdays = days.length > 0 && days.every((day) => weekdays.includes(day))
  const [start, end] = [daysMeant(conditions.StartUtc, timeZone), daysMeant(conditions.EndUtc, timeZone)]
  return {
    effect: effect ?? 'isClosed',
    from: start[0] ?? null,
    to: end.at(-1) ?? null,
    days: areWeekdays ? new Set(days) : null,
    ...spansOf(Exceptions),
    ...(effect === undefined || hasUnreadException(row) ? { isUnclear: true } : {}),
    minPrice: Exceptions?.MinPrice ?? null,
    maxPrice: Exceptions?.MaxPrice ?? null,
  }
}

/** A stay would have to meet an unreadable exception too, so it counts as unmet. */
const hasUnreadException = (row: VendorRestriction): boolean =>
  unreadInParts(row).some(({ field }) => field.startsWith('Exceptions'))

/** Unreadable lengths exempt no stay. */
function spansOf(
  exceptions: VendorRestriction['Exceptions'],
): Pick<RestrictionRule, 'isUnclear' | 'minLength' | 'maxLength' | 'minAdvance' | 'maxAdvance'> {
  try {
    return {
      isUnclear: false,
      minLength: span(exceptions?.MinLength),
      maxLength: span(exceptions?.MaxLength),
      minAdvance: span(exceptions?.MinAdvance),
      maxAdvance: span(exceptions?.MaxAdvance),
    }
  } catch {
    return { isUnclear: true, minLength: null, maxLength: null, minAdvance: null, maxAdvance: null }
  }
}

/**
 * Returns the days that a bound may mean, in order. It is a moment in UTC, but the documentation's examples
 * use a UTC midnight for a date too, so both days count. An unreadable bound returns none: the interval has
 * no end there.
 */
function daysMeant(utc: string | null | undefined, timeZone: string): string[] {
  const moment = presentText(utc)
  const day = moment === null ? null : readSide('Conditions', moment, () => localTime(moment, timeZone))
  if (moment === null || day === null) return []
  const days = [day.toPlainDate().toString()]
  if (/T00:00(:00(\.0+)?)?Z$/.test(moment)) days.push(moment.slice(0, 'YYYY-MM-DD'.length))
  return days.toSorted()
}

export function limitsOf(rules: RestrictionRule[], offer: RateOffer, night: Night): NightLimits {
  const limits: NightLimits = {
    isClosed: false,
    closedToArrival: false,
    closedToDeparture: false,
    minNights: null,
    maxNights: null,
  }
  for (const rule of rules) if (isOn(rule, night.date)) restrict(limits, rule, offer, night)
  return limits
}

/** The vendor's documentation of restrictions includes both ends of the interval. */
function isOn({ from, to, days }: RestrictionRule, date: string): boolean {
  if ((from !== null && date < from) || (to !== null && date > to)) return false
  return days === null || days.has(weekdayOf(date))
}

function restrict(limits: NightLimits, rule: RestrictionRule, offer: RateOffer, night: Night): void {
  const { effect, minLength, maxLength, minAdvance, maxAdvance, minPrice, maxPrice } = rule
  const hasLength = minLength !== null || maxLength !== null
  const hasExceptions = hasLength || [minAdvance, maxAdvance, minPrice, maxPrice].some(Boolean)
  const canBeMet = !rule.isUnclear && hasExceptions && isInTime(rule, offer, night.date) && costs(rule, night)
  // A day cannot say which lengths may leave on it: no departure is better than a forbidden one.
  if (!canBeMet || (hasLength && effect === 'closedToDeparture')) {
    limits[effect] = true
    return
  }
  const shortest = nights(minLength, night.date, Math.ceil)
  const longest = nights(maxLength, night.date, Math.floor)
  if (shortest !== null) limits.minNights = Math.max(limits.minNights ?? 0, shortest)
  if (longest !== null) limits.maxNights = Math.min(limits.maxNights ?? Infinity, longest)
}

/** True if a booking made now is early and late enough. */
function isInTime({ minAdvance, maxAdvance }: RestrictionRule, offer: RateOffer, date: string): boolean {
  if (minAdvance === null && maxAdvance === null) return true
  const arrival = Temporal.PlainDate.from(date).toZonedDateTime(offer.timeZone).add(offer.startOffset)
  const isEarly = minAdvance === null || isNotAfter(offer.now, arrival.subtract(minAdvance).toInstant())
  return isEarly && (maxAdvance === null || isNotAfter(arrival.subtract(maxAdvance).toInstant(), offer.now))
}

function isNotAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) <= 0
}

/** True if the night's price is within the bounds; unknown prices and other currencies are not. */
function costs({ minPrice, maxPrice }: RestrictionRule, { price, currency }: Night): boolean {
  const holds = (bound: BoundName, isWithin: (price: number, limit: number) => boolean) => {
    if (typeof bound?.Value !== 'number') return true
    const isComparable = price !== null && (!bound.Currency || bound.Currency === currency)
    return isComparable && isWithin(price, bound.Value)
  }
  return holds(minPrice, (a, limit) => a >= limit) && holds(maxPrice, (a, limit) => a <= limit)
}

function nights(length: Temporal.Duration | null, date: string, round: (days: number) => number) {
  if (length === null) return null
  return Math.max(0, round(length.total({ unit: 'days', relativeTo: Temporal.PlainDate.from(date) })))
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function weekdayOf(date: string): string {
  return weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? ''
}

/** Converts the limits to fields of the calendar. */
export function shownLimits(limits: NightLimits): Partial<CalendarDayRecord> {
  // No stay is possible if the shortest is longer than the longest.
  const isImpossible = (limits.minNights ?? 0) > (limits.maxNights ?? Infinity)
  return {
    minNights: isImpossible ? null : limits.minNights,
    maxNights: isImpossible ? null : limits.maxNights,
    closedToArrival: limits.closedToArrival || isImpossible,
    closedToDeparture: limits.closedToDeparture,
  }
}
