/** Nights of listings: what stands on them, what is left of them, and telling when that changes. */
export { beginReading, type Reading } from './change-queries.ts'
export { calendarUpdated } from './events.ts'
export { followReading, followSetting, followStays, nightsFollow, tellLapsedNights } from './follow.ts'
export { fullNights, holds, storedNights, type StoredNight, type Stretch } from './night-queries.ts'
export { firstNightAt, isFull, isTaken, priceOf, unitsLeft } from './rules.ts'
export { holdsNights, longestAheadDays, nightsFrom, stretchesOf } from './rules.ts'
