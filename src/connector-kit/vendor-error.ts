/** The kind of a failed call says how to react to it. */
export type VendorErrorKind =
  /** The vendor does not accept the credentials: somebody must correct them. */
  | 'credentials'
  /** The vendor accepted them once and no longer does: somebody must sign in again. */
  | 'reauth'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  /** The answer cannot be read: a web page, cut JSON, another shape than documented. */
  | 'malformed'
  | 'not_found'
  /** The vendor understood the call and refused it. */
  | 'rejected'

/** Some vendors give a distinguishable reason for refusing a write. */
export type VendorRefusalReason =
  /** The nights are taken or closed, or a rule of the calendar forbids the stay. */
  | 'dates_unavailable'
  /** The record exists already; `existing` names it. */
  | 'duplicate'
  /** Only the channel that brought the booking can do this. */
  | 'owned_by_channel'
  /** The booking is part of a group that can only be changed as a whole. */
  | 'group_booking'
  /** The record had ended or was closed before the change. */
  | 'too_late'
  /** The vendor does not offer this for the record. */
  | 'not_eligible'
  /** The account exists, but its owner has not let this server in yet. */
  | 'not_designated'

export interface VendorErrorDetails {
  reason?: VendorRefusalReason | undefined
  /** This is the vendor's id of the existing record. */
  existing?: string | undefined
  /** Set if there was an answer. */
  status?: number | undefined
  /** The vendor asks to wait this long. */
  retryAfterMs?: number | undefined
  /** The limit of this resource, such as a thread, is used up; absent when it is the account's limit. */
  limitedTo?: string | undefined
  /** This server's own queue for the account is too long; the vendor was not called. */
  isQueued?: true | undefined
  /** The server was restored and has not read the account yet, so the vendor was not called. */
  isRecovering?: true | undefined
  /**
   * Our clock was this far ahead of the vendor's (negative: behind) when access was refused, if that can be
   * the reason.
   */
  clockAheadMs?: number | undefined
  /** The vendor's support finds its answer by this reference. */
  reference?: string | undefined
  /** The vendor's own words are redacted and cut. */
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
  readonly isRecovering: true | undefined
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
    this.isRecovering = details.isRecovering
    this.clockAheadMs = details.clockAheadMs
  }
}

/** Repeats the refusal with a reason that only the operation knows. */
export function because(error: VendorError, reason: VendorRefusalReason, existing?: string): VendorError {
  return new VendorError('rejected', error.message, { ...error, reason, existing, cause: error })
}
