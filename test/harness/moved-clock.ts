/**
 * `TEST_DATE=2028-02-28T23:50 npm test`: every process of the run has a clock that shows that moment in UTC at the start of
 * the run, PostgreSQL too. Loaded before every test process. It needs libfaketime (Debian's package `faketime`).
 */
import { ChildProcess } from 'node:child_process'
import { globSync } from 'node:fs'

/** A process with a moved clock gives these on, so that all clocks of a run go together. */
const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'FAKETIME_NO_CACHE']

export const isClockMoved = process.env['FAKETIME'] !== undefined
/**
 * Where clocks are moved ahead, PostgreSQL ends no statement by `statement_timeout` or `lock_timeout`: libfaketime shows the right time
 * to a signal handler that comes while it waits, so the limit seems to be as far away as the clock is moved.
 */
export const skipWithMovedClock = isClockMoved && 'PostgreSQL ends no statement by time with a moved clock'

interface StartedProcess {
  envPairs?: string[]
}

const date = process.env['TEST_DATE']
if (date !== undefined) moveClockOfChildren(isClockMoved ? process.env : movedTo(date, Date.now()))

/** Reads a moment in UTC, and answers the environment of processes that believe it. */
export function movedTo(text: string, now: number, library = findLibrary()): Record<string, string> {
  const seconds = Math.round((readMoment(text) - now) / 1000)
  if (library === '') throw new Error('TEST_DATE needs libfaketime: apt-get install faketime')
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    // Time limits of programs are measured by the monotonic clock, which never jumps.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  }
}

function readMoment(text: string): number {
  try {
    if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.test(text))
      return Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds
  } catch {
    // No day of the calendar.
  }
  throw new Error(`TEST_DATE takes a moment in UTC such as 2028-02-28T23:50, not "${text}"`)
}

export function findLibrary(): string {
  return globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')[0] ?? ''
}

/** Tests choose the environment of most of their processes, so it is added where all of them start. */
export function moveClockOfChildren(moved: Readonly<Record<string, string | undefined>>): () => void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: StartedProcess): unknown }
  const start = prototype.spawn
  prototype.spawn = function (this: ChildProcess, options) {
    const given = options.envPairs ?? []
    const missing = names.filter((name) => !given.some((pair) => pair.startsWith(`${name}=`)))
    const pairs = missing.map((name) => `${name}=${moved[name] ?? ''}`)
    return start.call(this, { ...options, envPairs: [...given, ...pairs] })
  }
  return () => (prototype.spawn = start)
}
