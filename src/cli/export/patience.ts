/** Repeats a call while a server is busy or away, for as long as it asks, within limits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ComesBack } from '../api.ts'

/** Consecutive failed tries before it gives up. */
const mostTries = 8
/** For a longer wait, such as until a quota restarts, the person should run the command later. */
const longestWaitMs = 300_000
const firstWaitMs = 1_000

export interface PatienceOptions {
  tell(text: string): void
  pause?(ms: number): Promise<unknown>
}

/** The call must be safe to repeat. A server that never answered is not waited for. */
export function patiently({
  tell,
  pause = sleep,
}: PatienceOptions): <T>(ask: () => Promise<T>) => Promise<T> {
  let wasAnswered = false
  return async (ask) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await ask()
        wasAnswered = true
        return answer
      } catch (error) {
        if (!(error instanceof ComesBack) || tries === mostTries) throw error
        if (error.status === null && !wasAnswered) throw error
        const waitMs = error.waitMs ?? firstWaitMs * 2 ** (tries - 1)
        if (waitMs > longestWaitMs) throw error
        tell(`${error.message} Trying again in ${Math.ceil(waitMs / 1000)} s (${tries} of ${mostTries - 1}).`)
        await pause(waitMs)
      }
    }
  }
}
