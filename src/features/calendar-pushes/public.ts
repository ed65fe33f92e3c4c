/** Setting nights of listings that a PMS keeps. */
export { lockAllNights, setNights, wakeTurns, type Settings } from './queries.ts'
export { calendarLink, pushProblems } from './progress-queries.ts'
export { awaitPushes, nothingSent } from './wait.ts'
export { startCalendarPushes } from './worker.ts'
