/** Long work in steps: between two of them whoever else waits for this process is served. */
import { setImmediate } from 'node:timers/promises'

/** Goes on when what has arrived meanwhile was seen to. */
export const turnOfOthers = (): Promise<void> => setImmediate()

const stepMs = 10

/** To be called between the parts of a long work: once a step has taken its time, the others have theirs. */
export function inSteps(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < stepMs) return undefined
    return turnOfOthers().then(() => {
      began = performance.now()
    })
  }
}
