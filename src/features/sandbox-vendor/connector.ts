/** A provider as a sandbox has it: its words and its form, made-up accounts, and nobody who is called. */
import type { Connector, Page } from '../../connector-kit/connector.ts'
import { sandboxAccount, sandboxCredentials, sandboxFields } from './credentials.ts'
import { calendarOf, conversations, listings, messages, reservations, reviews } from './records.ts'

const only = <R>(records: R[]): Page<R> => ({
  records,
  failures: [],
  next: null,
  expected: records.length,
})

export function madeUp(real: Connector): Connector {
  const { id, displayName, webhookByHand: _, fr, ...manifest } = real.manifest
  const connector: Connector = {
    manifest: {
      ...manifest,
      id,
      displayName,
      fr: { description: fr.description },
      credentials: sandboxFields(manifest.credentials),
    },
    credentials: sandboxCredentials(real.credentials),
    accountOf: (credentials) => sandboxAccount(connector, credentials),
    auth() {
      throw new Error('a sandbox has no way to a provider')
    },
    callsNobody: true,
    operations: {
      probe: async () => ({ externalAccountId: null, accountName: `${displayName} (sandbox)` }),
      listings: { page: async () => only(listings) },
      calendar: { range: async ({ now }, walk) => calendarOf(now(), walk) },
      reservations: {
        page: async ({ now }) => ({ ...only(reservations(now())), watermark: now().toISOString() }),
      },
      conversations: {
        page: async ({ now }) => ({ ...only(conversations(now())), watermark: now().toISOString() }),
      },
      messages: {
        page: async ({ now }, { conversationExternalId }) =>
          only(
            messages(now()).filter((message) => message.conversationExternalId === conversationExternalId),
          ),
      },
      reviews: { page: async ({ now }) => only(reviews(now())) },
    },
  }
  return connector
}
