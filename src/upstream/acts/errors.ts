/** Makes the error for an act whose outcome is unknown. Pure. */
import type { ApiError } from '../../platform/api-error.ts'
import { failedCall } from '../errors.ts'

export function unknownOutcome(provider: string, message: string, retryAfter: number | null): ApiError {
  const rest =
    retryAfter === null
      ? `${provider} gives no way to find out, so it is not asked again under this \`Idempotency-Key\`: look there.`
      : 'it is looked for before it is asked for again.'
  return failedCall(provider, `${provider} did not say what became of the request (${message}); ${rest}`, {
    retryAfter,
  })
}
