import type { VendorAnswer, VendorSignals } from './answer.ts'
import type { AuthSession, AuthStrategy } from './auth/auth.ts'
import type { RequestPatience } from '../platform/request-patience.ts'
import type { ResourceLimit, RateLimit } from './manifest.ts'
import type { DeprecationWatch } from './deprecations.ts'
import type { CallRecord } from './exchange.ts'
import type { Budget, CallLane } from './ratelimit.ts'

/** Keys name the cached answers. */
export type Memory = Map<string, MemoryEntry>

interface MemoryEntry {
  value: Promise<unknown>
  untilMs: number
}

type QueryValue = string | number | boolean | null | undefined

/** Lists repeat the parameter for each value. */
export type Query = Record<string, QueryValue | readonly string[]>

interface CallOptions {
  query?: Query
  /** Some vendors have a service of another origin than the account's, which takes the same access. */
  origin?: string
}

interface WriteOptions extends CallOptions {
  body?: unknown
  /** The vendor does a call with this key once, and answers the same call as before. */
  idempotencyKey?: string
}

/** Operations call this: requests are authenticated, paced, retried, classified and recorded. */
export interface VendorHttp {
  /** `awaited` retries a 404, because a new record may not be visible yet. */
  get(path: string, options?: CallOptions & { awaited?: boolean }): Promise<unknown>
  /**
   * `safe` marks a read by POST, which may be repeated. URLSearchParams are sent as a form, MultipartBody and
   * XmlDocument as such, all else as JSON without undefined fields.
   */
  post(path: string, options?: WriteOptions & { safe?: boolean }): Promise<unknown>
  put(path: string, options?: WriteOptions): Promise<unknown>
  patch(path: string, options?: WriteOptions): Promise<unknown>
  delete(path: string, options?: WriteOptions): Promise<unknown>
}

export interface VendorClient extends VendorHttp {
  /** Returns the client in another lane of the budget, `bookings` by default. Each lane has one object. */
  lane(lane: CallLane): VendorHttp
  close(): Promise<void>
}

export interface VendorLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A piece of work at a vendor has its budget, recorder, memory and caller. */
export interface VendorWork {
  budget: Budget
  sleep(ms: number): Promise<void>
  onCall?: ((call: CallRecord) => void) | undefined
  /** Work that continues passes its memory on; by default work has its own. */
  memory?: Memory
  /** The waiting caller's patience limits retries; absent when nobody waits. */
  patience?: RequestPatience | undefined
  access?: AccessWatch | undefined
  deprecations?: DeprecationWatch | undefined
  /** Called before everything that may change something at the vendor; what it throws keeps it from being sent. */
  beforeWrite?: (() => Promise<void>) | undefined
}

/** Every call reports here whether the vendor accepted the account's access. */
export interface AccessWatch {
  accepted(): Promise<void>
  failed(error: unknown): Promise<void>
}

/** All work on an account shares its connections, authentication and cached settings. */
export interface VendorLine {
  /** Closing the client aborts this work's calls. */
  open(work: VendorWork): VendorClient
  close(): Promise<void>
}

/** `budget` and `sleep` pace the token requests that all work shares. */
export interface VendorLineOptions {
  /** Client paths start with `/` and follow this origin, unless a call names another. */
  baseUrl: string
  /** True when one address replaces all of the vendor's own. */
  isElsewhere?: boolean
  auth: AuthStrategy
  session: AuthSession
  budget: Budget
  rateLimits: RateLimit[]
  resourceLimits?: readonly ResourceLimit[]
  /** The vendor charges calls to this identity: `<vendor>:<account>`. */
  identity: string
  timeoutMs: number
  signals?: VendorSignals
  log: VendorLog
  now(): Date
  sleep(ms: number): Promise<void>
  onAnswer?(answer: VendorAnswer): void
  /** Jitter needs a random number between 0 and 1. */
  random?(): number
  maxBodyBytes?: number
}
