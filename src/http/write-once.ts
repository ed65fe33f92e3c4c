import { ApiError } from '../platform/api-error.ts'
import type { Queryable } from '../platform/tenant.ts'
import type { StoreAnswer } from './route.ts'

/** The part of a handler's context that is needed. */
export interface WriteContext {
  services: { db: Queryable }
  storeAnswer: StoreAnswer
}

/**
 * One transaction for a write and for its answer, so that a request repeated after a crash cannot do it twice. What the
 * work returns has to be what the handler returns. An ApiError that is returned, not thrown, is answered after what was
 * done is committed.
 */
export async function writeOnce<R>(
  { services, storeAnswer }: WriteContext,
  work: (tx: Queryable) => Promise<R>,
): Promise<Exclude<R, ApiError>> {
  const result = await services.db.transaction().execute(async (tx) => {
    const done = await work(tx)
    await storeAnswer(tx, done)
    return done
  })
  if (result instanceof ApiError) throw result
  return result as Exclude<R, ApiError>
}
