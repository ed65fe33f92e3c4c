import type { ErrorExtra } from './extra-fields.ts'

/** The class says in one word how a caller reacts to the error. */
export const retryClasses = {
  never: 'The same request can never succeed: correct it, or accept the answer.',
  operator:
    'A person has to act first (key, plan, permission, connection); then the request can be sent again.',
  after_reread: 'The resource is not in the state the request expected: read it again, then decide.',
  backoff: 'Nothing is wrong with the request: send it again later, waiting longer each time.',
  same_key:
    'The outcome is unknown or still being decided: send the same request again with the same `Idempotency-Key`.',
} as const

type RetryClass = keyof typeof retryClasses

export type ErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 412
  | 413
  | 415
  | 417
  | 422
  | 425
  | 429
  | 431
  | 500
  | 501
  | 502
  | 503

export interface ErrorDefinition {
  readonly status: ErrorStatus
  readonly retry: RetryClass
  /** The condition is described in one sentence. */
  readonly when: string
  /** The way out is described in one or two sentences. */
  readonly fix: string
  /** The error object may carry these fields in addition to the envelope's own. */
  readonly extra?: readonly ErrorExtra[]
  /** In these named cases the code has another status. */
  readonly statusFor?: Readonly<Record<string, ErrorStatus>>
  /**
   * `spec` codes are in the specification's table, `interface` ones in the interface notes; any HTTP server
   * can answer `server` ones.
   */
  readonly source: 'spec' | 'interface' | 'server'
}

export type ErrorGroup = Readonly<Record<string, ErrorDefinition>>
