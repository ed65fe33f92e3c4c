import { ApiError } from '../../platform/api-error.ts'
import { isDatabaseUnavailable, isRefusingWrites } from '../../platform/database-outage.ts'

/** What goes wrong here while a booking is written has nothing to do with the request, and nothing of it was kept. */
export const rethrowAsFailure =
  (code: 'reservation_create_failed' | 'reservation_update_failed') =>
  (error: unknown): never => {
    if (error instanceof ApiError) throw error
    // Of the server as a whole, and said in the same words by every route.
    if (isDatabaseUnavailable(error) || isRefusingWrites(error)) throw error
    throw new ApiError(
      code,
      'The reservation could not be written; nothing was changed.',
      {},
      { cause: error },
    )
  }
