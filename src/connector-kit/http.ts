import type { VendorAnswer, VendorSignals } from './answer.ts'
import type { AuthSession, AuthStrategy } from './auth/auth.ts'
import type { RequestPatience } from '../platform/request-patience.ts'
import type { ResourceLimit, RateLimit } from './manifest.ts'
import type { CallRecord } from './exchange.ts'
import type { Budget, CallLane } from './ratelimit.ts'
import type { Memory } from './remember.ts'

type QueryValue = string | number | boolean | null | undefined

/** A list stands in the address once for each of its values, under the same name. */
export type Query = Record<string, QueryValue | readonly string[]>

/** What operations are handed: calls that are already authenticated, paced, repeated, classified and recorded. */
export interface VendorHttp {
  /** `awaited`: what was just made may not be there yet, so a 404 is tried again like an outage. */
  get(path: string, options?: { query?: Query; awaited?: boolean }): Promise<unknown>
  /**
   * `safe`: it only reads, as with vendors that know no GET, so a lost answer is asked for again. A body of
   * URLSearchParams goes as a form, a MultipartBody as what it is, an XmlDocument as XML, everything else as JSON, in which undefined fields do not appear.
   */
  post(path: string, options?: { query?: Query; body?: unknown; safe?: boolean }): Promise<unknown>
  put(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
  patch(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
  delete(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
}

export interface VendorClient extends VendorHttp {
  /** The same client in another lane of the budget; `bookings` unless told. The same object for the same lane. */
  lane(lane: CallLane): VendorHttp
  close(): Promise<void>
}

export interface VendorLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A piece of work with a vendor: who pays for its calls, who hears of them, and what it remembers. */
export interface VendorWork {
  budget: Budget
  sleep(ms: number): Promise<void>
  onCall?: ((call: CallRecord) => void) | undefined
  /** That of work that goes on; its own otherwise. */
  memory?: Memory
  /** Of the caller who waits for it; left out, nobody does. */
  patience?: RequestPatience | undefined
  access?: AccessWatch | undefined
}

/** Hears of every call whether the vendor accepted the account's access. */
export interface AccessWatch {
  accepted(): Promise<void>
  failed(error: unknown): Promise<void>
}

/** What all work with one account shares: connections, the proof of who is calling, the settings that were read. */
export interface VendorLine {
  /** Closing it hangs up what is under way of this work. */
  open(work: VendorWork): VendorClient
  close(): Promise<void>
}

/** `budget` and `sleep` are for asking for tokens, which all work needs. */
export interface VendorLineOptions {
  /** Origin; paths given to the client start with `/`. */
  baseUrl: string
  /** The vendor is not reached at its own addresses, of which there may be several, but at this one. */
  isElsewhere?: boolean
  auth: AuthStrategy
  session: AuthSession
  budget: Budget
  rateLimits: RateLimit[]
  resourceLimits?: readonly ResourceLimit[]
  /** Whose allowance is used, `<vendor>:<account>`. */
  identity: string
  timeoutMs: number
  signals?: VendorSignals
  log: VendorLog
  now(): Date
  sleep(ms: number): Promise<void>
  onAnswer?(answer: VendorAnswer): void
  /** Between 0 and 1; for jitter. */
  random?(): number
  maxBodyBytes?: number
}
