/** Makes the payload that `POST /v1/webhooks/{id}/test/{event_type}` sends to a receiver. */
import { eventEnvelope, isEventKind } from '../../contract/events.ts'
import { sampleOf } from '../../contract/sample.ts'

/** Returns undefined for a kind that this server does not know. */
export function eventSample(kind: string): unknown {
  if (!isEventKind(kind)) return undefined
  const {
    test: _test,
    snapshot: _snapshot,
    workspaceId: _workspaceId,
    ...sent
  } = sampleOf(eventEnvelope(kind)) as Record<string, unknown>
  return sent
}
