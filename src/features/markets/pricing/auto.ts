/** Listings whose host lets prices follow the recommendations by themselves. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { apply, autoActor } from './decide.ts'
import { pendingOfAuto } from './auto-queries.ts'
import type { PricingServices } from './worker.ts'

export async function applyByItself(
  services: PricingServices,
  scope: Scope,
  ids: readonly string[],
): Promise<void> {
  const { db, log } = services
  for (const { listing_id: listingId, dates } of await pendingOfAuto(db, scope, ids)) {
    try {
      await apply<number>(
        services,
        scope,
        { listingId, dates, by: autoActor, key: null },
        {
          inTransaction: (work) => db.transaction().execute(work),
          answer: (applied) => applied,
        },
      )
    } catch (error) {
      // An account that is cut, a PMS that takes no prices: the next look tries again.
      if (!(error instanceof ApiError)) throw error
      log.info({ listingId, code: error.code }, 'recommended prices could not be applied')
    }
  }
}
