import { Type } from 'typebox'
import type { Static, TObject } from 'typebox'
import {
  MessageReceivedData,
  PingData,
  ReservationCancelledData,
  ReservationCreatedData,
  ReservationUpdatedData,
} from './event-data.ts'
import { id, idOrNull, integer, nullable, oneOfStrings, record, text, timestamp, uuid } from './fields.ts'
import { apiVersions } from './webhook.ts'

/** The families in which the kinds are shown. */
export const eventDomains = {
  reservations: 'Reservations',
  listings: 'Listings',
  calendar: 'Calendar',
  accounts: 'Accounts',
  reviews: 'Reviews',
  ai: 'AI',
  payments: 'Payments',
  system: 'System',
} as const
export type EventDomain = keyof typeof eventDomains

export interface EventDefinition {
  readonly title: string
  /** When it is sent, in one sentence. */
  readonly description: string
  readonly domain: EventDomain
  /** The envelope's `data`. */
  readonly data: TObject
}

const catalogue = {
  'reservation.created': {
    title: 'Reservation created',
    description: 'A new booking appeared, here or at a connected account.',
    domain: 'reservations',
    data: ReservationCreatedData,
  },
  'reservation.updated': {
    title: 'Reservation updated',
    description: 'Dates, guest count, status or another shown field of a booking changed.',
    domain: 'reservations',
    data: ReservationUpdatedData,
  },
  'reservation.cancelled': {
    title: 'Reservation cancelled',
    description: 'A booking was cancelled.',
    domain: 'reservations',
    data: ReservationCancelledData,
  },
  'reservation.message.received': {
    title: 'Message received',
    description: 'A guest wrote in a conversation.',
    domain: 'reservations',
    data: MessageReceivedData,
  },
  'repull.ping': {
    title: 'Ping',
    description: 'Sent on request to prove that the receiver works.',
    domain: 'system',
    data: PingData,
  },
} satisfies Record<string, EventDefinition>

export type EventKind = keyof typeof catalogue
export type EventData<Kind extends EventKind> = Static<(typeof catalogue)[Kind]['data']>

/** Every kind of event this server sends. A new kind is one entry here and its data in `event-data.ts`. */
export const events: Readonly<Record<EventKind, EventDefinition>> = catalogue

export const eventKinds = Object.keys(catalogue).sort() as readonly EventKind[]

export function isEventKind(value: string): value is EventKind {
  return Object.hasOwn(catalogue, value)
}

export const EventAccount = record(
  {
    id: Type.Optional(idOrNull('Id of the account here.')),
    provider: text('Channel or PMS.', { examples: ['hostaway'] }),
    externalAccountId: text("The provider's id of the account."),
  },
  { description: 'The connected account the event came from.' },
)
export type EventAccount = Static<typeof EventAccount>

/** The envelope around the data of one kind. */
export function envelopeOf<const Kind extends string, Data extends TObject>(kind: Kind, data: Data) {
  return record({
    event: oneOfStrings([kind], { description: 'Kind of event.' }),
    type: oneOfStrings([kind], { description: 'The same as `event`, for receivers that read this name.' }),
    eventId: uuid('Stays the same over retries and replays; receivers recognise repetitions by it.'),
    apiVersion: oneOfStrings(apiVersions, { description: 'Version of the payload.' }),
    timestamp: timestamp('When it happened.'),
    sequence: integer('Position in the event log of the workspace: rises by one, without gaps.', {
      minimum: 1,
    }),
    account: nullable(EventAccount, { description: 'Null when the event belongs to no account.' }),
    workspaceId: Type.Optional(id('The workspace, on events of a workspace the subscriber created.')),
    data,
  })
}

/** What a receiver gets for this kind. */
export function eventEnvelope(kind: EventKind) {
  return envelopeOf(kind, events[kind].data)
}

export interface EventEnvelope<Kind extends EventKind = EventKind> {
  event: Kind
  type: Kind
  eventId: string
  apiVersion: (typeof apiVersions)[number]
  timestamp: string
  sequence: number
  account: EventAccount | null
  workspaceId?: string
  data: EventData<Kind>
}

export { ReservationObject } from './event-data.ts'
