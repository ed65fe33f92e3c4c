import { setTimeout as pause } from 'node:timers/promises'

const shortestPauseMs = 25
/** A long wait asks no more often than this, so that polling an API stays below the requests a key may make. */
const longestPauseMs = 250
/** Only a condition that never comes waits this long, since busy machines delay everything else too. */
const longestWaitMs = 150_000

/** Workers in tests poll this often; shorter pauses would take time from other tests. */
export const askEveryMs = 50

/**
 * Waits until the condition returns something and returns that; fails with the name of what it waited for.
 * Without `everyMs` the pauses grow with the time that has passed, so a wait is at most a tenth too long.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const { withinMs = longestWaitMs, everyMs } = options
  const begun = Date.now()
  for (;;) {
    const value = await condition()
    if (value) return value
    const passedMs = Date.now() - begun
    if (passedMs > withinMs) throw new Error(`waited ${withinMs / 1000} s in vain for ${what}`)
    await pause(everyMs ?? Math.min(Math.max(passedMs / 10, shortestPauseMs), longestPauseMs))
  }
}
