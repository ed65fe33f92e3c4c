/** Parts of one request that each write on their own. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { RouteWriteContext } from '../../../route.ts'

/** Only the whole answer is stored under the request's key, never a part's. */
export const asPart = (context: RouteWriteContext): RouteWriteContext => ({
  ...context,
  storeAnswer: async () => {},
})

/** A part with a key of its own, derived from the request's. */
export const withPartKey = (context: RouteWriteContext, part: string): RouteWriteContext => ({
  ...asPart(context),
  idempotencyKey: context.idempotencyKey === undefined ? undefined : `${part} of ${context.idempotencyKey}`,
})

/** Airbnb's refusal of one part does not stop the others; any other error ends the request. */
export function toPartRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && error.code === 'airbnb_rejected') return error
  throw error
}
