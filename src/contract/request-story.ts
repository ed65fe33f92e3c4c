import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  idOrNull,
  integer,
  integerOrNull,
  nullable,
  number,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from './fields.ts'
import { RequestLogRow } from './request-log.ts'

/** An `X-Request-ID` of any other form is ignored. */
export const requestIdForm = '^[A-Za-z0-9_.-]{1,128}$'

const ms = (description: string) => number(description, { minimum: 0, examples: [1.4] })

const Key = record({
  id: text('Id of the key.', { examples: ['12'] }),
  name: textOrNull('What it was named.'),
  prefix: text('How it begins; never more of it.', { examples: ['sk_live_'] }),
})

const Member = record({
  id: text('Id of the member.', { examples: ['0198f6a2-7c1e-4b52-9d3f-5a1f0c2b7e11'] }),
  name: textOrNull(
    'Name of the member, else the address; null: a member of the workspace that made this one.',
  ),
})

const Limits = record({
  windows: Type.Array(
    record({
      name: oneOfStrings(['burst', 'daily', 'monthly', 'daily_ai'], { description: 'Which limit.' }),
      limit: integer('Requests it allows.'),
      used: integer('Requests in it, this one included where it was let in.'),
      windowSeconds: integer('Length of the window.'),
    }),
    { description: 'Every limit there was, as the request found it. Unlimited ones are left out.' },
  ),
  firstHit: textOrNull('The limit that refused it; null: none did.', { examples: ['daily'] }),
})

const Stages = record(
  {
    queue: ms('From its head being read until its key was looked at.'),
    auth: ms('Finding the key, its rights, and the workspace and account that are meant.'),
    limits: ms('Holding it to burst and quotas.'),
    body: ms('Until its body had arrived and was parsed.'),
    validation: ms('Checking parameters and body, and whose the records are that they name.'),
    handler: ms('The work itself, with idempotency key and audit line.'),
    serialisation: ms('Making the text of the answer.'),
    sending: ms('Handing the answer to the network.'),
  },
  { description: 'Milliseconds by stage; together, the time it took.' },
)

const Statements = record({
  count: integer('Statements, with `begin` and `commit`.'),
  ms: ms('Time they took, added up: of those that ran side by side it can be more than the request took.'),
  slowest: Type.Array(
    record({
      text: text('Its beginning, without values and lists of columns.', {
        examples: ['select … from listings where listings.workspace_id = $1'],
      }),
      ms: ms('Milliseconds.'),
    }),
    { description: 'The three slowest.' },
  ),
})

const Upstream = record({
  count: integer('Calls, repeated ones included.'),
  ms: ms('Time they took, added up.'),
  calls: Type.Array(
    record({
      method: text('HTTP method.', { examples: ['GET'] }),
      host: text('Where it was sent.', { examples: ['api.hostaway.com'] }),
      path: text('Path, with credentials hidden; query and body are not kept.', {
        examples: ['/v1/reservations'],
      }),
      status: integerOrNull('Status of the answer; null without one.'),
      ms: ms('Milliseconds.'),
      retries: integer('How often it had been sent before.'),
      failure: textOrNull('What went wrong.', { examples: ['rate_limited'] }),
    }),
    { description: 'The first twenty, in the order in which they ended.' },
  ),
})

const Attempt = record({
  id: uuid('Id of the attempt: the delivery id in the headers the receiver got.'),
  number: integer('Counts from 1.'),
  outcome: oneOfStrings(['accepted', 'failed', 'interrupted'], { description: 'How it ended.' }),
  statusCode: integerOrNull('HTTP status of the receiver; null when it did not answer.'),
  responseTimeMs: integerOrNull('Milliseconds until the receiver answered.'),
  errorMessage: textOrNull('Why it was not accepted.'),
  createdAt: timestamp('When it began.'),
})

const Delivery = record({
  webhookId: uuid('The webhook it goes to.'),
  state: oneOfStrings(['waiting', 'pending', 'sending', 'succeeded', 'exhausted', 'withheld'], {
    description: 'How it stands now.',
  }),
  nextAttemptAt: timestampOrNull('When it is tried next; null: it is over, or waits for another.'),
  finishedAt: timestampOrNull('When it ended.'),
  attempts: Type.Array(Attempt, { description: 'The last ten, oldest first.' }),
})

const Made = record({
  id: uuid('Id of the event.'),
  type: text('Kind of event.', { examples: ['reservation.created'] }),
  sequence: integerOrNull('Its place in the log; null: it was made for one webhook alone.'),
  objectType: textOrNull('What it is about.', { examples: ['reservation'] }),
  objectId: idOrNull('Its id.'),
  createdAt: timestamp('When it was made.'),
  deliveries: Type.Array(Delivery, { description: 'One for each webhook that wants it.' }),
})

/** Answer of `GET /v1/requests/{requestId}`. */
export const RequestStory = record({
  ...RequestLogRow.properties,
  route: textOrNull("The route's pattern.", { examples: ['/v1/listings/:id'] }),
  workspaceId: text('The workspace it meant.', { examples: ['7'] }),
  key: nullable(Key, {
    description: 'The key it carried; null: it is not there any more, or a member asked.',
  }),
  member: nullable(Member, {
    description: 'The member whose session it carried; null: a key asked, or the session is forgotten.',
  }),
  limits: nullable(Limits, { description: 'The limits; null where none was looked at.' }),
  stages: nullable(Stages),
  sql: nullable(Statements, { description: 'Statements of the database.' }),
  upstream: nullable(Upstream, { description: 'Calls of providers.' }),
  traceId: textOrNull('Id of its OpenTelemetry trace, where one is sent to a collector; null otherwise.', {
    examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
  }),
  eventCount: integer('Events it made.', { minimum: 0 }),
  events: Type.Array(Made, {
    description: 'The first fifty of them that are still kept, with what became of each.',
  }),
  sameRequestId: Type.Array(uuid('Id of a request.'), {
    description: 'Other requests with the same `requestId`, newest first, twenty at most.',
  }),
})
export type RequestStory = Static<typeof RequestStory>
