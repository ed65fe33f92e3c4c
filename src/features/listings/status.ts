import type { ListingStatusBody, ListingStatusResult } from '../../contract/listing.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import type { Writing } from '../services.ts'
import { listingActivityEvents } from './events.ts'
import { activeListingCaps, listingsLimitExceeded } from './plan-cap.ts'
import { activeListingCount, lockListings, updateListingActivity } from './queries.ts'

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

/** Activates or deactivates listings, all or none. */
export async function changeListingStatus(
  context: Writing,
  body: ListingStatusBody,
): Promise<ListingStatusResult> {
  const { services, scope, principal } = context
  const ids = uniqueIds(body)
  return writeOnce(context, async (tx) => {
    const write = await openWrite(tx, scope, services.clock.now())
    const found = new Map((await lockListings(tx, scope, ids)).map((row) => [row.id, row]))
    const foreign = ids.filter((id) => !found.has(id))
    if (foreign.length > 0) {
      throw new ApiError(
        'not_found',
        `No listing ${foreign.join(', ')} in this workspace; nothing was changed.`,
        {
          field: 'listingIds',
          value_received: foreign,
        },
      )
    }
    const changes = (id: string) => found.get(id)?.active !== body.active
    const changing = ids.filter(changes)
    const limit = activeListingCaps[principal.plan]
    // An archived listing is not among those the plan counts.
    const adding = changing.filter((id) => found.get(id)?.archived_at === null).length
    if (body.active && limit !== null && adding > 0) {
      const active = await activeListingCount(tx, scope)
      if (active + adding > limit) {
        throw listingsLimitExceeded(principal.plan, limit, active, services.publicUrl, adding)
      }
    }
    await updateListingActivity(tx, scope, changing, body.active, write.at)
    await appendEvents(write, await listingActivityEvents(tx, scope, changing, write.at))
    return { active: body.active, updated: changing, unchanged: ids.filter((id) => !changes(id)) }
  })
}
