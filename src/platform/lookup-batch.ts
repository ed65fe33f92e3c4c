/** Batches lookups: keys requested while one query runs go into the next. A query starts after all its callers asked, so none gets older data. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** After this time a caller does not wait for a running query, whose connection may be dead. */
const patienceMs = 50

export function createLookupBatch<T>(
  look: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let waiting = new Map<string, PromiseWithResolvers<T | undefined>>()
  /** This query runs or is about to begin. */
  let turn: object | null = null

  async function begin(own: object): Promise<void> {
    const batch = waiting
    waiting = new Map()
    const late = setTimeout(() => next(own), patienceMs)
    try {
      const found = await look([...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    } finally {
      clearTimeout(late)
      next(own)
    }
  }

  function next(own: object): void {
    if (turn !== own) return
    turn = null
    if (waiting.size > 0) start()
  }

  // A shared query belongs to no request's trace.
  const beginSoon = AsyncLocalStorage.bind((own: object) => setImmediate(() => void begin(own)))

  /** The query starts after this turn of the event loop, so that keys arriving together share it. */
  function start(): void {
    turn = {}
    beginSoon(turn)
  }

  return (key) => {
    const lookup = waiting.get(key) ?? Promise.withResolvers<T | undefined>()
    waiting.set(key, lookup)
    if (turn === null) start()
    return lookup.promise
  }
}
