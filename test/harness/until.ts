import { setTimeout as pause } from 'node:timers/promises'

const pollMs = 25
/** Only a condition that never comes waits this long, since busy machines delay everything else too. */
const longestWaitMs = 150_000

/** Workers in tests poll this often; shorter pauses would take time from other tests. */
export const askEveryMs = 50

/** Waits until the condition returns something and returns that; fails with the name of what it waited for. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const { withinMs = longestWaitMs, everyMs = pollMs } = options
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain for ${what}`)
    await pause(everyMs)
  }
}
