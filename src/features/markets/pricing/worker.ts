/** Looks at due listings every night, in batches shared among workspaces. A killed process's claim expires. */
import { randomUUID } from 'node:crypto'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { freePlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Services } from '../../../services.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { priceListing } from './price-listing.ts'
import { claimDuePricing } from './due-queries.ts'
import { updateLookDone, updateLookPostponed, type PricingLookRow } from './queries.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { applyRecommendations, autoActor } from './decide.ts'
import { pendingOfAuto } from './auto-queries.ts'

const everyMs = 20_000
const atOnce = 25
const claimMs = 5 * 60_000

export type PricingServices = Pick<Services, 'db' | 'clock' | 'log' | 'connectors'>

/** Returns whether there may be more. */
export async function priceDueListings(services: PricingServices, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = services
  const now = clock.now()
  const until = new Date(now.getTime() + claimMs)
  const claimed = await claimDuePricing(db, { claim: randomUUID(), now, until }, freePlaces(atOnce))
  const byWorkspace = Map.groupBy(claimed, (row) => row.workspace_id)
  for (const [workspaceId, rows] of byWorkspace) {
    if (signal?.aborted) break
    await lookAtAll(
      services,
      { workspaceId },
      rows.map((row) => row.listing_id),
    )
  }
  return claimed.length > 0
}

/** A listing that fails does not delay the others. */
async function lookAtAll(services: PricingServices, scope: Scope, ids: readonly string[]): Promise<void> {
  let looks: PricingLookRow[]
  try {
    looks = await priceListing(services, scope, ids)
  } catch (error) {
    const [only, ...others] = ids
    if (others.length > 0) {
      for (const id of ids) await lookAtAll(services, scope, [id])
      return
    }
    services.log.warn({ err: error, listingId: only }, 'prices of a listing are not recommended for now')
    if (only !== undefined) await updateLookPostponed(services.db, scope, only, services.clock.now())
    return
  }
  await applyByItself(services, scope, ids)
  await updateLookDone(services.db, scope, looks)
}

export function startPricing(services: PricingServices): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'prices are not recommended for now' }, async (signal) =>
    (await priceDueListings(services, signal)) ? 0 : undefined,
  )
}

/** Applies recommendations of listings in `auto` mode. */
async function applyByItself(services: PricingServices, scope: Scope, ids: readonly string[]): Promise<void> {
  const { db, log } = services
  for (const { listing_id: listingId, dates } of await pendingOfAuto(db, scope, ids)) {
    try {
      await applyRecommendations<number>(
        services,
        scope,
        { listingId, dates, by: autoActor, key: null },
        {
          inTransaction: (work) => db.transaction().execute(work),
          answer: (applied) => applied,
        },
      )
    } catch (error) {
      // A disconnected account or a PMS without price writes fails; the next look tries again.
      if (!(error instanceof ApiError)) throw error
      log.info({ listingId, code: error.code }, 'recommended prices could not be applied')
    }
  }
}
