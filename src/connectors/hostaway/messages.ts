import { orNull } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mappedOffsetPage, mapping } from '../../connector-kit/paginate.ts'
import { readList } from './envelope.ts'
import { toMessage } from './map-conversation.ts'
import { VendorMessage } from './vendor.ts'

const pageSize = 100

export const messages: NonNullable<VendorOperations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const path = `/v1/conversations/${encodeURIComponent(conversationExternalId)}/messages`
    const fetch = async (page: object) => {
      const answer = await orNull(http.get(path, { query: { ...page } }))
      // A conversation that is gone has no messages.
      return answer === null ? { rows: [], total: 0 } : readList(answer)
    }
    const ofThread = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return mappedOffsetPage({ cursor, limit: pageSize, fetch }, ofThread)
  },
}
