/** Splits long work into steps, so that other work of this process runs in between. */
import { setImmediate } from 'node:timers/promises'

/** Resolves after pending events were handled. */
export const yieldToOthers = (): Promise<void> => setImmediate()

const stepMs = 10

/** Call the result between parts of the work: it yields when a step has taken its time. */
export function createStepYield(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < stepMs) return undefined
    return yieldToOthers().then(() => {
      began = performance.now()
    })
  }
}
