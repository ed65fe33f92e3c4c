/** Setting nights of listings that a PMS keeps. */
export { lockCalendars, setNights, wakeTurns, type Settings } from './queries.ts'
export { awaitPushes, nothingSent } from './wait.ts'
export { startCalendarPushes, type CalendarWorker } from './worker.ts'
