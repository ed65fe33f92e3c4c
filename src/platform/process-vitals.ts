/** A process alone knows how it answered lately, and which read replicas it leaves out. */
import type { Clock } from './clock.ts'

const slotMs = 15_000
/** Five minutes, as the alert of failing requests looks at them. */
const slotCount = 20

export interface VitalSigns {
  /** Requests of the last five minutes. */
  requests: number
  /** Those that were answered with a 5xx. */
  errors: number
  replicasUsed: number
  replicasLeftOut: number
}

export interface ProcessVitals {
  countAnswer(status: number): void
  /** Asks for the replicas whenever the vitals are read. */
  followReplicas(count: () => { used: number; leftOut: number }): void
  read(): VitalSigns
}

export function createProcessVitals({ monotonicMs }: Pick<Clock, 'monotonicMs'>): ProcessVitals {
  const slots = new Map<number, { requests: number; errors: number }>()
  let replicas = () => ({ used: 0, leftOut: 0 })
  const present = () => Math.floor(monotonicMs() / slotMs)
  return {
    countAnswer(status) {
      const now = present()
      const slot = slots.get(now) ?? { requests: 0, errors: 0 }
      slot.requests += 1
      if (status >= 500) slot.errors += 1
      slots.set(now, slot)
      if (slots.size > slotCount)
        for (const one of slots.keys()) if (one <= now - slotCount) slots.delete(one)
    },
    followReplicas(count) {
      replicas = count
    },
    read() {
      const oldest = present() - slotCount
      const recent = [...slots].flatMap(([at, slot]) => (at > oldest ? [slot] : []))
      const { used, leftOut } = replicas()
      return {
        requests: recent.reduce((sum, { requests }) => sum + requests, 0),
        errors: recent.reduce((sum, { errors }) => sum + errors, 0),
        replicasUsed: used,
        replicasLeftOut: leftOut,
      }
    },
  }
}
