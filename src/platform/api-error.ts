import { errorStatus, errors, type ErrorCode, type ErrorExtra, type StatusCase } from '../contract/errors.ts'

export type ErrorExtras = Partial<Record<ErrorExtra, unknown>>

/**
 * An error becomes an answer other than success. `message` is for the caller, `cause` for the log. The code
 * decides the status, unless a named case of that code says otherwise.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly extra: ErrorExtras
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message?: string,
    extra: ErrorExtras = {},
    options: {
      cause?: unknown
      statusCase?: StatusCase
      fix?: string
      headers?: Record<string, string>
    } = {},
  ) {
    super(message ?? errors[code].when, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.status = errorStatus(code, options.statusCase)
    this.extra = extra
    this.headers = options.headers ?? {}
    this.fix = options.fix ?? errors[code].fix
  }

  readonly fix: string
}
