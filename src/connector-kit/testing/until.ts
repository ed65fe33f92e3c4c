import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a condition; fails with its description after the deadline. */
export async function until(
  description: string,
  condition: () => boolean,
  deadlineMs = 15_000,
): Promise<void> {
  const end = Date.now() + deadlineMs
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited ${deadlineMs} ms in vain for: ${description}`)
    await pause(10)
  }
}
