/** The plan's cap on active listings: checked before every request (402) and before an activation. */
import { ApiError } from '../../platform/api-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/tenant.ts'
import type { Principal } from '../../http/route.ts'
import { activeListingCount } from './queries.ts'

/** null: unlimited. */
export const activeListingCaps: Record<Principal['plan'], number | null> = {
  free: 3,
  starter: 50,
  custom: null,
}

/** How long a count within the cap is remembered. One over it is not: switching listings off opens the API at once. */
const rememberMs = 60_000

/** `adding`: how many an activation would add to those that are active now. */
export function listingsLimitExceeded(
  plan: Principal['plan'],
  limit: number,
  active: number,
  publicUrl: string,
  adding = 0,
) {
  const activation = adding > 0 ? ` Activating ${adding} more is not possible; nothing was changed.` : ''
  return new ApiError(
    'listings_limit_exceeded',
    `Active listings: ${active}; the ${plan} plan allows ${limit}.${activation}`,
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
}

export function createCapGate(services: { db: Queryable; clock: Clock; publicUrl: string }): CapGate {
  const counts = new Map<string, { active: number; until: number }>()
  async function checkCount(principal: Principal, limit: number): Promise<void> {
    const { workspaceId } = principal
    const active = await activeListingCount(services.db, { workspaceId })
    if (active > limit) throw listingsLimitExceeded(principal.plan, limit, active, services.publicUrl)
    counts.set(workspaceId, { active, until: services.clock.monotonicMs() + rememberMs })
  }
  return {
    check(principal) {
      const limit = activeListingCaps[principal.plan]
      if (limit === null) return undefined
      const known = counts.get(principal.workspaceId)
      // A plan that was made smaller is checked against the count again.
      if (known && known.active <= limit && known.until > services.clock.monotonicMs()) return undefined
      return checkCount(principal, limit)
    },
  }
}
