/** The interface between the server and whoever counts requests. */
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
  /** When the request was admitted: the day it counts for. */
  at: Date
  status: number
  ms: number
}

/** The state of one quota. */
export interface Quota {
  name: 'daily' | 'monthly' | 'daily_ai'
  limit: number
  remaining: number
  /** The window's length, and what is left of it. */
  windowSeconds: number
  resetSeconds: number
}

export interface RequestMeter {
  /** Loads what was used. Only the first request of a workspace and day waits for it. */
  know(principal: Principal, now: Date): Promise<void> | undefined
  /** Counts a request of a loaded workspace, or throws when a quota is used up. Never waits. */
  admit(principal: Principal, operation: CountedOperation, now: Date): void
  /** The limited quotas of a loaded workspace. */
  quotas(principal: Principal, now: Date): Quota[]
  /** Called when an admitted request has ended. */
  seen(principal: Principal, request: MeteredRequest): void
}
