import { orNull } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { emptyPage, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { idOf, readRows } from './envelope.ts'
import { toMessage } from './map-conversation.ts'
import { VendorPost } from './vendor-inbox.ts'

// How long the pages are cannot be chosen; the answer says it.
const usualPageSize = 25

export const messages: NonNullable<Operations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const place = readCursor<{ after: string | null }>(cursor, { after: null })
    const path = `/v1/communication/conversations/${encodeURIComponent(conversationExternalId)}/posts`
    const answer = await orNull(http.get(path, { query: { sort: '-createdAt', cursorAfter: place.after } }))
    // A conversation that is gone has no messages.
    if (answer === null) return emptyPage
    const { rows, limit, after } = readRows(answer, 'posts')
    const posts = mapping('message', VendorPost, (row) => toMessage(row, conversationExternalId), idOf)
    // The last page names a place to go on as well, though nothing is there.
    const isLast = after === null || after === place.after || rows.length < (limit ?? usualPageSize)
    return { ...mapRows(rows, posts), next: isLast ? null : writeCursor({ after }) }
  },
}
