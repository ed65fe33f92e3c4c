/** Tells the caller of a plan about an operation that did not accept it. */
import { errors, isErrorCode } from '../../../contract/errors.ts'
import type { OperationAnswer } from '../../../http/call-operation.ts'
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'

interface OperationError extends Record<string, unknown> {
  code: string
  message: string
  fix: string
}

export const errorIn = ({ body }: OperationAnswer): OperationError => body['error'] as OperationError

/** Every route declares these, so they are passed on as they are. */
const passedOn = ['forbidden', 'not_found', 'invalid_body'] as const

const envelopeFields = new Set(['code', 'message', 'fix', 'docs_url', 'request_id'])

function passOn(code: (typeof passedOn)[number], { message, fix, ...rest }: OperationError): ApiError {
  const extra = Object.fromEntries(Object.entries(rest).filter(([name]) => !envelopeFields.has(name)))
  return new ApiError(code, message, extra as ErrorExtras, { fix })
}

export function toRefusal(answer: OperationAnswer): ApiError {
  const error = errorIn(answer)
  const own = passedOn.find((code) => code === error.code)
  if (own) return passOn(own, error)
  return new ApiError('plan_refused', error.message, { refusal: error }, { fix: error.fix })
}

/** Answered before an earlier answer is looked up, so they say nothing of an earlier run's write. */
const aheadOfReplays = [
  'unauthorized',
  'forbidden',
  'not_found',
  'listings_limit_exceeded',
  'idempotency_key_reused',
]

/** The write may still happen, or may have happened; only the same key finds out. */
export const isUndecided = (answer: OperationAnswer, isFirst: boolean): boolean => {
  const { code } = errorIn(answer)
  if (!isFirst && aheadOfReplays.includes(code)) return true
  if (code === 'reservation_created_in_pms_only') return false
  if (answer.status >= 500 || answer.status === 429) return true
  return isErrorCode(code) && ['same_key', 'backoff'].includes(errors[code].retry)
}
