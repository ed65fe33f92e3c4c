import type { VendorAnswer } from '../answer.ts'

/** `sign` may add headers or a query before a request is sent, or sign all of it. */
export interface OutgoingRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | Buffer | null
}

/** Stores a renewable credential for all processes. `lock` admits one renewal at a time, so that all share one token. */
export interface AuthSession {
  load(): Promise<string | null>
  save(text: string): Promise<void>
  lock<T>(renew: () => Promise<T>): Promise<T>
}

/** An authentication strategy works with these parts of the server. */
export interface AuthContext {
  session: AuthSession
  /**
   * Sends an unauthenticated call to a token endpoint, with the usual limits and records. `once` forbids a
   * retry, as the vendor counts every grant.
   */
  send(request: {
    method: 'POST' | 'GET'
    /** Set if the token endpoint has another origin than the account's. */
    origin?: string
    path: string
    headers: Record<string, string>
    body: string
    once?: boolean
  }): Promise<VendorAnswer>
  now(): Date
  sleep(ms: number): Promise<void>
  /** Redacts a value from all log lines and error texts from now on. */
  secret(value: string): void
}

/** A strategy proves to the vendor who calls. It is made from credentials, one per connection. */
export interface AuthStrategy {
  /** These values must never be shown. */
  secrets: string[]
  /** Adds the proof to a request; returns what `renew` needs to know about it. */
  sign(request: OutgoingRequest, context: AuthContext): Promise<string | null>
  /** Runs last, after all waiting, for proofs that are valid only briefly. */
  seal?(request: OutgoingRequest, now: Date): void
  /** True when the answer rejects the proof. */
  refuses(answer: VendorAnswer): boolean
  /** Replaces the rejected proof; absent where nothing can be renewed. */
  renew?(used: string | null, context: AuthContext): Promise<void>
}
