import type { FastifyInstance } from 'fastify'
import { intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import { noConversation, refusal, sorted } from './answers.ts'
import { passes, readFilters } from './filters.ts'
import { project, valueAt } from './projection.ts'
import type { Inbox } from './inbox.ts'
import type { Store } from './store.ts'
import { showConversation } from './thread-view.ts'

type ThreadByIdRequest = { Params: { id: string }; Querystring: Query }

const usualLimit = 25

/** What each word of `fields` brings along; other words stand for themselves. */
const fieldPaths: Record<string, string> = {
  guest: 'meta.guest',
  reservation: 'meta.reservations',
  integration: 'meta.integration',
  status: 'state.status',
  read: 'state.read',
  lastMessage: 'state.lastMessage',
}
const defaultFields = 'guest reservation status assignee priority createdAt'

export function threadRoutes(app: FastifyInstance, store: Store, inbox: Inbox): void {
  app.get<{ Querystring: Query }>('/communication/conversations', ({ query }) => {
    const filters = readFilters(textParam(query, 'filters'))
    const renamed = filters.map((filter) => ({ ...filter, field: fieldPaths[filter.field] ?? filter.field }))
    const threads = [...store.conversations.values()]
      .map((one) => showConversation(store, one))
      .filter((row) => passes(row, renamed))
    const sort = textParam(query, 'sort') ?? '-createdAt'
    const limit = Math.min(100, Math.max(1, intParam(query, 'limit') ?? usualLimit))
    const { rows, cursor } = pageOf(threads, sort, limit, textParam(query, 'cursorAfter'))
    const fields = textParam(query, 'fields') ?? defaultFields
    const paths = fields
      .split(/\s+/)
      .map((word) => fieldPaths[word] ?? word)
      .join(' ')
    return {
      status: 200,
      data: {
        count: threads.length,
        countUnread: threads.filter((row) => valueAt(row, 'state.read') === false).length,
        fields,
        limit,
        cursor,
        conversations: rows.map((row) => project(row, `accountId ${paths}`)),
      },
    }
  })

  app.get<ThreadByIdRequest>('/communication/conversations/:id', ({ params }) => {
    const conversation = heldOr(store.conversations.get(params.id), noConversation)
    return { status: 200, data: showConversation(store, conversation) }
  })

  app.post<ThreadByIdRequest>('/communication/conversations/:id/send-message', ({ params, body }) => {
    const conversation = heldOr(store.conversations.get(params.id), noConversation)
    const message = body as { module: { type: string }; body: string }
    const { type } = message.module
    if (conversation.type === 'owner' && type === 'airbnb2') {
      throw new Refusal(refusal(400, 'airbnb2 is no way to an owner'))
    }
    const post = inbox.write({ conversationId: conversation._id, body: message.body, isIncoming: false })
    post.module.type = type
    return { status: 200, data: post }
  })

  app.get<ThreadByIdRequest>('/communication/conversations/:id/posts', ({ params, query }) => {
    heldOr(store.conversations.get(params.id), noConversation)
    const posts = store.postsOf(params.id)
    const sort = textParam(query, 'sort') ?? '-createdAt'
    const { rows, cursor } = pageOf(posts, sort, usualLimit, textParam(query, 'cursorAfter'))
    return { status: 200, data: { posts: rows, count: posts.length, limit: usualLimit, sort, cursor } }
  })
}

/** A page after a place. The cursor names the last row of a page even where nothing comes after it. */
function pageOf<T extends { _id: string }>(
  rows: readonly T[],
  sort: string,
  limit: number,
  after: string | undefined,
): { rows: T[]; cursor: { after: string; before: string } } {
  const field = sort.replace(/^-/, '')
  const keyOf = (row: T) => `${String(valueAt(row, field) ?? '')}_${row._id}`
  const place = after === undefined ? undefined : Buffer.from(after, 'base64').toString()
  const isAfter = (key: string) => place === undefined || (sort.startsWith('-') ? key < place : key > place)
  const ordered = sorted(rows, sort)
    .filter((row) => isAfter(keyOf(row)))
    .slice(0, limit)
  const last = ordered.at(-1)
  return {
    rows: ordered,
    cursor: { after: last === undefined ? '' : cursorOf(keyOf(last)), before: after ?? '' },
  }
}

const cursorOf = (key: string): string => Buffer.from(key).toString('base64')
