import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { toMessage } from './map-conversation.ts'
import { threadOf } from './threads.ts'
import { VendorMessage } from './vendor.ts'

export const messages: NonNullable<VendorOperations['messages']> = {
  /** The vendor returns all messages of a thread at once. */
  async page({ http }, { conversationExternalId }) {
    const thread = await threadOf(http, conversationExternalId)
    const ofThread = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return { ...mapRows(thread?.messages ?? [], ofThread), next: null }
  },
}
