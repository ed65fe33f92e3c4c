/** Puts what happened to a stay into one order. Pure. */
import type { Change, Delivery, LoggedEvent, Message, RequestStory } from './stay-story.ts'

type Call = NonNullable<RequestStory['upstream']>['calls'][number]

export type StoryEntry =
  | { kind: 'change'; at: string; key: string; change: Change; calls: readonly Call[] }
  | { kind: 'event'; at: string; key: string; event: LoggedEvent; deliveries: readonly Delivery[] }
  | { kind: 'message'; at: string; key: string; message: Message }

interface StoryParts {
  changes: readonly Change[]
  events: readonly LoggedEvent[]
  deliveries: readonly Delivery[]
  messages: readonly Message[]
  requests: readonly RequestStory[]
}

/** Of the same moment, what caused comes before what followed; the list itself is newest first. */
const rank = { event: 0, change: 1, message: 2 } as const

export function storyEntries({ changes, events, deliveries, messages, requests }: StoryParts): StoryEntry[] {
  const callsOf = (change: Change) =>
    requests.find(({ requestId }) => requestId === change.cause.requestId)?.upstream?.calls ?? []
  const entries: StoryEntry[] = [
    ...changes.map((change) => ({
      ...{ kind: 'change' as const, at: change.at, key: `change ${change.id}`, change },
      calls: callsOf(change),
    })),
    ...events.map((event) => ({
      ...{ kind: 'event' as const, at: event.timestamp, key: `event ${event.eventId}`, event },
      deliveries: deliveries.filter(({ eventId }) => eventId === event.eventId),
    })),
    ...messages.map((message) => ({
      ...{ kind: 'message' as const, at: message.sentAt, key: `message ${message.id}`, message },
    })),
  ]
  return entries.toSorted((a, b) => b.at.localeCompare(a.at) || rank[a.kind] - rank[b.kind])
}
