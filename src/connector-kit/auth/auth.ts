import type { VendorAnswer } from '../answer.ts'

/** A call before it leaves; `sign` may add headers or a query, or compute a signature over all of it. */
export interface OutgoingRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | Buffer | null
}

/**
 * Where a renewable credential (an access token) is kept between calls and between processes. `lock` keeps everybody
 * else out while one renews, so that all processes share one token and only one asks for it.
 */
export interface AuthSession {
  load(): Promise<string | null>
  save(text: string): Promise<void>
  lock<T>(renew: () => Promise<T>): Promise<T>
}

/** What a strategy is given to do its work. */
export interface AuthContext {
  session: AuthSession
  /**
   * A call without authentication, for token endpoints; timeouts, budget, retries and record as for every call.
   * `once`: not repeated when its answer is lost, because the vendor counts every one.
   */
  send(request: {
    method: 'POST' | 'GET'
    /** Where tokens come from, if that is another place than the account's. */
    origin?: string
    path: string
    headers: Record<string, string>
    body: string
    once?: boolean
  }): Promise<VendorAnswer>
  now(): Date
  sleep(ms: number): Promise<void>
  /** Keeps a value out of every log line and error text from now on. */
  secret(value: string): void
}

/** How a vendor wants to be told who is calling. A value made from credentials; one per connection. */
export interface AuthStrategy {
  /** Values that must never be shown. */
  secrets: string[]
  /** Adds the proof of identity; gives back what `renew` needs to know about the proof used. */
  sign(request: OutgoingRequest, context: AuthContext): Promise<string | null>
  /** The last thing before a signed call leaves, after all waiting: for proofs that hold only for a short time. */
  seal?(request: OutgoingRequest, now: Date): void
  /** Whether this answer means that the proof is not accepted. */
  refuses(answer: VendorAnswer): boolean
  /** Gets a new proof in place of the one used; absent where there is nothing to renew. */
  renew?(used: string | null, context: AuthContext): Promise<void>
}
