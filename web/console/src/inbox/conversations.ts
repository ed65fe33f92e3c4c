/** The conversations of the workspace as the inbox lists them. */
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { isDone } from './done-marks.ts'

export type Conversation = components['schemas']['ConversationRow']

export const inboxViews = ['open', 'unread', 'unsent', 'done', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

export interface ConversationFilter {
  view: InboxView
  platform: string
  listingId: string
  words: string
}

export const inboxEveryMs = 20_000
const pageSize = 100
/** A search goes back this far by itself; more is read when somebody asks for it. */
const searchedRows = 500

export function useConversations(isSearching: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['conversations', 'inbox'],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        client.GET('/v1/conversations', {
          params: { query: { limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    refetchInterval: inboxEveryMs,
  })
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const mayReadOn = isSearching && query.hasNextPage && (rows?.length ?? 0) < searchedRows
  useEffect(() => {
    if (mayReadOn && !query.isFetching) void query.fetchNextPage()
  }, [mayReadOn, query.isFetching])
  return { query, rows, total: query.data?.pages[0]?.pagination.total }
}

const noRows: readonly Conversation[] = []

/** The latest conversations that the server finds for a search, however old they are. */
export function useFoundConversations(words: string): readonly Conversation[] {
  const q = words.trim()
  const { data } = useQuery({
    queryKey: ['conversations', 'search', q],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/conversations', { params: { query: { q, limit: pageSize } }, signal })),
    enabled: q !== '',
  })
  return data?.data ?? noRows
}

/** Those that were read, and those that a search found among older ones. */
export function withFound(rows: readonly Conversation[], found: readonly Conversation[]): Conversation[] {
  const known = new Set(rows.map(({ id }) => id))
  return [...rows, ...found.filter(({ id }) => !known.has(id))]
}

export interface ConversationFacts {
  /** What the server found for the words of the filter. */
  found: ReadonlySet<string>
  marks: ReadonlyMap<string, string>
  names: ReadonlyMap<string, string>
  /** Conversations with an answer that could not be sent. */
  failed: ReadonlySet<string>
}

const plain = (words: string) => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function isInView(
  conversation: Conversation,
  view: InboxView,
  { marks, failed }: ConversationFacts,
): boolean {
  if (view === 'all') return true
  if (view === 'unsent') return failed.has(conversation.id)
  if (view === 'done') return isDone(marks, conversation)
  return !isDone(marks, conversation) && (view === 'open' || conversation.unreadCount > 0)
}

/** The conversations that match; those with unread messages come first. */
export function filterConversations(
  rows: readonly Conversation[],
  { view, platform, listingId, words }: ConversationFilter,
  facts: ConversationFacts,
): Conversation[] {
  const parts = plain(words).split(/\s+/).filter(Boolean)
  const matches = (one: Conversation) => {
    const listing = one.listingId === null ? '' : (facts.names.get(one.listingId) ?? '')
    const all = plain([one.guestName, one.subject, one.lastMessagePreview, listing].join(' '))
    return facts.found.has(one.id) || parts.every((part) => all.includes(part))
  }
  return rows
    .filter(
      (one) =>
        isInView(one, view, facts) &&
        (platform === '' || one.platform === platform) &&
        (listingId === '' || one.listingId === listingId) &&
        matches(one),
    )
    .toSorted((a, b) => Number(b.unreadCount > 0) - Number(a.unreadCount > 0))
}
