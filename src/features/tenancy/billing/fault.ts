/** How a call to Stripe can fail, and the API error for it. */
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'

type StripeFaultKind =
  'timeout' | 'unreachable' | 'throttled' | 'failing' | 'credentials' | 'missing' | 'conflict' | 'rejected'

interface StripeFaultDetails {
  status: number | null
  retryAfter: number | null
  /** Stripe's code and parameter only: its message may contain a part of the key. */
  code: string | null
  param: string | null
}

export class StripeFault extends Error {
  readonly kind: StripeFaultKind
  readonly about: StripeFaultDetails
  constructor(
    kind: StripeFaultKind,
    about: StripeFaultDetails = { status: null, retryAfter: null, code: null, param: null },
  ) {
    const words = [about.status, about.code, about.param].filter((word) => word !== null).join(' ')
    super(`Stripe: ${kind}${words === '' ? '' : ` (${words})`}`)
    this.kind = kind
    this.about = about
  }
}

const kindOfStatus = (status: number): StripeFaultKind => {
  if (status === 429) return 'throttled'
  if (status === 401 || status === 403) return 'credentials'
  return status >= 500 || status === 408 || status === 409 ? 'failing' : 'rejected'
}

const word = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.[\]-]{1,100}$/.test(value) ? value : null

/** Recognizes errors by their fields, so that the library need not be loaded here. */
export function toStripeFault(error: unknown): StripeFault {
  if (error instanceof StripeFault) return error
  const { type, statusCode, code, param, headers, message } = (error ?? {}) as Record<string, unknown>
  if (typeof statusCode !== 'number') {
    const isLate = typeof message === 'string' && /time[d]? ?out|aborted/i.test(message)
    return new StripeFault(isLate ? 'timeout' : 'unreachable')
  }
  const after = Number((headers as Record<string, unknown> | undefined)?.['retry-after'] ?? Number.NaN)
  const about: StripeFaultDetails = {
    status: statusCode,
    retryAfter: Number.isFinite(after) && after >= 0 ? Math.ceil(after) : null,
    code: word(code),
    param: word(param),
  }
  if (type === 'StripeIdempotencyError') return new StripeFault('conflict', about)
  if (code === 'resource_missing') return new StripeFault('missing', about)
  return new StripeFault(kindOfStatus(statusCode), about)
}

const later =
  'Repeat the request with growing pauses and the same `Idempotency-Key`; nothing is bought twice.'
const operator =
  'Have the operator of the server look at its log, at STRIPE_SECRET_KEY and STRIPE_PRICES, and at the settings of the account at Stripe.'

const told: Record<StripeFaultKind, { message: string; fix: string }> = {
  timeout: { message: 'Stripe did not answer in time.', fix: later },
  unreachable: { message: 'Stripe cannot be reached.', fix: later },
  throttled: { message: 'Stripe takes no more requests for now.', fix: later },
  failing: { message: 'Stripe failed.', fix: later },
  conflict: { message: 'Another request for this workspace is under way at Stripe.', fix: later },
  credentials: { message: 'Stripe refuses the key of this server.', fix: operator },
  missing: { message: 'Stripe does not know what this server asked for.', fix: operator },
  rejected: { message: 'Stripe refuses the request of this server.', fix: operator },
}

export function stripeFaultToApiError(fault: StripeFault): ApiError {
  const { status, retryAfter } = fault.about
  const extra: ErrorExtras = {
    provider: 'stripe',
    ...(status === null ? {} : { upstream_status: status }),
    ...(retryAfter === null ? {} : { retry_after: retryAfter }),
  }
  const { message, fix } = told[fault.kind]
  return new ApiError('upstream_error', message, extra, { fix, cause: fault })
}

/** Stripe repeats such an answer to the same idempotency key for a day, so retrying with it is pointless. */
export const isKeptByIdempotencyKey = ({ kind, about }: StripeFault): boolean =>
  about.status !== null && about.status !== 409 && kind !== 'throttled'

/** True for faults that only the operator can fix. */
export const isOperatorFault = ({ kind }: StripeFault): boolean =>
  ['credentials', 'missing', 'rejected'].includes(kind)
