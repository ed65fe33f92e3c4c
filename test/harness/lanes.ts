/** Which test files run beside each other. */
import path from 'node:path'

/** Whole servers that are killed and watched, minutes of it: only when asked for (`npm run test:e2e`). */
const endToEnd = path.join('test', 'e2e', path.sep)
export const isEndToEnd = (file: string): boolean => file.startsWith(endToEnd)

/**
 * End-to-end files that wait for limits of time, for the turns of workers that were killed, for queues that are asked seldom and for a clock of
 * their own: alone they keep a processor busy less than 60 % of the time.
 */
export const waiting = [
  'airbnb-creation-kill',
  'billing-processes',
  'booking-crash',
  'booking-queue',
  'calendar-feeds-kill',
  'content-crash',
  'health-of-parts',
  'kill',
  'lost-answers',
  'slow-doors',
  'soak',
  'storm',
  'tracing',
].map((name) => `${endToEnd}${name}.test.ts`)

export interface Lane {
  /** Said where there are several. */
  name?: string
  files: string[]
  atOnce: number
}

/** Twice what a small machine has of processors: files wait for time limits, for PostgreSQL and for processes they start. */
const usual = 4
/** Of whole servers that are watched with limits of time as many as it has; those that wait are beside them. */
const servers = 2

/** What is in one lane runs so many files at once, whatever the others do. */
export function lanesOf(files: readonly string[]): Lane[] {
  if (!files.some(isEndToEnd)) return [{ files: [...files], atOnce: usual }]
  const lanes = [
    { name: 'busy', files: files.filter((file) => !waiting.includes(file)), atOnce: servers },
    { name: 'waiting', files: files.filter((file) => waiting.includes(file)), atOnce: servers },
  ]
  return lanes.filter((lane) => lane.files.length > 0)
}
