/** Connects the server with the part that counts requests. */
import type { Principal } from './route.ts'

export interface CountedOperation {
  id: string
  /** The request counts against the daily limit of AI operations. */
  ai: boolean
  /** The request is counted, but served even when a quota is spent. */
  isSpared?: boolean
}

export interface MeteredRequest {
  operation: CountedOperation
  /** The request counts for the day on which it was admitted. */
  at: Date
  status: number
  ms: number
}

export interface Quota {
  name: 'daily' | 'monthly' | 'daily_ai'
  limit: number
  remaining: number
  /** The window has this length, and this much of it is left. */
  windowSeconds: number
  resetSeconds: number
}

export interface RequestMeter {
  /** Loads a workspace's counts. Only its first request of the day waits for that. */
  know(principal: Principal, now: Date): Promise<void> | undefined
  /** Counts a request of a loaded workspace, or throws when a quota is used up. Never waits. */
  admit(principal: Principal, operation: CountedOperation, now: Date): void
  /** Returns the limited quotas of a loaded workspace. */
  quotas(principal: Principal, now: Date): Quota[]
  /** Called when an admitted request has ended. */
  seen(principal: Principal, request: MeteredRequest): void
}
