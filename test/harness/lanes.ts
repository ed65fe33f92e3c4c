/** Decides which test files run at the same time. */
import path from 'node:path'

/** These run whole servers for minutes, so only on request (`npm run test:e2e`). */
const endToEnd = path.join('test', 'e2e', path.sep)
export const isEndToEnd = (file: string): boolean => file.startsWith(endToEnd)

/**
 * These end-to-end files mostly wait for time limits, leases, queues and clocks: alone they keep a processor busy less
 * than 70 % of the time. Both lanes are to end at about the same moment.
 */
export const waiting = [
  'airbnb-creation-kill',
  'alarms/backup',
  'alarms/faults',
  'billing-processes',
  'booking-crash',
  'booking-queue',
  'calendar-feeds-kill',
  'content-crash',
  'double-booking',
  'failover',
  'failover-under-load',
  'health-of-parts',
  'kill',
  'lost-answers',
  'paste',
  'plan-kill',
  'postgres-crash',
  'recovery',
  'slow-doors',
  'soak',
  'storm',
  'tracing',
].map((name) => `${endToEnd}${name}.test.ts`)

export interface Lane {
  /** Shown if there are several lanes. */
  name?: string
  files: string[]
  atOnce: number
}

/** Twice a small machine's processors, since files wait for time limits, PostgreSQL and child processes. */
const usual = 4
/** Servers under time limits run as many as there are processors; waiting files run beside them. */
const servers = 2

/** Each lane runs its own number of files at once. */
export function lanesOf(files: readonly string[]): Lane[] {
  if (!files.some(isEndToEnd)) return [{ files: [...files], atOnce: usual }]
  const lanes = [
    { name: 'busy', files: files.filter((file) => !waiting.includes(file)), atOnce: servers },
    { name: 'waiting', files: files.filter((file) => waiting.includes(file)), atOnce: servers },
  ]
  return lanes.filter((lane) => lane.files.length > 0)
}
