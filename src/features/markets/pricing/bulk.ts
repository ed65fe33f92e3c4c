/** Decides for many listings in one request; each is a transaction that can fail alone. */
import type { PricingBulkBody, PricingBulkResult } from '../../../contract/pricing.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { listingInactive } from '../../../records/listings/active.ts'
import { actorOf } from '../../../http/audited.ts'
import type { RouteWriteContext } from '../../route.ts'
import { applyRecommendations, declineRecommendations, type RecommendationDecision } from './decide.ts'
import { bulkListings } from './bulk-queries.ts'

type DecisionFailure = PricingBulkResult['failed'][number]

export const decideForListing = ({ principal }: Pick<RouteWriteContext, 'principal'>): string => {
  const { kind, id } = actorOf(principal) as { kind: string; id: string }
  return `${kind}:${id}`
}

export async function decideOnMany(
  context: RouteWriteContext,
  { action, items }: PricingBulkBody,
): Promise<PricingBulkResult> {
  const { services, scope, idempotencyKey } = context
  const ids = [...new Set(items.map(({ listingId }) => String(listingId)))]
  const known = new Map((await bulkListings(services.db, scope, ids)).map((row) => [row.id, row]))
  const inactive = [...known.values()].filter(({ active }) => !active)
  if (inactive.length > 0) throw listingInactive(inactive)
  const failed: DecisionFailure[] = []
  for (const item of items) {
    const listingId = String(item.listingId)
    const decision = {
      listingId,
      dates: [...new Set(item.dates)],
      by: decideForListing(context),
      key: idempotencyKey ?? null,
    }
    const failure = known.has(listingId)
      ? await one(context, action, decision)
      : { errorCode: 'not_owned' as const, error: `No listing ${listingId} in this workspace.` }
    if (failure) failed.push({ listingId, dates: decision.dates, ...failure })
  }
  return { processed: items.length, succeeded: items.length - failed.length, failed }
}

async function one(
  { services, scope }: RouteWriteContext,
  action: PricingBulkBody['action'],
  decision: RecommendationDecision,
): Promise<Pick<DecisionFailure, 'errorCode' | 'error'> | null> {
  const { db, clock, log } = services
  const { listingId } = decision
  try {
    const decided =
      action === 'apply'
        ? await applyRecommendations<number>(services, scope, decision, {
            inTransaction: (work) => db.transaction().execute(work),
            answer: (applied: number) => applied,
          })
        : await db.transaction().execute((tx) => declineRecommendations(tx, scope, decision, clock.now()))
    if (decided > 0) return null
    return {
      errorCode: 'no_pending_recommendations',
      error: 'None of these nights has a recommendation that is pending and can still be sold.',
    }
  } catch (error) {
    if (error instanceof ApiError)
      return { errorCode: 'calendar_update_failed', error: `${error.code}: ${error.message}` }
    log.error({ err: error, listingId }, 'recommendations of a listing could not be decided on')
    return { errorCode: 'internal_error', error: 'The listing was left as it is; try it again.' }
  }
}
