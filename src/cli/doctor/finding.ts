import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { explainError } from '../explain-error.ts'

/** A condition that has an alert, for scripts. */
interface FoundCondition {
  name: string
  since: string | null
  places: readonly object[]
  runbook: string
}

/** Every warning and failure has advice that says what to do. */
export type DoctorFinding =
  | { level: 'ok'; found: string }
  | { level: 'warn' | 'fail'; found: string; advice: string; condition?: FoundCondition }

export type DoctorCheck = { name: string; run(config: Config, log: Log): Promise<DoctorFinding[]> }

export const ok = (found: string): DoctorFinding => ({ level: 'ok', found })
export const warn = (found: string, advice: string): DoctorFinding => ({ level: 'warn', found, advice })
export const fail = (found: string, advice: string): DoctorFinding => ({ level: 'fail', found, advice })

export const messageOf = (error: unknown): string => explainError(error as Error)
