/**
 * One look for many who ask: what is asked for while a look is on its way is looked for together by the next. A look begins after
 * all who share it have asked, so nobody is told what was found before.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever comes later than that does not wait for a look that is not over: its connection may be dead. */
const patienceMs = 50

export function createGathered<T>(
  look: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let waiting = new Map<string, PromiseWithResolvers<T | undefined>>()
  /** Of a look that is waited for or about to begin. */
  let turn: object | null = null

  async function begin(own: object): Promise<void> {
    const asked = waiting
    waiting = new Map()
    const late = setTimeout(() => next(own), patienceMs)
    try {
      const found = await look([...asked.keys()])
      for (const [key, { resolve }] of asked) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
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

  // A look is nobody's own: it is told to no request's trace.
  const beginSoon = AsyncLocalStorage.bind((own: object) => setImmediate(() => void begin(own)))

  /** Not at once: what came together is asked for together. */
  function start(): void {
    turn = {}
    beginSoon(turn)
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<T | undefined>()
    waiting.set(key, asked)
    if (turn === null) start()
    return asked.promise
  }
}
