import { setTimeout as pause } from 'node:timers/promises'

const pollMs = 25
/** Only what never comes waits so long: a busy machine makes everything else late as well. */
const longestWaitMs = 150_000

/** How often workers of tests look for work that nobody woke them for: what they ask meanwhile takes time from other tests. */
export const askEveryMs = 50

/** Waits until the condition gives something, and hands that on; fails naming what it waited for. */
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
