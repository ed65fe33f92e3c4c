import { setTimeout as wait } from 'node:timers/promises'

/** Polls until the condition returns something other than undefined or false. */
export async function until<T>(
  condition: () => T | Promise<T>,
  description: string,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const result = await condition()
    if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>
    if (Date.now() > deadline) throw new Error(`still waiting for ${description}`)
    await wait(5)
  }
}
