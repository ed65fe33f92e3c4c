/** The body of a delivery: the event's stored data with the envelope around it, never parsed or written anew. */

export interface EnvelopeEvent {
  /** Where it happened. */
  workspaceId: string
  /** That one was made by another workspace, which is told whose data it is. */
  isChild: boolean
  /** Its place in the log of that workspace. */
  sequence: string
  /** Why it was made for one webhook alone; null in the log. */
  purpose: string | null
  id: string
  type: string
  account: unknown
  /** JSON text. */
  data: string
  createdAt: Date
}

/** Kinds about a workspace as a whole name it even when the subscriber owns it. */
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

/** The bytes that are sent, rendered once for all endpoints that an event goes to. */
export function renderBody(event: EnvelopeEvent, apiVersion: string): Buffer {
  const known = bodies.get(event) ?? new Map<string, Buffer>()
  bodies.set(event, known)
  const body = known.get(apiVersion) ?? Buffer.from(renderEnvelope(event, apiVersion))
  known.set(apiVersion, body)
  return body
}

/** Kinds that tell of a listing that it is switched off: the only ones that may. */
export const typesForInactiveListings = ['listing.suspended']
