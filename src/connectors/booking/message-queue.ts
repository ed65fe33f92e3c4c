/** One queue serves all properties of the machine account; it must be switched on at Booking.com. */
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { MessageQueue } from '../../connector-kit/message-queue-operations.ts'
import { presentText } from '../../connector-kit/readings.ts'

export const messageQueue: MessageQueue = {
  async front({ http }) {
    const messages = listIn(fieldOf(await http.get('/messaging/messages/latest'), 'data'), 'messages')
    const notices = messages.flatMap((message) => {
      const conversation = fieldOf(message, 'conversation')
      const id = presentText(fieldOf(conversation, 'conversation_id'))
      const accountId = presentText(fieldOf(conversation, 'property_id'))
      return id === null ? [] : [{ accountId, conversationExternalId: id }]
    })
    return { heard: notices, count: messages.length }
  },
  confirm: async ({ http }, count) => {
    await http.put('/messaging/messages', { query: { number_of_messages: count } })
  },
}
