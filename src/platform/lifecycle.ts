/** Whether the process can serve, and why not. */

export type Stage = 'starting' | 'serving' | 'draining' | 'stopping'

export interface Lifecycle {
  readonly stage: Stage
  to(stage: Stage): void
}

export function createLifecycle(stage: Stage = 'serving'): Lifecycle {
  let now = stage
  return {
    get stage() {
      return now
    },
    to: (next) => void (now = next),
  }
}
