/** What the server tells whoever counts requests. */
import type { Principal } from './route.ts'

export interface CountedOperation {
  id: string
  /** Counts against the daily limit of AI operations. */
  ai: boolean
  /** Counted like any other, and served although a quota is spent. */
  isSpared?: boolean
}

export interface MeteredRequest {
  operation: CountedOperation
  /** When it was let in: the day it counts for. */
  at: Date
  status: number
  ms: number
}

/** How one quota stands. */
export interface Quota {
  name: 'daily' | 'monthly' | 'daily_ai'
  limit: number
  remaining: number
  /** Its whole length, and what is left of it. */
  windowSeconds: number
  resetSeconds: number
}

export interface RequestMeter {
  /** Has what was used at hand. Waits only for the first request of a workspace and day. */
  know(principal: Principal, now: Date): Promise<void> | undefined
  /** Counts a request of a workspace that is known, or throws when a quota is used up. Never waits. */
  admit(principal: Principal, operation: CountedOperation, now: Date): void
  /** What is left of the quotas of a workspace that is known; the unlimited ones are not among them. */
  quotas(principal: Principal, now: Date): Quota[]
  /** How a request that was let in ended. */
  seen(principal: Principal, request: MeteredRequest): void
}
