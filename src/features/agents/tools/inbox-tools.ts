/** Tools about what guests write. */
import { Type } from 'typebox'
import type { AiResult } from '../../../contract/ai.ts'
import type { ConversationDetail, ConversationRow } from '../../../contract/conversation.ts'
import type { Message } from '../../../contract/message.ts'
import type { Review } from '../../../contract/review.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { ApiRefusal, callApi, readApi, type ApiCaller, type AnswerPage } from './api-caller.ts'
import { OutsideText, OutsideTextOrNull, outsideText, outsideTextOrNull } from './outside-text.ts'
import {
  agentTool,
  idInput,
  inputOf,
  nextCursor,
  NumberOrNull,
  pageInput,
  readOnly,
  TextOrNull,
  usualRows,
} from './agent-tool.ts'

const findConversations = agentTool({
  name: 'find_conversations',
  title: 'Find conversations',
  description: 'Conversations with guests, the latest message first.',
  hints: readOnly,
  input: inputOf({
    platform: Type.Optional(oneOfStrings(['airbnb', 'booking', 'vrbo', 'website', 'email'])),
    ...pageInput,
  }),
  output: Type.Object({
    conversations: Type.Array(
      Type.Object({
        id: Type.String(),
        listing_id: TextOrNull,
        reservation_id: TextOrNull,
        platform: TextOrNull,
        guest: OutsideTextOrNull,
        unread: Type.Integer(),
        last_message_at: TextOrNull,
        last_message: OutsideTextOrNull,
      }),
    ),
    ...nextCursor,
  }),
  async run({ api }, { platform, limit = usualRows, cursor }) {
    const query = { platform, limit, cursor, include_total: false }
    const page = await readApi<AnswerPage<ConversationRow>>(api, '/v1/conversations', query)
    return {
      conversations: page.data.map((row) => ({
        id: row.id,
        listing_id: row.listingId,
        reservation_id: row.reservationId,
        platform: row.platform,
        guest: outsideTextOrNull(row.guestName, 200),
        unread: row.unreadCount,
        last_message_at: row.lastMessageAt,
        last_message: outsideTextOrNull(row.lastMessagePreview, 300),
      })),
      next_cursor: page.pagination.nextCursor,
    }
  },
})

const Draft = Type.Object({ text: OutsideTextOrNull, problem: TextOrNull })

/** The conversation is worth reading without a draft, so its failure is told beside it. */
async function draftReply(api: ApiCaller, conversationId: string) {
  const body = { operation: 'respond-to-guest', input: { conversationId } }
  try {
    const { result } = await callApi<AiResult>(api, { method: 'POST', path: '/v1/ai', body })
    return { text: outsideText(result), problem: null }
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    return { text: null, problem: [error.message, error.fix].filter(Boolean).join(' ') }
  }
}

const conversation = agentTool({
  name: 'conversation',
  title: 'Read a conversation',
  description:
    'The messages of a conversation, newest first, and on request the draft of a reply. Sends nothing: use plan_message.',
  hints: { ...readOnly, openWorldHint: true },
  input: inputOf({
    conversation_id: idInput(),
    draft: Type.Optional(Type.Boolean({ description: 'Have a reply drafted; counts as an AI operation.' })),
    ...pageInput,
  }),
  output: Type.Object({
    listing_id: TextOrNull,
    reservation_id: TextOrNull,
    platform: TextOrNull,
    guest: OutsideTextOrNull,
    subject: OutsideTextOrNull,
    messages: Type.Array(
      Type.Object({
        id: Type.String(),
        from: oneOfStrings(['guest', 'host']),
        at: Type.String(),
        body: OutsideText,
        automated: Type.Boolean(),
      }),
    ),
    draft: Type.Optional(Draft),
    ...nextCursor,
  }),
  async run({ api }, { conversation_id, draft = false, limit = usualRows, cursor }) {
    const path = `/v1/conversations/${conversation_id}`
    const [detail, page] = await Promise.all([
      readApi<ConversationDetail>(api, path),
      readApi<AnswerPage<Message>>(api, `${path}/messages`, { limit, cursor, include_total: false }),
    ])
    return {
      listing_id: detail.listingId,
      reservation_id: detail.reservationId,
      platform: detail.platform,
      guest: outsideTextOrNull(detail.guest?.displayName, 200),
      subject: outsideTextOrNull(detail.subject, 300),
      messages: page.data.map((message) => ({
        id: message.id,
        from: message.direction === 'inbound' ? ('guest' as const) : ('host' as const),
        at: message.sentAt,
        body: outsideText(message.body),
        automated: message.isAutomated,
      })),
      ...(draft ? { draft: await draftReply(api, conversation_id) } : {}),
      next_cursor: page.pagination.nextCursor,
    }
  },
})

const reviews = agentTool({
  name: 'reviews',
  title: 'Read reviews',
  description: 'Reviews by guests, newest first, with the replies. Ratings go from 0 to 5.',
  hints: readOnly,
  input: inputOf({
    listing_id: Type.Optional(idInput()),
    platform: Type.Optional(oneOfStrings(['airbnb', 'booking', 'vrbo'])),
    status: Type.Optional(oneOfStrings(['responded', 'unanswered', 'all'])),
    rating_max: Type.Optional(Type.Number()),
    ...pageInput,
  }),
  output: Type.Object({
    reviews: Type.Array(
      Type.Object({
        id: Type.String(),
        listing_id: TextOrNull,
        reservation_id: TextOrNull,
        platform: TextOrNull,
        guest: OutsideTextOrNull,
        rating: NumberOrNull,
        at: TextOrNull,
        public: OutsideTextOrNull,
        private: OutsideTextOrNull,
        reply: OutsideTextOrNull,
      }),
    ),
    total: Type.Integer(),
    ...nextCursor,
  }),
  async run({ api }, { limit = usualRows, ...filters }) {
    const page = await readApi<AnswerPage<Review>>(api, '/v1/reviews', { ...filters, limit })
    return {
      reviews: page.data.map((row) => ({
        id: row.id,
        listing_id: row.listingId,
        reservation_id: row.reservationId,
        platform: row.platform,
        guest: outsideTextOrNull(row.guestName, 200),
        rating: row.rating,
        at: row.submittedAt,
        public: outsideTextOrNull(row.publicReview),
        private: outsideTextOrNull(row.privateFeedback),
        reply: outsideTextOrNull(row.response?.body),
      })),
      total: page.pagination.total ?? page.data.length,
      next_cursor: page.pagination.nextCursor,
    }
  },
})

export const inboxTools = [findConversations, conversation, reviews]
