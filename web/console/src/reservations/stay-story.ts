/** Everything that is known of one stay, gathered from the logs of the API. */
import { useQueries, useQuery } from '@tanstack/preact-query'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import type { Stay } from './stay-columns.tsx'

export type Change = components['schemas']['HistoryEntry']
export type LoggedEvent = components['schemas']['LoggedEvent']
export type Delivery = components['schemas']['WebhookDelivery'] & { webhookId: string; webhookUrl: string }
export type Message = components['schemas']['Message']
export type RequestStory = components['schemas']['RequestStory']

const mostChanges = 100
const mostRequests = 12
const eventsAtOnce = 500
/** More events than these tell nobody anything. */
const mostEventPages = 4
const deliveriesAtOnce = 100

export interface LogPart<T> {
  data: T[]
  /** Older ones may be missing. */
  isCut: boolean
}

async function readEvents(reservationId: string, signal: AbortSignal): Promise<LogPart<LoggedEvent>> {
  const found: LoggedEvent[] = []
  let after = 0
  for (let page = 0; page < mostEventPages; page += 1) {
    const answer = await answerOf(
      client.GET('/v1/events', {
        params: { query: { after, limit: eventsAtOnce, reservation_id: reservationId } },
        signal,
      }),
    )
    found.push(...answer.data)
    after = answer.nextAfter
    if (!answer.hasMore) return { data: found, isCut: false }
  }
  return { data: found, isCut: true }
}

async function readDeliveries(signal: AbortSignal): Promise<LogPart<Delivery>> {
  const { data: webhooks } = await answerOf(
    client.GET('/v1/webhooks', { params: { query: { limit: 20 } }, signal }),
  )
  const pages = await Promise.all(
    webhooks.map(async ({ id, url }) => {
      const { data, pagination } = await answerOf(
        client.GET('/v1/webhooks/{id}/deliveries', {
          params: { path: { id }, query: { limit: deliveriesAtOnce } },
          signal,
        }),
      )
      return {
        data: data.map((one) => ({ ...one, webhookId: id, webhookUrl: url })),
        isCut: pagination.hasMore,
      }
    }),
  )
  return { data: pages.flatMap(({ data }) => data), isCut: pages.some(({ isCut }) => isCut) }
}

async function findConversation(reservationId: string, signal: AbortSignal): Promise<string | null> {
  const { data } = await answerOf(
    client.GET('/v1/conversations', {
      params: { query: { reservation_id: reservationId, limit: 1 } },
      signal,
    }),
  )
  return data[0]?.id ?? null
}

async function readMessages(id: string, signal: AbortSignal) {
  const conversationId = await findConversation(id, signal)
  if (conversationId === null) return { conversationId, data: [] as Message[] }
  const { data } = await answerOf(
    client.GET('/v1/conversations/{id}/messages', {
      params: { path: { id: conversationId }, query: { limit: 100 } },
      signal,
    }),
  )
  return { conversationId, data }
}

/** Null: the request is past its keeping time. */
async function readRequest(requestId: string, signal: AbortSignal): Promise<RequestStory | null> {
  try {
    return await answerOf(client.GET('/v1/requests/{requestId}', { params: { path: { requestId } }, signal }))
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

/** Requests that changed the stay, the newest first. */
const requestIdsOf = (changes: readonly Change[]): string[] =>
  [...new Set(changes.flatMap(({ cause }) => cause.requestId ?? []))].slice(0, mostRequests)

export function useStayStory(stay: Stay) {
  const { id, updatedAt } = stay
  const history = useQuery({
    queryKey: ['reservation', id, 'history', updatedAt],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/reservations/{id}/history', {
          params: { path: { id }, query: { limit: mostChanges } },
          signal,
        }),
      ),
  })
  const events = useQuery({
    queryKey: ['reservation', id, 'events', updatedAt],
    queryFn: ({ signal }) => readEvents(id, signal),
  })
  const deliveries = useQuery({
    queryKey: ['reservation', id, 'deliveries'],
    queryFn: ({ signal }) => readDeliveries(signal),
  })
  const messages = useQuery({
    queryKey: ['reservation', id, 'messages'],
    queryFn: ({ signal }) => readMessages(id, signal),
  })
  const requests = useQueries({
    queries: requestIdsOf(history.data?.data ?? []).map((requestId) => ({
      queryKey: ['request', requestId],
      queryFn: ({ signal }: { signal: AbortSignal }) => readRequest(requestId, signal),
      staleTime: 60_000,
    })),
  })
  return { history, events, deliveries, messages, requests }
}
