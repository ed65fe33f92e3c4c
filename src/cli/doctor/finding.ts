import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { explainError } from '../explain-error.ts'

/** `advice` says what to do; every warning and failure has one. */
export type Finding =
  { level: 'ok'; found: string } | { level: 'warn' | 'fail'; found: string; advice: string }

export type Check = { name: string; run(config: Config, log: Log): Promise<Finding[]> }

export const ok = (found: string): Finding => ({ level: 'ok', found })
export const warn = (found: string, advice: string): Finding => ({ level: 'warn', found, advice })
export const fail = (found: string, advice: string): Finding => ({ level: 'fail', found, advice })

export const messageOf = (error: unknown): string => explainError(error as Error)
