/** News of a channel: reasons to read, at every account that knows what they are about. */
import type { AccountNews } from '../../../connector-kit/app-webhook.ts'
import { toStorable } from '../../../records/canonical.ts'
import type { Services } from '../../../services.ts'
import { queueHintedReads } from '../hint/inbound.ts'
import { connectionsKnowing } from './queries.ts'
import { storeReceipts } from './receipt-queries.ts'

/**
 * A booking on a channel leaves its nights open on the others until it is read, so it is read at once. The vendors that send here have
 * calls to spare for a second reading if more is told of it meanwhile.
 */
const delayMs = 0

/** Once this is done, the hints are stored, and of which bookings a receipt is due. */
export async function acceptNews(
  services: Services,
  provider: string,
  all: readonly AccountNews[],
): Promise<void> {
  for (const news of toStorable(all)) {
    const knowing = await connectionsKnowing(services.db, provider, news)
    for (const [place, { workspaceId, connectionId, aListing }] of knowing.entries()) {
      // Reading anything of the account asks the vendor whether it may.
      const probe = news.isAboutAccess ? (aListing ?? news.listingExternalIds[0]) : undefined
      const hints = probe === undefined ? news.hints : [{ entity: 'listings' as const, externalId: probe }]
      const scope = { workspaceId }
      await queueHintedReads(services, scope, connectionId, hints, delayMs)
      // A booking has one name at the channel: of several workspaces with the account the first one gives it.
      const receipts = place === 0 ? (news.receipts ?? []) : []
      await storeReceipts(services.db, scope, connectionId, receipts, services.clock.now())
    }
  }
}
