/** Parts of one request that write by themselves. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { Writing } from '../../../route.ts'

/** What is stored under the key of the request is its whole answer, and not that of a part of it. */
export const asPart = (context: Writing): Writing => ({ ...context, storeAnswer: async () => {} })

/** A part that has a key of its own for as long as the request has one. */
export const withPartKey = (context: Writing, part: string): Writing => ({
  ...asPart(context),
  idempotencyKey: context.idempotencyKey === undefined ? undefined : `${part} of ${context.idempotencyKey}`,
})

/** What Airbnb refuses of one part keeps no other from being sent; what else goes wrong is the answer of the request. */
export function toPartRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && error.code === 'airbnb_rejected') return error
  throw error
}
