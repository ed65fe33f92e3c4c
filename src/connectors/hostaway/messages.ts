import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows, offsetPage, plainId } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { readList } from './envelope.ts'
import { toMessage } from './map-conversation.ts'
import { orNull } from './missing.ts'
import { VendorMessage } from './vendor.ts'

const rowCheck = compileCheck(VendorMessage)
const pageSize = 100

export const messages: NonNullable<Operations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const path = `/v1/conversations/${encodeURIComponent(conversationExternalId)}/messages`
    const { rows, next, total } = await offsetPage({
      cursor,
      limit: pageSize,
      fetch: async (page) => {
        const answer = await orNull(http.get(path, { query: { ...page } }))
        // A conversation that is gone has no messages.
        return answer === null ? { rows: [], total: 0 } : readList(answer)
      },
    })
    const mapped = mapRows(rows, {
      row: rowCheck,
      record: recordChecks.message,
      idOf: plainId,
      map: (row) => toMessage(row, conversationExternalId),
    })
    return { ...mapped, next, ...(total === null ? {} : { expected: total }) }
  },
}
