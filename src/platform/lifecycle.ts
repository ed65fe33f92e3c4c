/** Whether the process can serve, and why not. */

export type Stage = 'starting' | 'serving' | 'draining' | 'stopping'

export interface Lifecycle {
  readonly stage: Stage
  /** When the process began to serve; null: it has not, or it need not be known. */
  readonly servingSince: Date | null
  to(stage: Stage, at?: Date): void
}

export function createLifecycle(stage: Stage = 'serving'): Lifecycle {
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
