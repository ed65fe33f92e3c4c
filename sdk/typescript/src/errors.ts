/** What a call throws. */
import type { ErrorBody, ErrorCode } from './types.ts'

/** The server answered with an error. `code` says which, `fix` what to do. */
export class LodgewireError extends Error {
  override name = 'LodgewireError'
  readonly code: ErrorCode
  readonly status: number
  readonly fix: string
  /** The field or parameter that is wrong, where one is. */
  readonly field: string | undefined
  /** Name it when you ask about the call. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined
  /** The whole error of the answer. */
  readonly body: ErrorBody

  constructor(body: ErrorBody, status: number, retryAfter?: number) {
    super(body.message)
    this.body = body
    this.code = body.code
    this.status = status
    this.fix = body.fix
    this.field = 'field' in body && typeof body.field === 'string' ? body.field : undefined
    this.requestId = body.request_id
    this.retryAfter = retryAfter
  }
}

/** No answer of the API came. A write may have been carried out all the same: repeat it with the same key. */
export class LodgewireConnectionError extends Error {
  override name = 'LodgewireConnectionError'
  /** The key that a repetition of this write needs; undefined for a call that only reads. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, options: { cause?: unknown; idempotencyKey?: string | undefined }) {
    super(message, { cause: options.cause })
    this.idempotencyKey = options.idempotencyKey
  }
}

/** Tells an error of the API, with one of these codes if any are given. */
export const isLodgewireError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is LodgewireError & { readonly code: Code } =>
  error instanceof LodgewireError && (codes.length === 0 || codes.some((code) => code === error.code))
