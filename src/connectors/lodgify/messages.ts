import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows, plainId } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toMessage } from './map-conversation.ts'
import { threadOf } from './threads.ts'
import { VendorMessage } from './vendor.ts'

const rowCheck = compileCheck(VendorMessage)

export const messages: NonNullable<Operations['messages']> = {
  /** The vendor gives all messages of a thread at once. */
  async page({ http }, { conversationExternalId }) {
    const thread = await threadOf(http, conversationExternalId)
    const rows = thread?.messages ?? []
    const mapped = mapRows(rows, {
      row: rowCheck,
      record: recordChecks.message,
      idOf: plainId,
      map: (row) => toMessage(row, conversationExternalId),
    })
    return { ...mapped, next: null }
  },
}
