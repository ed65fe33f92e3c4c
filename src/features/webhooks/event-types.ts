/** The catalogue as the API shows it. Pure. */
import { eventDomains, eventEnvelope, eventKinds, events, type EventDomain } from '../../contract/events.ts'
import { sampleOf } from '../../contract/sample.ts'
import type { EventType, EventTypes } from '../../contract/webhook.ts'

const all: EventType[] = eventKinds.map((type) => {
  const { domain, title, description } = events[type]
  const samplePayload = sampleOf(eventEnvelope(type)) as Record<string, unknown>
  return { type, domain, title, description, samplePayload }
})

export const eventTypes: EventTypes = {
  domains: (Object.keys(eventDomains) as EventDomain[]).map((id) => ({
    id,
    title: eventDomains[id],
    events: all.filter(({ domain }) => domain === id),
  })),
  flat: all,
}
