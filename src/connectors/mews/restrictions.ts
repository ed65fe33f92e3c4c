/**
 * What restrictions mean for the nights of one room type at one rate. A restriction forbids what meets its conditions
 * (staying over a night, arriving or leaving on a day) unless the stay meets its exceptions; one without exceptions
 * forbids it altogether. Where exceptions cannot be judged night by night the night counts as closed.
 */
import type { CalendarDayRecord } from '../../contract/records.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import { readSide, unreadInParts } from '../../connector-kit/tolerance/unread-fields.ts'
import { localTime, span } from './map.ts'
import type { VendorCategory, VendorRate, VendorRestriction } from './vendor.ts'

/** What is sold, and when it is asked. */
export interface RateOffer {
  category: Pick<VendorCategory, 'Id' | 'Type'>
  rate: Pick<VendorRate, 'Id' | 'BaseRateId' | 'GroupId'>
  timeZone: string
  /** From midnight to the arrival. */
  startOffset: Temporal.Duration
  now: Temporal.Instant
}

export interface Night {
  date: string
  /** As a number only to be compared. */
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

/** A restriction read once for all nights. */
export interface RestrictionRule {
  effect: Effect
  /** Both included. */
  from: string | null
  to: string | null
  days: Set<string> | null
  /** What it exempts cannot be read. */
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

/** The restrictions that are about this room type and this rate. */
export function rulesFor(restrictions: VendorRestriction[], offer: RateOffer): RestrictionRule[] {
  return restrictions.filter((row) => concerns(row, offer)).map((row) => toRule(row, offer.timeZone))
}

/** A rate inherits from its base rate. */
function concerns({ Conditions }: VendorRestriction, { category, rate }: RateOffer): boolean {
  const { ExactRateId, BaseRateId, RateGroupId, ResourceCategoryId, ResourceCategoryType } = Conditions ?? {}
  // The documentation's own examples write ids in both cases.
  const isOneOf = (wanted: string | null | undefined, ...given: (string | null | undefined)[]) =>
    !wanted || given.some((id) => id?.toLowerCase() === wanted.toLowerCase())
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
  // Without conditions it is about every night.
  const conditions = row.Conditions ?? {}
  // A type that nobody knows closes the nights that it is about.
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

/** An exception that could not be read is one more that a stay would have to meet. */
const hasUnreadException = (row: VendorRestriction): boolean =>
  unreadInParts(row).some(({ field }) => field.startsWith('Exceptions'))

/** Lengths that cannot be read exempt nobody. */
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
 * The days that a bound may mean, in their order. It is a moment in UTC; a midnight of UTC, as in the documentation's examples, may
 * be written for a date as well. The interval takes both in. None for a bound that cannot be read: the interval has no end there.
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

/** Both ends of the interval belong to it; vendor documentation, concepts, restrictions. */
function isOn({ from, to, days }: RestrictionRule, date: string): boolean {
  if ((from !== null && date < from) || (to !== null && date > to)) return false
  return days === null || days.has(weekdayOf(date))
}

function restrict(limits: NightLimits, rule: RestrictionRule, offer: RateOffer, night: Night): void {
  const { effect, minLength, maxLength, minAdvance, maxAdvance, minPrice, maxPrice } = rule
  const hasLength = minLength !== null || maxLength !== null
  const hasExceptions = hasLength || [minAdvance, maxAdvance, minPrice, maxPrice].some(Boolean)
  const canBeMet = !rule.isUnclear && hasExceptions && isInTime(rule, offer, night.date) && costs(rule, night)
  // Which lengths may leave on a day cannot be told by the day: better no departure than a forbidden one.
  if (!canBeMet || (hasLength && effect === 'closedToDeparture')) {
    limits[effect] = true
    return
  }
  const shortest = nights(minLength, night.date, Math.ceil)
  const longest = nights(maxLength, night.date, Math.floor)
  if (shortest !== null) limits.minNights = Math.max(limits.minNights ?? 0, shortest)
  if (longest !== null) limits.maxNights = Math.min(limits.maxNights ?? Infinity, longest)
}

/** Whether a booking made now is early and late enough. */
function isInTime({ minAdvance, maxAdvance }: RestrictionRule, offer: RateOffer, date: string): boolean {
  if (minAdvance === null && maxAdvance === null) return true
  const arrival = Temporal.PlainDate.from(date).toZonedDateTime(offer.timeZone).add(offer.startOffset)
  const isEarly = minAdvance === null || isNotAfter(offer.now, arrival.subtract(minAdvance).toInstant())
  return isEarly && (maxAdvance === null || isNotAfter(arrival.subtract(maxAdvance).toInstant(), offer.now))
}

function isNotAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) <= 0
}

/** Whether the night's price lies between the bounds; an unknown price, or one in another currency, does not. */
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

/** The limits as the calendar says them. */
export function shownLimits(limits: NightLimits): Partial<CalendarDayRecord> {
  // No stay is allowed when the shortest is longer than the longest.
  const isImpossible = (limits.minNights ?? 0) > (limits.maxNights ?? Infinity)
  return {
    minNights: isImpossible ? null : limits.minNights,
    maxNights: isImpossible ? null : limits.maxNights,
    closedToArrival: limits.closedToArrival || isImpossible,
    closedToDeparture: limits.closedToDeparture,
  }
}
