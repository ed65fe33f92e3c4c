/** The body of a delivery: the event's stored JSON inside the envelope, never parsed or serialized again. */

export interface EnvelopeEvent {
  /** The workspace in which it happened. */
  workspaceId: string
  /** True if that is a child workspace; the envelope then names it. */
  isChild: boolean
  /** Its sequence in that workspace's log. */
  sequence: string
  /** Why the event was made for one webhook only; null for events of the log. */
  purpose: string | null
  id: string
  type: string
  account: unknown
  /** JSON text. */
  data: string
  createdAt: Date
}

/** Events about a workspace as a whole name it even to its owner. */
const namesWorkspace = (event: EnvelopeEvent) => event.isChild || event.type.startsWith('migration.')

export function renderEnvelope(event: EnvelopeEvent, apiVersion: string): string {
  const head = JSON.stringify({
    event: event.type,
    type: event.type,
    eventId: event.id,
    apiVersion,
    timestamp: event.createdAt.toISOString(),
    sequence: event.purpose === null ? Number(event.sequence) : null,
    account: event.account ?? null,
    ...(namesWorkspace(event) ? { workspaceId: event.workspaceId } : {}),
    ...(event.purpose === 'test' ? { test: true } : {}),
    ...(event.purpose === 'snapshot' ? { snapshot: true } : {}),
  })
  return `${head.slice(0, -1)},"data":${event.data}}`
}

const bodies = new WeakMap<EnvelopeEvent, Map<string, Buffer>>()

/** The bytes to send, rendered once for all endpoints of an event. */
export function renderBody(event: EnvelopeEvent, apiVersion: string): Buffer {
  const known = bodies.get(event) ?? new Map<string, Buffer>()
  bodies.set(event, known)
  const body = known.get(apiVersion) ?? Buffer.from(renderEnvelope(event, apiVersion))
  known.set(apiVersion, body)
  return body
}

/** The only event types that may be sent about an inactive listing. */
export const typesForInactiveListings = ['listing.suspended']
