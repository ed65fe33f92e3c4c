/** What was booked on channels while the server was down is read before anything else, and before their homes are sold here. */
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { updateScheduleForStays } from '../state/schedule-queries.ts'
import { readWithin } from './read-within.ts'
import { changesOf } from './source-queries.ts'

const channelIds = ({ connectors }: Pick<Services, 'connectors'>): string[] =>
  Object.values(connectors).flatMap(({ manifest: { category, id } }) => (category === 'ota' ? id : []))

/** Every connected channel account is due at once; of each vendor as many are read at a time as ever. */
export async function readChannelsFirst(
  services: Pick<Services, 'db' | 'clock' | 'connectors'>,
): Promise<void> {
  await updateScheduleForStays(services.db, channelIds(services), services.clock.now())
}

/** False: a channel that the listing is sold on could not be read since then, though it can be reached with what we have. */
export async function areChannelsRead(
  services: Services,
  scope: Scope,
  listingId: string,
  since: Date,
): Promise<boolean> {
  const sources = await changesOf(services.db, scope, listingId, channelIds(services))
  const ages = await Promise.all(sources.map((source) => readWithin(services, scope, source, since)))
  return ages.every(
    ({ readAt, importing, obstacle }) =>
      importing || obstacle === 'disconnected' || (readAt !== null && readAt >= since),
  )
}
