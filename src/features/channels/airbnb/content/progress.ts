import { errors } from '../../../../contract/errors.ts'
import { ApiError, type ErrorExtras } from '../../../../platform/api-error.ts'
import { inAirbnbWords } from '../errors.ts'

/** Adds the progress of a request with several steps to the error that stopped it. */
export function withProgress(error: ApiError, progress: ErrorExtras): ApiError {
  const airbnbError = inAirbnbWords(error)
  const { code, message, extra, cause, fix, headers } = airbnbError
  const isTold = (errors[code].extra as readonly string[] | undefined)?.includes('applied')
  if (isTold !== true) return airbnbError
  return new ApiError(code, message, { ...extra, ...progress }, { cause, fix, headers })
}
