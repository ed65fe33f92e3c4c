/** What the server tells whoever counts requests. */
import type { Principal } from './route.ts'

export interface CountedOperation {
  id: string
  /** Counts against the daily limit of AI operations. */
  ai: boolean
  /** Counted like any other, and served although a quota is spent. */
  isSpared?: boolean
}

export interface Seen {
  operation: CountedOperation
  /** When it was let in: the day it counts for. */
  at: Date
  status: number
  ms: number
}

export interface Metering {
  /** Counts a request, or throws when a quota is used up. Never waits. */
  admit(principal: Principal, operation: CountedOperation, now: Date): void
  /** Headers about the daily quota; none without one. */
  headers(principal: Principal, now: Date): Record<string, string>
  /** How a request that was let in ended. */
  seen(principal: Principal, request: Seen): void
}
