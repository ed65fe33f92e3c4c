/** Events as the log shows them and as deliveries bring them. */
import { contentHash, type EventMark, type SeenEffect } from '../history.ts'
import { rowsOf, type CallMeaning, type JsonFields, type ParsedExchange } from './meaning.ts'
import { namesOfStay } from './reservations.ts'

export interface SeenEvent {
  event: EventMark
  effects: SeenEffect[]
}

export function readEvent(body: JsonFields): SeenEvent {
  const data = (body.data ?? {}) as JsonFields
  const object = (data.object ?? {}) as JsonFields
  const type = String(body.type)
  const event = {
    eventId: String(body.eventId),
    type,
    sequence: typeof body.sequence === 'number' ? body.sequence : null,
    subject: subjectOf(type, data, object),
    revision: typeof data.revision === 'number' ? data.revision : null,
    content: contentHash(data),
  }
  // A record is created once, however often its event is sent.
  const isCreation = type === 'reservation.created' && body.snapshot !== true
  const effects = isCreation ? [{ kind: type, id: event.eventId, causes: namesOfStay(object) }] : []
  return { event, effects }
}

/** Names the record whose events are in order: a reservation with its messages, else the listing or another record. */
function subjectOf(type: string, data: JsonFields, object: JsonFields): string {
  const [family] = type.split('.')
  // A double sale is told as an event of the later stay.
  if (type === 'reservation.conflict')
    return `reservation ${String(rowsOf({ data: data.reservations }).at(-1)?.id)}`
  if (family === 'reservation')
    return `reservation ${String(object.id ?? data.reservationId ?? data.listingId)}`
  if (family === 'calendar') return `calendar ${String(data.listingId)}`
  return `${family} ${String(object.id ?? data.listingId ?? data.accountId ?? '')}`
}

export function eventLogMeaning(exchange: ParsedExchange): CallMeaning | null {
  const { method, path, query, status, answer } = exchange
  if (method !== 'GET' || path !== '/v1/events' || status !== 200) return null
  const events = rowsOf(answer).map(readEvent)
  const isNarrowed = [...query.keys()].some((name) => !['after', 'limit'].includes(name))
  const places = events.flatMap(({ event }) => event.sequence ?? [])
  return isNarrowed ? { events } : { events, logPage: { after: Number(query.get('after') ?? 0), places } }
}
