import { ApiError } from '../platform/api-error.ts'
import type { Queryable } from '../platform/tenant.ts'
import type { StoreAnswer } from './route.ts'

export interface WriteContext {
  services: { db: Queryable }
  storeAnswer: StoreAnswer
}

/**
 * Runs a write and stores its answer in one transaction, so that a retry after a crash cannot repeat it. The handler must return what the
 * work returns. A returned ApiError is answered after the commit; a thrown one rolls back.
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
