/** Nights of listings: what stands on them, what is left of them, and telling when that changes. */
export { beginReading, type Reading } from './change-queries.ts'
export { calendarUpdated } from './events.ts'
export { followReading, followSetting, followStays, nightsFollow, tellLapsedNights } from './follow.ts'
export { fullNights, storedNights, type StoredNight } from './night-queries.ts'
export { firstNightAt, isFull, isTaken, priceOf, unitsLeft } from './rules.ts'
export { holdsNights } from './rules.ts'
