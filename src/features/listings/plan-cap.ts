/** The plan's cap on active listings, checked before every request (402) and before activations. */
import { ApiError } from '../../platform/api-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/tenant.ts'
import type { PlanName } from '../../contract/plans.ts'
import type { Principal } from '../../http/route.ts'
import { buildUpgradeUrl, type UpgradeTarget } from './upgrade-url.ts'
import { activeListingCount } from '../../records/listings/active-queries.ts'

/** How long a count within the cap is cached. A count over it is not, so that deactivating listings opens the API at once. */
const rememberMs = 60_000

/** `adding`: how many listings an activation would add. */
export function listingsLimitExceeded(
  plan: PlanName,
  {
    limit,
    active,
    upgradeUrl,
    adding = 0,
  }: { limit: number; active: number; upgradeUrl: string; adding?: number },
) {
  const activation = adding > 0 ? ` Activating ${adding} more is not possible; nothing was changed.` : ''
  return new ApiError(
    'listings_limit_exceeded',
    `Active listings: ${active}; ${limit} are allowed on the ${plan} plan.${activation}`,
    {
      tier: plan,
      limit,
      active_listings: active,
      upgrade_url: upgradeUrl,
    },
  )
}

export interface CapGate {
  check(principal: Principal): Promise<void> | void
}

export function createCapGate(services: UpgradeTarget & { db: Queryable; clock: Clock }): CapGate {
  const counts = new Map<string, { active: number; until: number }>()
  async function checkCount(principal: Principal, limit: number): Promise<void> {
    const { workspaceId } = principal
    const active = await activeListingCount(services.db, { workspaceId })
    if (active > limit) {
      throw listingsLimitExceeded(principal.plan, { limit, active, upgradeUrl: buildUpgradeUrl(services) })
    }
    counts.set(workspaceId, { active, until: services.clock.monotonicMs() + rememberMs })
  }
  return {
    check(principal) {
      const limit = principal.limits.activeListings
      if (limit === null) return undefined
      const known = counts.get(principal.workspaceId)
      // A reduced plan is checked against the cached count again.
      if (known && known.active <= limit && known.until > services.clock.monotonicMs()) return undefined
      return checkCount(principal, limit)
    },
  }
}
