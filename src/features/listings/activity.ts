import type { ListingActivityResult } from '../../contract/listing-write.ts'
import { writeOnce } from '../../http/write-once.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable } from '../../platform/tenant.ts'
import type { Writing } from '../route.ts'
import { switchListings } from './status.ts'

/** Switches one listing on or off; it may be so already. */
export async function switchListing(
  context: Writing,
  id: string,
  active: boolean,
  dryRun: boolean,
): Promise<ListingActivityResult> {
  const work = async (tx: Queryable) => {
    await switchListings(tx, context, { ids: [id], active, field: 'id' })
    return { id, active }
  }
  if (!dryRun) return writeOnce(context, work)
  return { ...(await rehearse(context.services.db, work)), dryRun: true }
}
