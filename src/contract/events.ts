import { Type } from 'typebox'
import type { Static, TObject } from 'typebox'
import { catalogue, type EventDefinition } from './event-catalogue.ts'
import {
  flag,
  id,
  idOrNull,
  integer,
  nullable,
  oneOfStrings,
  openObject,
  record,
  text,
  timestamp,
  uuid,
} from './fields.ts'
import { apiVersions } from './webhook.ts'

export { eventDomains, type EventDefinition, type EventDomain } from './event-catalogue.ts'
export { ReservationObject } from './event-data-reservations.ts'
export { ListingObject, type ListingArea } from './event-data-listings.ts'

export type EventKind = keyof typeof catalogue
export type EventData<Kind extends EventKind> = Static<(typeof catalogue)[Kind]['data']>

/** A new kind of event is one entry in `event-catalogue.ts`, with its data beside it. */
export const events: Readonly<Record<EventKind, EventDefinition>> = catalogue

export const eventKinds = Object.keys(catalogue).sort() as readonly EventKind[]

export function isEventKind(value: string): value is EventKind {
  return Object.hasOwn(catalogue, value)
}

export const EventAccount = record(
  {
    id: Type.Optional(idOrNull('Id of the connection, the value for `X-Account-Id`.')),
    provider: text('Channel or PMS.', { examples: ['hostaway'] }),
    externalAccountId: text("The provider's id of the account.", { examples: ['64127'] }),
  },
  { description: 'The connected account the event came from.' },
)
export type EventAccount = Static<typeof EventAccount>

const frame = {
  eventId: uuid('Stays the same over retries and replays; receivers recognise repetitions by it.'),
  apiVersion: oneOfStrings(apiVersions, { description: 'Version of the payload.' }),
  timestamp: timestamp('When it happened.'),
  sequence: nullable(Type.Integer({ minimum: 1 }), {
    description:
      'Position in the event log of the workspace: rises by one, without gaps. Null for what was made for one webhook alone: pings, tests and snapshots.',
    examples: [4812],
  }),
  account: nullable(EventAccount, { description: 'Null when the event belongs to no account.' }),
  workspaceId: Type.Optional(
    id('The workspace, on events of a workspace the subscriber created.', { examples: [] }),
  ),
  test: Type.Optional(
    flag('True on made-up data that was asked for by `POST /v1/webhooks/{id}/test/{event_type}`.'),
  ),
  snapshot: Type.Optional(flag('True on records that were there before the subscription.')),
}

/** Wraps the data of one kind in the envelope. */
export function envelopeOf<const Kind extends string, Data extends TObject>(kind: Kind, data: Data) {
  return record({
    event: oneOfStrings([kind], { description: 'Kind of event.' }),
    type: oneOfStrings([kind], { description: 'The same as `event`, for receivers that read this name.' }),
    ...frame,
    data,
  })
}

/** A receiver gets this for an event of the kind. */
export function eventEnvelope(kind: EventKind) {
  return envelopeOf(kind, events[kind].data)
}

/** `GET /v1/events` lists these rows: the body a webhook gets, for every kind. */
export const LoggedEvent = record(
  {
    event: oneOfStrings(eventKinds, { description: 'Kind of event.' }),
    type: oneOfStrings(eventKinds, { description: 'The same as `event`.' }),
    ...frame,
    data: openObject('What happened; its shape depends on `event`.'),
  },
  { description: 'An event.' },
)
export type LoggedEvent = Static<typeof LoggedEvent>

/** Answer of `GET /v1/events`. */
export const EventLog = record({
  data: Type.Array(LoggedEvent, { description: 'Events in the order of the log, oldest first.' }),
  nextAfter: integer('Send it as `after` to go on. It has moved past events that the filters left out.', {
    minimum: 0,
  }),
  hasMore: flag('Whether there is more to read right now.'),
  log: record(
    {
      oldest: nullable(Type.Integer({ minimum: 1 }), {
        description: 'First sequence that is still kept; null while the log is empty.',
      }),
      latest: integer('Last sequence that was given out; 0 before the first event.', { minimum: 0 }),
    },
    { description: 'How far the log reaches. Events before `oldest` are past their keeping time.' },
  ),
})
export type EventLog = Static<typeof EventLog>

export interface EventEnvelope<Kind extends EventKind = EventKind> {
  event: Kind
  type: Kind
  eventId: string
  apiVersion: (typeof apiVersions)[number]
  timestamp: string
  sequence: number | null
  account: EventAccount | null
  workspaceId?: string
  test?: boolean
  snapshot?: boolean
  data: EventData<Kind>
}
