/** The plan of a workspace, with what is used of it. */
import type { UsageTier } from '../../../contract/usage.ts'
import type { Principal } from '../../../http/route.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { activeListingCount } from '../../../records/listings/active-queries.ts'
import { toUsageTier } from './map.ts'
import { usedUntil } from './queries.ts'
import { dayOf } from './rules.ts'

export async function usedBy(db: Queryable, scope: Scope, day: string) {
  const [used, activeListings] = await Promise.all([usedUntil(db, scope, day), activeListingCount(db, scope)])
  return { ...used, activeListings }
}

export async function tierOf(
  db: Queryable,
  principal: Pick<Principal, 'workspaceId' | 'plan' | 'limits'>,
  now: Date,
): Promise<UsageTier> {
  return toUsageTier(principal, await usedBy(db, principal, dayOf(now)), now)
}
