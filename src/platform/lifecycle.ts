/** Says if the process can serve requests, and why not. */

export type LifecycleStage = 'starting' | 'serving' | 'draining' | 'stopping'

export interface Lifecycle {
  readonly stage: LifecycleStage
  /** The process serves since then; null before that, or where nobody needs it. */
  readonly servingSince: Date | null
  to(stage: LifecycleStage, at?: Date): void
}

export function createLifecycle(stage: LifecycleStage = 'serving'): Lifecycle {
  let now = stage
  let servingSince: Date | null = null
  return {
    get stage() {
      return now
    },
    get servingSince() {
      return servingSince
    },
    to(next, at) {
      now = next
      if (next === 'serving') servingSince = at ?? null
    },
  }
}
