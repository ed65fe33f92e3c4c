/** How a model call can fail, and the API error for it. */
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'

export interface TokenUsage {
  model: string
  tokensIn: number
  tokensOut: number
}

type ModelFaultKind =
  | 'timeout'
  | 'unreachable'
  | 'throttled'
  | 'credentials'
  | 'rejected'
  | 'failing'
  | 'refused'
  | 'cut'
  | 'unusable'

export class ModelFault extends Error {
  readonly kind: ModelFaultKind
  readonly used: TokenUsage
  readonly status: number | null
  readonly retryAfter: number | null
  constructor(
    kind: ModelFaultKind,
    used: TokenUsage,
    {
      status = null,
      retryAfter = null,
      cause,
    }: { status?: number | null; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(`the language model: ${kind}${status === null ? '' : ` (${status})`}`, { cause })
    this.kind = kind
    this.used = { ...used }
    this.status = status
    this.retryAfter = retryAfter
  }
}

const kindOfStatus = (status: number): ModelFaultKind => {
  if (status === 429) return 'throttled'
  if (status === 401 || status === 403) return 'credentials'
  return status >= 500 || status === 408 ? 'failing' : 'rejected'
}

function secondsIn(headers: unknown): number | null {
  const value = headers instanceof Headers ? headers.get('retry-after') : null
  const seconds = value === null ? Number.NaN : Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null
}

/** Not the error itself: it may quote the question. */
const named = (error: unknown) =>
  new Error(error instanceof Error ? error.constructor.name : 'not an error', {
    cause:
      error instanceof Error && error.cause instanceof Error ? new Error(error.cause.message) : undefined,
  })

export function toModelFault(error: unknown, isLate: boolean, used: TokenUsage): ModelFault {
  const { status, headers, name } = (error ?? {}) as { status?: unknown; headers?: unknown; name?: string }
  const cause = named(error)
  if (isLate) return new ModelFault('timeout', used, { cause })
  if (typeof status === 'number') {
    return new ModelFault(kindOfStatus(status), used, { status, retryAfter: secondsIn(headers), cause })
  }
  if (error instanceof SyntaxError) return new ModelFault('unusable', used, { cause })
  const isTimeout = /Timeout/.test(cause.message) || name === 'AbortError'
  return new ModelFault(isTimeout ? 'timeout' : 'unreachable', used, { cause })
}

const later = 'Repeat the request with growing pauses; nothing was changed.'
const operator =
  'Have the operator of the server look at its log and at AI_BASE_URL, AI_API_KEY and AI_MODEL.'

const told: Record<ModelFaultKind, { message: string; fix: string }> = {
  timeout: { message: 'The language model did not answer in time.', fix: later },
  unreachable: { message: 'The language model cannot be reached.', fix: `${later} If it stays: ${operator}` },
  throttled: { message: 'The language model takes no more requests for now.', fix: later },
  failing: { message: 'The service of the language model failed.', fix: later },
  credentials: { message: 'The language model refuses the key of this server.', fix: operator },
  rejected: { message: 'The language model refuses the request of this server.', fix: operator },
  refused: {
    message: 'The language model refused to answer.',
    fix: 'Answer by hand: it would refuse the same texts again.',
  },
  cut: { message: 'The answer of the language model was cut off.', fix: later },
  unusable: { message: 'The language model gave no answer that can be used.', fix: later },
}

export function modelFaultToApiError(fault: ModelFault): ApiError {
  const { kind, status, retryAfter } = fault
  const { message, fix } = told[kind]
  const extra: ErrorExtras = {
    ...(status === null ? {} : { upstream_status: status }),
    ...(retryAfter === null ? {} : { retry_after: retryAfter }),
  }
  return new ApiError('upstream_error', message, extra, { fix, cause: fault })
}

/** True for faults that the operator has to fix. */
export const isOperatorModelFault = ({ kind }: ModelFault): boolean =>
  kind === 'credentials' || kind === 'rejected' || kind === 'unreachable'
