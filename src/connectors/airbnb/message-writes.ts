import { fieldOf } from '../../connector-kit/answers.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { idText } from '../../connector-kit/readings.ts'

export const messageWrites: MessageWrites = {
  // No limit is known; this is on the careful side.
  maxLength: 4000,
  channels: [],
  // Where pictures are uploaded first is not known.
  files: null,

  async send({ http }, { conversationExternalId, body }) {
    const answer = await http.post('/v2/messages', {
      body: { thread_id: conversationExternalId, message: body },
    })
    const id = fieldOf(answer, 'id')
    const externalId = typeof id === 'string' || typeof id === 'number' ? idText(id) : null
    return { externalId, channel: 'airbnb', sentAt: null }
  },
}
