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

/** Why a write was refused, where the vendor says so in a way that can be told apart. */
export type VendorRefusalReason =
  /** The nights are taken or closed, or a rule of the calendar forbids the stay. */
  | 'dates_unavailable'
  /** It is there already; `existing` names it. */
  | 'duplicate'
  /** The channel that brought the booking has to be asked. */
  | 'owned_by_channel'
  /** Part of a group that can only be changed as a whole. */
  | 'group_booking'
  /** What was to be changed has ended or was closed before. */
  | 'too_late'
  /** The vendor does not offer it for this one. */
  | 'not_eligible'
  /** The account is there, and its owner has not let this server in yet. */
  | 'not_designated'

export interface VendorErrorDetails {
  reason?: VendorRefusalReason | undefined
  /** The vendor's id of what is there already. */
  existing?: string | undefined
  /** The HTTP status, where there was an answer. */
  status?: number | undefined
  /** How long the vendor asks to wait. */
  retryAfterMs?: number | undefined
  /** The resource, such as a thread, whose limit is used up; absent when it is the account's limit. */
  limitedTo?: string | undefined
  /** This server's own queue for the account is too long: the vendor was not asked, and said nothing. */
  isQueued?: true | undefined
  /** How far our clock is ahead of the vendor's (negative: behind) when access was refused, if that can be the reason. */
  clockAheadMs?: number | undefined
  /** By which the vendor's support finds its answer again. */
  reference?: string | undefined
  /** The vendor's own words, redacted and cut. */
  vendorMessage?: string | undefined
  method?: string | undefined
  path?: string | undefined
  cause?: unknown
}

export class VendorError extends Error {
  override readonly name = 'VendorError'
  readonly kind: VendorErrorKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly reference: string | undefined
  readonly vendorMessage: string | undefined
  readonly method: string | undefined
  readonly path: string | undefined
  readonly reason: VendorRefusalReason | undefined
  readonly existing: string | undefined
  readonly limitedTo: string | undefined
  readonly isQueued: true | undefined
  readonly clockAheadMs: number | undefined

  constructor(kind: VendorErrorKind, message: string, details: VendorErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
    this.reference = details.reference
    this.vendorMessage = details.vendorMessage
    this.method = details.method
    this.path = details.path
    this.reason = details.reason
    this.existing = details.existing
    this.limitedTo = details.limitedTo
    this.isQueued = details.isQueued
    this.clockAheadMs = details.clockAheadMs
  }
}

/** The same refusal with the reason that only the operation can tell. */
export function because(error: VendorError, reason: VendorRefusalReason, existing?: string): VendorError {
  return new VendorError('rejected', error.message, { ...error, reason, existing, cause: error })
}
