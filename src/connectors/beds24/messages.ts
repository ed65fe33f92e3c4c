import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { oldestMessages } from './conversations.ts'
import { getPage } from './envelope.ts'
import { toMessage } from './map-conversation.ts'
import { VendorMessage } from './vendor.ts'

export const messages: NonNullable<VendorOperations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const { page, before } = readCursor<{ page: number; before: string[] }>(cursor, { page: 1, before: [] })
    const query = { bookingId: conversationExternalId, maxAge: oldestMessages, page }
    const { rows, goesOn } = await getPage(http, '/v2/bookings/messages', query)
    // A message that arrives during the walk moves the ones before it to the next page.
    const fresh = rows.filter((row) => !before.includes(plainId(row)))
    const next = goesOn ? writeCursor({ page: page + 1, before: rows.map(plainId) }) : null
    return { ...mapRows(fresh, mapping('message', VendorMessage, toMessage)), next }
  },
}
