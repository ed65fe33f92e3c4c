import type { ListingStatusBody, ListingStatusResult } from '../../contract/listing.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import { wholeWorkspace, type Queryable } from '../../platform/tenant.ts'
import type { RouteWriteContext } from '../route.ts'
import { lockListings, updateListingActivity } from '../../records/listings/activity-queries.ts'
import { listingActivityEvents } from '../../records/listings/events.ts'
import { buildUpgradeUrl } from './upgrade-url.ts'
import { listingsLimitExceeded } from './plan-cap.ts'
import { activeListingCount } from '../../records/listings/active-queries.ts'

function uniqueIds(body: ListingStatusBody): string[] {
  const ids = body.listingIds.map((id) => String(id))
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (repeated !== -1) {
    throw new ApiError('invalid_body', `\`listingIds\` names listing ${ids[repeated]} twice.`, {
      field: `listingIds[${repeated}]`,
      value_received: body.listingIds[repeated],
    })
  }
  return ids
}

/** Activates or deactivates all of the listings, or none. */
export async function changeListingStatus(
  context: RouteWriteContext,
  body: ListingStatusBody,
): Promise<ListingStatusResult> {
  const ids = uniqueIds(body)
  return writeOnce(context, async (tx) => {
    const changing = await switchListings(tx, context, { ids, active: body.active, field: 'listingIds' })
    return {
      active: body.active,
      updated: changing,
      unchanged: ids.filter((id) => !changing.includes(id)),
    }
  })
}

export interface ListingSwitch {
  ids: readonly string[]
  active: boolean
  /** Request field that holds the ids. */
  field: 'id' | 'listingIds'
}

/** Answers the listings that changed, in request order. */
export async function switchListings(
  tx: Queryable,
  { services, scope, principal }: RouteWriteContext,
  { ids, active, field }: ListingSwitch,
): Promise<string[]> {
  const write = await openWrite(tx, scope, services.clock.now())
  const found = new Map((await lockListings(tx, scope, ids)).map((row) => [row.id, row]))
  const foreign = ids.filter((id) => !found.has(id))
  if (foreign.length > 0) {
    throw new ApiError(
      'not_found',
      `No listing ${foreign.join(', ')} in this workspace; nothing was changed.`,
      { field, value_received: field === 'id' ? foreign[0] : foreign },
    )
  }
  const changing = ids.filter((id) => found.get(id)?.active !== active)
  // The plan does not count archived listings.
  const adding = changing.filter((id) => found.get(id)?.archived_at === null).length
  if (active) await assertWithinCap(tx, { services, scope, principal }, adding)
  await updateListingActivity(tx, scope, changing, active, write.at)
  await appendEvents(write, await listingActivityEvents(tx, scope, changing, write.at))
  return changing
}

/** Call it while holding the workspace (`openWrite`), so that two requests cannot both take the last place. */
export async function assertWithinCap(
  tx: Queryable,
  { services, scope, principal }: Pick<RouteWriteContext, 'services' | 'scope' | 'principal'>,
  adding: number,
): Promise<void> {
  const limit = principal.limits.activeListings
  // A workspace created by a migration may hold whatever the migration brought.
  if (limit === null || adding === 0 || scope.workspaceId !== principal.workspaceId) return
  const active = await activeListingCount(tx, wholeWorkspace(scope))
  if (active + adding > limit) {
    throw listingsLimitExceeded(principal.plan, {
      limit,
      active,
      adding,
      upgradeUrl: buildUpgradeUrl(services),
    })
  }
}
