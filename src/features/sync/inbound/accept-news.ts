/** A channel's news are reasons to read, at every account that knows what they are about. */
import type { AccountNews } from '../../../connector-kit/app-webhook.ts'
import { toStorable } from '../../../records/canonical.ts'
import type { Services } from '../../../services.ts'
import { queueHintedReads } from '../hint/inbound.ts'
import { connectionsKnowing } from './queries.ts'
import { storeReceipts } from './receipt-queries.ts'

/**
 * A channel's booking leaves its nights open elsewhere until it is read, so it is read at once. These vendors' limits
 * allow a second reading if more news follow.
 */
const delayMs = 0

/** When this returns, the hints are stored, and so are the receipts due. */
export async function acceptNews(
  services: Services,
  provider: string,
  all: readonly AccountNews[],
): Promise<void> {
  for (const news of toStorable(all)) {
    const knowing = await connectionsKnowing(services.db, provider, news)
    for (const [place, { workspaceId, connectionId, aListing }] of knowing.entries()) {
      // Reading any record of the account shows whether the vendor still grants access.
      const probe = news.isAboutAccess ? (aListing ?? news.listingExternalIds[0]) : undefined
      const hints = probe === undefined ? news.hints : [{ entity: 'listings' as const, externalId: probe }]
      const scope = { workspaceId }
      await queueHintedReads(services, scope, connectionId, hints, delayMs)
      // A booking needs one receipt, so of several workspaces with the account only the first one sends it.
      const receipts = place === 0 ? (news.receipts ?? []) : []
      await storeReceipts(services.db, scope, connectionId, receipts, services.clock.now())
    }
  }
}
