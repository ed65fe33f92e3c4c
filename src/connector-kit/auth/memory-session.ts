import type { AuthSession } from './auth.ts'

/** Keeps a session in memory, for checking credentials before they are stored, and for tests. */
export function memorySession(initial: string | null = null): AuthSession {
  let text = initial
  let last: Promise<unknown> = Promise.resolve()
  return {
    load: async () => text,
    save: async (next) => {
      text = next
    },
    lock: (renew) => {
      const turn = last.then(renew, renew)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
