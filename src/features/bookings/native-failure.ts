import { ApiError } from '../../platform/api-error.ts'

/** What goes wrong here while a booking is written has nothing to do with the request, and nothing of it was kept. */
export const failingAs =
  (code: 'reservation_create_failed' | 'reservation_update_failed') =>
  (error: unknown): never => {
    if (error instanceof ApiError) throw error
    throw new ApiError(
      code,
      'The reservation could not be written; nothing was changed.',
      {},
      { cause: error },
    )
  }
