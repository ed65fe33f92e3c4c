/** What went wrong upstream, in words that say what to do about it. */
export type VendorErrorKind =
  /** The vendor does not accept the credentials: somebody must correct them. */
  | 'credentials'
  /** They were accepted once and no longer are: somebody must sign in again. */
  | 'reauth'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  /** An answer that cannot be read: a web page, cut JSON, another shape than documented. */
  | 'malformed'
  | 'not_found'
  /** Understood and refused. */
  | 'rejected'

export interface VendorErrorDetails {
  /** The HTTP status, where there was an answer. */
  status?: number
  /** How long the vendor asks to wait. */
  retryAfterMs?: number
  /** The vendor's own words, redacted and cut. */
  vendorMessage?: string
  method?: string
  path?: string
  cause?: unknown
}

export class VendorError extends Error {
  override readonly name = 'VendorError'
  readonly kind: VendorErrorKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly vendorMessage: string | undefined
  readonly method: string | undefined
  readonly path: string | undefined

  constructor(kind: VendorErrorKind, message: string, details: VendorErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
    this.vendorMessage = details.vendorMessage
    this.method = details.method
    this.path = details.path
  }
}
