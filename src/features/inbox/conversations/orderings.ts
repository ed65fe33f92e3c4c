import { sql } from 'kysely'
import type { ListOrdering } from '../../../http/list.ts'
import { lastMessage, type ConversationListRow, type MessageColumns } from './queries.ts'

export const bySending = (direction: 'asc' | 'desc'): ListOrdering<MessageColumns> => ({
  name: `sentAt ${direction}`,
  direction,
  keys: [
    { expression: sql`messages.sent_at`, type: 'timestamptz', valueOf: (row) => row.sent_at.toISOString() },
    { expression: sql`messages.id`, type: 'bigint', valueOf: (row) => row.id },
  ],
})

export const byLastMessage: ListOrdering<Pick<ConversationListRow, 'id' | 'last_message_at'>> = {
  name: 'lastMessageAt',
  direction: 'desc',
  keys: [
    {
      expression: lastMessage,
      type: 'timestamptz',
      valueOf: (row) => row.last_message_at?.toISOString() ?? '-infinity',
    },
    { expression: sql`conversations.id`, type: 'bigint', valueOf: (row) => row.id },
  ],
}
