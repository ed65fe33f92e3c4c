/** After downtime, bookings of channels are read first, before their homes are sold here. */
import { sellerIds } from '../../../connector-kit/capabilities.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { updateScheduleForStays } from '../state/schedule-queries.ts'
import { readWithin } from './read-within.ts'
import { changesOf } from './source-queries.ts'

/** Makes every connected channel account due at once; limits per vendor still apply. */
export async function readChannelsFirst(
  services: Pick<Services, 'db' | 'clock' | 'connectors'>,
): Promise<void> {
  await updateScheduleForStays(services.db, sellerIds(services.connectors), services.clock.now())
}

/** Returns false if a reachable channel that sells the listing has not been read since then. */
export async function areChannelsRead(
  services: Services,
  scope: Scope,
  listingId: string,
  since: Date,
): Promise<boolean> {
  const sources = await changesOf(services.db, scope, listingId, sellerIds(services.connectors))
  const ages = await Promise.all(sources.map((source) => readWithin(services, scope, source, since)))
  return ages.every(
    ({ readAt, importing, obstacle }) =>
      importing || obstacle === 'disconnected' || (readAt !== null && readAt >= since),
  )
}
