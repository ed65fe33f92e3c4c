/** The plan's cap on active listings: checked before every request (402) and before an activation. */
import { ApiError } from '../../platform/api-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { Principal } from '../../http/route.ts'
import { activeListingCount } from './queries.ts'

/** null: unlimited. */
export const activeListingCaps: Record<Principal['plan'], number | null> = {
  free: 3,
  starter: 50,
  custom: null,
}

/** How long a count may be remembered; a change of plan or listings shows within this time. */
const rememberMs = 60_000

export function listingsLimitExceeded(
  plan: Principal['plan'],
  limit: number,
  active: number,
  publicUrl: string,
) {
  return new ApiError(
    'listings_limit_exceeded',
    `${active} listings are active; the ${plan} plan allows ${limit}.`,
    {
      tier: plan,
      limit,
      active_listings: active,
      upgrade_url: `${publicUrl}/docs/errors/listings_limit_exceeded`,
    },
  )
}

export interface CapGate {
  check(principal: Principal): Promise<void> | void
  forget(workspaceId: string): void
}

export function createCapGate(services: { db: Queryable; clock: Clock; publicUrl: string }): CapGate {
  const counts = new Map<string, { active: number; until: number }>()
  async function activeListings(scope: Scope): Promise<number> {
    const now = services.clock.now().getTime()
    const known = counts.get(scope.workspaceId)
    if (known && known.until > now) return known.active
    const active = await activeListingCount(services.db, scope)
    counts.set(scope.workspaceId, { active, until: now + rememberMs })
    return active
  }
  return {
    check(principal) {
      const limit = activeListingCaps[principal.plan]
      if (limit === null) return undefined
      return activeListings({ workspaceId: principal.workspaceId }).then((active) => {
        if (active > limit) throw listingsLimitExceeded(principal.plan, limit, active, services.publicUrl)
      })
    },
    forget: (workspaceId) => counts.delete(workspaceId),
  }
}
