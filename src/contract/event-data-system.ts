/** Events about accounts, imports, limits and the webhooks themselves carry these. */
import { Type } from 'typebox'
import {
  dateOnly,
  id,
  idOrNull,
  integer,
  number,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  uuid,
} from './fields.ts'

const provider = text('PMS or channel.', { examples: ['hostaway'] })

export const AccountCreatedData = record({
  workspaceId: id('The workspace.'),
  accountId: id('Id of its connection, as `account.id` of the event.'),
  provider,
  accessType: textOrNull('What the connection may do; null where the provider knows no levels.', {
    examples: ['full_access'],
  }),
  createdAt: timestamp('When it was connected.'),
})

export const disconnectReasons = [
  'refresh_token_rejected',
  'manual_disconnect',
  'auth_expired',
  'revoked_upstream',
] as const

export const AccountDisconnectedData = record({
  workspaceId: id('The workspace.'),
  accountId: id('Id of its connection, as `account.id` of the event.'),
  connectionId: idOrNull('Connection that ended.'),
  provider,
  disconnectedAt: timestamp('When it ended.'),
  reason: oneOfStrings(disconnectReasons, { description: 'Why it ended.' }),
})

export const forgetReasons = ['request', 'retention'] as const

/** The data must not tell who the guest was. */
export const GuestForgottenData = record({
  guestId: id('Id of the guest; the record stays, empty.'),
  forgottenAt: timestamp('When.'),
  reason: oneOfStrings(forgetReasons, {
    description:
      '`request`: by `POST /v1/guests/{id}/forget`. `retention`: the time the workspace keeps guests for was over.',
  }),
})

export const ConnectSessionCompletedData = record({
  sessionId: text('Id of the connect session.', { examples: ['cs_7f3a91'] }),
  state: textOrNull("The caller's own value, as it was given to the session."),
  provider: nullable(Type.String(), { description: 'What was connected.', examples: ['hostaway'] }),
  externalAccountId: textOrNull("The provider's id of the account.", { examples: ['64127'] }),
  connectionId: idOrNull('The connection that was made.'),
  purpose: oneOfStrings(['connect', 'migrate'], { description: 'What the session was for.' }),
  completedAt: timestamp('When it was finished.'),
})

const usedOperation = record({
  operationId: text('The operation.', { examples: ['listReservations'] }),
  requestCount: integer('Its requests today.', { examples: [1200] }),
  sharePercent: number('Its share of all requests today.', { examples: [75] }),
})

export const UsageQuotaWarningData = record({
  scope: Type.Literal('daily_requests', { description: 'The limit that is near.' }),
  tier: text('The plan.', { examples: ['free'] }),
  used: integer('Requests so far.', { examples: [1600] }),
  limit: integer('Requests allowed.', { examples: [2000] }),
  percentUsed: number('Used share of the limit.', { examples: [80] }),
  remaining: integer('Requests left.', { examples: [400] }),
  resetsAt: timestamp('When it starts again from zero.', { examples: ['2026-05-15T00:00:00.000Z'] }),
  topOperation: nullable(usedOperation, { description: 'What was asked for most.' }),
  windowKey: text('The day in UTC: one warning for each.', { examples: ['2026-05-14'] }),
})

export const MigrationResult = record({
  entityType: text('Kind of record.', { examples: ['reservations'] }),
  processed: integer('Records stored.', { examples: [600] }),
  errors: integer('Records that could not be stored.', { examples: [0] }),
})

const migrationFields = {
  workspaceId: id('Workspace that is filled.'),
  provider,
  connectionId: id('Connection that is read.'),
  startedAt: timestamp('When the import began.'),
  finishedAt: timestamp('When it ended.'),
  entities: Type.Array(Type.String({ examples: ['reservations'] }), { description: 'What was asked for.' }),
  results: Type.Array(MigrationResult, { description: 'What came of it, kind by kind.' }),
}

export const MigrationCompletedData = record({
  ...migrationFields,
  status: Type.Literal('completed', { description: 'How it ended.' }),
})
export const MigrationFailedData = record({
  ...migrationFields,
  status: Type.Literal('failed', { description: 'How it ended.' }),
  error: text('Why it stopped.', { examples: ['The account refused the credentials.'] }),
})

export const WatchStayFoundData = record({
  workspaceId: id('Workspace that was filled.'),
  provider,
  connectionId: id('The account in the old system.'),
  change: oneOfStrings(['new', 'changed', 'cancelled'], {
    description:
      'What it is to the stays that were imported: one more, with other dates or another status, or gone.',
  }),
  externalReservationId: text('What the old system calls it.', { examples: ['10238'] }),
  confirmationCode: text('Confirmation code.', { examples: ['HMQ7F3KD2A'] }),
  reservationId: idOrNull('The booking that was imported; null: it is new.'),
  listingId: idOrNull('The listing; null: it was not imported.'),
  platform: textOrNull('Where it was booked.', { examples: ['airbnb'] }),
  status: oneOfStrings(['confirmed', 'pending', 'cancelled'], { description: 'As it stands now.' }),
  checkIn: dateOnly('Day of arrival.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-17'] }),
  previous: nullable(
    record({
      status: text('Status.', { examples: ['confirmed'] }),
      checkIn: dateOnly('Day of arrival.'),
      checkOut: dateOnly('Day of departure.', { examples: ['2026-05-16'] }),
    }),
    { description: 'As it was imported; null: it is new.' },
  ),
  foundAt: timestamp('When it was found.'),
})

export const PingData = record({ message: text('A greeting.', { examples: ['Your webhook works.'] }) })

export const disabledReasons = ['deliveries_given_up', 'gone'] as const

export const WebhookDisabledData = record({
  webhookId: uuid('The subscription.'),
  url: text('Where it sent to.', { examples: ['https://example.com/hooks'] }),
  reason: oneOfStrings(disabledReasons, {
    description: '`deliveries_given_up`: too many in a row; `gone`: the receiver answered 410.',
  }),
  message: text('The same in a sentence.', {
    examples: ['10 deliveries in a row were given up; the last answer was 500.'],
  }),
  disabledAt: timestamp('When it was disabled.'),
})
