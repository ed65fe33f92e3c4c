/** Whether a workspace has listings held back, cached for a few seconds like the key and its plan. */
import { noticeOf, type NoticeParts } from '../../http/plan-notice.ts'
import type { Principal } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { heldBackCount } from '../../records/listings/held-back-queries.ts'
import { buildUpgradeUrl, type UpgradeTarget } from './upgrade-url.ts'

const rememberMs = 5_000

type HeldBackNoticeDeps = UpgradeTarget & { db: Queryable; clock: Clock; config: Pick<Config, 'serviceName'> }

/** Only the first request of a workspace in that time waits. */
export function createHeldBackNotice(
  services: HeldBackNoticeDeps,
): (principal: Principal) => Promise<NoticeParts | null> | NoticeParts | null {
  const known = new Map<string, { count: number; until: number }>()
  const asking = new Map<string, Promise<number>>()

  function noticeAbout(count: number, { plan, limits }: Principal): NoticeParts | null {
    const limit = limits.activeListings
    if (count === 0 || limit === null) return null
    return noticeOf(services.config.serviceName, {
      code: 'listings_held_back',
      listingsHeldBack: count,
      activeListingLimit: limit,
      message: `${count} ${count === 1 ? 'listing is' : 'listings are'} held back: ${limit} may be active on the ${plan} plan.`,
      fix: 'Move to a larger plan and they become active by themselves, or switch others off and these on with `POST /v1/listings/status`.',
      billingUrl: buildUpgradeUrl(services),
    })
  }

  async function count(workspaceId: string): Promise<number> {
    const found = await heldBackCount(services.db, { workspaceId })
    known.set(workspaceId, { count: found, until: services.clock.monotonicMs() + rememberMs })
    return found
  }

  return (principal) => {
    const { workspaceId, limits } = principal
    if (limits.activeListings === null) return null
    const of = known.get(workspaceId)
    if (of && of.until > services.clock.monotonicMs()) return noticeAbout(of.count, principal)
    const counting = asking.get(workspaceId) ?? count(workspaceId).finally(() => asking.delete(workspaceId))
    asking.set(workspaceId, counting)
    return counting.then((found) => noticeAbout(found, principal))
  }
}
