/** The body of a delivery: the event's stored data with the envelope around it, never parsed or written anew. */

export interface LoggedEvent {
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
const namesWorkspace = (event: LoggedEvent) => event.isChild || event.type.startsWith('migration.')

export function envelopeText(event: LoggedEvent, apiVersion: string): string {
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

const bodies = new WeakMap<LoggedEvent, Map<string, Buffer>>()

/** The bytes that are sent, rendered once for all endpoints that an event goes to. */
export function bodyOf(event: LoggedEvent, apiVersion: string): Buffer {
  const known = bodies.get(event) ?? new Map<string, Buffer>()
  bodies.set(event, known)
  const body = known.get(apiVersion) ?? Buffer.from(envelopeText(event, apiVersion))
  known.set(apiVersion, body)
  return body
}

/** Kinds that tell of a listing that it is switched off: the only ones that may. */
export const toldOfInactiveListings = ['listing.suspended']
