import { setTimeout as pause } from 'node:timers/promises'

const pollMs = 10

/** Waits until the condition gives something, and hands that on; fails naming what it waited for. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const { withinMs = 60_000, everyMs = pollMs } = options
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain for ${what}`)
    await pause(everyMs)
  }
}
