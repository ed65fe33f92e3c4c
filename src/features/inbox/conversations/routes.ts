import { Type } from 'typebox'
import {
  ConversationDetail,
  conversationPlatforms,
  ConversationRow,
  conversationStatuses,
} from '../../../contract/conversation.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { Message } from '../../../contract/message.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { AccountFilter, parseAccount } from '../../../http/params/account-filter.ts'
import { inquiryThread } from '../inquiries/answer-queries.ts'
import { capabilitiesOf } from '../inquiries/capabilities.ts'
import { assertListingActive, assertRecordListingActive } from '../../../records/listings/active.ts'
import { asOfParameter, HistoryQuery, HistoryReply, readHistoryPage, readAsOf } from '../../guests/public.ts'
import { IdFilter, idParams } from '../../../http/params/path-id.ts'
import { TextFilter } from '../../../http/params/text-filter.ts'
import { route } from '../../route.ts'
import { conversationAt } from './as-of.ts'
import { byLastMessage, bySending } from './orderings.ts'
import { toConversationDetail, toConversationRow, toMessage } from './map.ts'
import {
  conversation,
  conversations,
  conversationStory,
  conversationTotal,
  messages,
  messageTotal,
  threadGuest,
  type ConversationColumns,
} from './queries.ts'

const ListConversations = listQuery(
  {
    q: TextFilter(
      200,
      'Only conversations whose guest name or subject contains this, in any case, or whose stay has this confirmation code.',
    ),
    listing_id: IdFilter('Only conversations about this listing.'),
    reservation_id: IdFilter('Only conversations of this stay.'),
    account: AccountFilter,
    platform: Type.Optional(
      oneOfStrings(conversationPlatforms, { description: 'Only conversations on this channel.' }),
    ),
    status: Type.Optional(
      oneOfStrings(conversationStatuses, {
        description: '`archived` is reserved and always gives an empty page.',
      }),
    ),
  },
  { defaultLimit: 20 },
)

const ListMessages = listQuery(
  {
    order: Type.Optional(
      oneOfStrings(['desc', 'asc'], {
        description: 'By `sentAt`: newest (`desc`, the default) or oldest first.',
      }),
    ),
  },
  { defaultLimit: 20 },
)

/** Throws `not_found`, or an error where its listing is inactive. */
async function findOpenConversation(db: Queryable, scope: Scope, id: string): Promise<ConversationColumns> {
  const row = await conversation(db, scope, id)
  if (!row) throw new ApiError('not_found', `No conversation ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(db, scope, row.listing_id)
  return row
}

export const conversationRoutes = [
  route({
    method: 'GET',
    url: '/v1/conversations',
    shaped: 'conversation',
    versioned: 'by records',
    id: 'listConversations',
    family: 'conversations',
    ofListings: 'narrows',
    tag: 'Conversations',
    summary: 'List conversations',
    description:
      'The latest message first; conversations without a message come last. Those about inactive listings are left out.',
    query: ListConversations,
    reply: listOf(ConversationRow),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, query } = context
      if (query.listing_id !== undefined) await assertListingActive(services.db, scope, query.listing_id)
      await assertRecordListingActive(services.db, scope, 'reservations', query.reservation_id)
      const filters = {
        account: parseAccount(query.account),
        ...(query.platform ? { platform: query.platform } : {}),
        ...(query.status ? { status: query.status } : {}),
        ...(query.q === undefined ? {} : { q: query.q }),
        ...(query.listing_id === undefined ? {} : { listingId: query.listing_id }),
        ...(query.reservation_id === undefined ? {} : { reservationId: query.reservation_id }),
      }
      return listPage(context, {
        defaultLimit: 20,
        ordering: byLastMessage,
        rows: (page) => conversations(services.db, scope, filters, page),
        total: () => conversationTotal(services.db, scope, filters),
        item: toConversationRow,
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/conversations/:id',
    shaped: 'conversation',
    id: 'getConversation',
    family: 'conversations',
    ofListings: 'narrows',
    tag: 'Conversations',
    summary: 'Get a conversation',
    description: 'With host, guest and what can be done in it now.',
    params: idParams('conversation'),
    query: Type.Object(
      asOfParameter(' Whether it may be seen, and what can be done in it (`capabilities`), is asked of now.'),
      { additionalProperties: false },
    ),
    reply: ConversationDetail,
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, params, query } = context
      const row = await findOpenConversation(services.db, scope, params.id)
      const [then, thread] = await Promise.all([
        query.as_of === undefined
          ? threadGuest(services.db, scope, row).then((guest) => ({ row, guest }))
          : readAsOf(context, query.as_of, async (db, at) =>
              conversationAt(db, scope, await findOpenConversation(db, scope, params.id), at),
            ),
        inquiryThread(services.db, scope, params.id, services.clock.now()),
      ])
      const relay = thread?.relay?.status === 'active' ? thread.relay : null
      const capabilities = capabilitiesOf({
        isBooked: row.reservation_id !== null,
        inquiry: thread?.inquiry_status ?? null,
        connector: relay === null ? undefined : services.connectors[relay.provider],
      })
      return toConversationDetail(then.row, then.guest, capabilities)
    },
  }),

  route({
    method: 'GET',
    url: '/v1/conversations/:id/messages',
    shaped: 'message',
    versioned: 'by records',
    id: 'listMessages',
    family: 'conversations',
    ofListings: 'narrows',
    tag: 'Conversations',
    summary: 'List the messages of a conversation',
    description: 'The newest message first; `order=asc` turns it round.',
    params: idParams('conversation'),
    query: ListMessages,
    reply: listOf(Message),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, params, query } = context
      await findOpenConversation(services.db, scope, params.id)
      // The conversation binds the cursor like a filter: another one's cursor is refused.
      const bound = { ...context, routeId: `${context.routeId} ${params.id}` }
      return listPage(bound, {
        defaultLimit: 20,
        ordering: bySending(query.order ?? 'desc'),
        rows: (page) => messages(services.db, scope, params.id, page),
        total: () => messageTotal(services.db, scope, params.id),
        item: toMessage,
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/conversations/:id/history',
    id: 'listConversationChanges',
    family: 'conversations',
    ofListings: 'narrows',
    tag: 'Conversations',
    summary: 'List the changes of a conversation',
    description:
      'Every change of whom and what the conversation is about, the newest first, with the fields it changed before and after and with its cause. What moves with every message is told by the messages.',
    params: idParams('conversation'),
    query: HistoryQuery,
    reply: HistoryReply,
    errors: ['listing_inactive'],
    handle: (context) =>
      readHistoryPage(context, async (db) => {
        const { scope, params } = context
        const { id } = await findOpenConversation(db, scope, params.id)
        return { ref: { type: 'conversation', id }, now: await conversationStory(db, scope, id) }
      }),
  }),
]
