/** The plan of a workspace, with what is used of it. */
import type { UsageTier } from '../../../contract/usage.ts'
import type { Principal } from '../../../http/route.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { activeListingCount } from '../../../records/listings/active-queries.ts'
import { toUsageTier } from './map.ts'
import { usedThroughDay } from './queries.ts'
import { toUtcDay } from './rules.ts'

export async function readQuotaUsage(db: Queryable, scope: Scope, day: string) {
  const [used, activeListings] = await Promise.all([
    usedThroughDay(db, scope, day),
    activeListingCount(db, scope),
  ])
  return { ...used, activeListings }
}

export async function readUsageTier(
  db: Queryable,
  principal: Pick<Principal, 'workspaceId' | 'plan' | 'limits'>,
  now: Date,
): Promise<UsageTier> {
  return toUsageTier(principal, await readQuotaUsage(db, principal, toUtcDay(now)), now)
}
