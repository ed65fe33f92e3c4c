/** Setting nights of listings that a PMS keeps. */
export { calendarUpdated } from './events.ts'
export { calendarOwner } from './owner-queries.ts'
export { lockCalendars, setNights, wakeTurns, type Settings } from './queries.ts'
export { firstNightAt } from './turn.ts'
export { awaitPushes, nothingSent } from './wait.ts'
export { startCalendarPushes, type CalendarWorker } from './worker.ts'
