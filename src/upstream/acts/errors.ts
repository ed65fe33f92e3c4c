/** What a vendor's refusal of an act is in the words of the API. Pure. */
import type { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import { reauthRequired, tooBusy } from '../errors.ts'

/** Of a refusal that is certain. `section`: what was refused, as a word. */
export function toRefusal(error: VendorError, provider: string, section: string): ApiError {
  if (error.kind === 'credentials' || error.kind === 'reauth') return reauthRequired(provider)
  if (error.kind === 'rate_limited') return tooBusy(error, provider)
  const message = error.vendorMessage ?? error.message
  return new ApiError(
    'pms_rejected',
    `${provider} refused: ${message}`,
    { provider, pms: { applied: [], errors: [{ section, code: 'rejected', message }] } },
    { cause: error },
  )
}

/** While nobody knows what became of it. */
export function unknownOutcome(provider: string, message: string, retryAfter: number | null): ApiError {
  const rest =
    retryAfter === null
      ? `${provider} gives no way to find out, so it is not asked again under this \`Idempotency-Key\`: look there.`
      : 'it is looked for before it is asked for again.'
  return new ApiError(
    'pms_error',
    `${provider} did not say what became of the request (${message}); ${rest}`,
    { provider, ...(retryAfter === null ? {} : { retry_after: retryAfter }) },
  )
}
