/** Nights of listings: the stays on them, the units left, and events when those change. */
export { beginReading, changesInsert, type CalendarReading } from './change-queries.ts'
export { calendarUpdated } from './events.ts'
export { blockedUnits, feedProvider } from './feed-sql.ts'
export { followReading, followStays, followStaysTo, nightsFollow, setNightsAndTell } from './follow.ts'
export type { TakeChanges } from './follow.ts'
export { appendLapsedNightEvents } from './follow.ts'
export { lockCalendars } from './lock-queries.ts'
export { nightMarks } from './mark-queries.ts'
export { holdNights, isHeldByOther, deleteNightHolds } from './hold-queries.ts'
export { fullNights, holds, storedNights, storedNightsOf, storedStays } from './night-queries.ts'
export { writeOwnNights, type OwnNightSettings } from './own-night-queries.ts'
export type { StoredNight, ListingStretch } from './night-queries.ts'
export type { NightChange } from './rules.ts'
export { allNightsOf, exactPriceOf, firstNightAt, isFull, isTaken, priceOf, unitsLeft } from './rules.ts'
export { holdsNights, longestAheadDays, nightsFrom, stretchesOf } from './rules.ts'
export {
  brokenCalendarRules,
  leastLeft,
  findStayRuleReason,
  stayLengths,
  type ListingRules,
} from './stay-rules.ts'
