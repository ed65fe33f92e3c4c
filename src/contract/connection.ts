import { Type } from 'typebox'
import type { Static } from 'typebox'
import { DataFreshness } from './freshness.ts'
import { PmsCapabilities, ReservationCapabilities } from './capabilities.ts'
import {
  flag,
  id,
  idOrNull,
  integer,
  integerOrNull,
  link,
  linkOrNull,
  nullable,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const connectionStatuses = [
  'active',
  'inactive',
  'error',
  'pending',
  'disconnected',
  'needs_permissions',
] as const

export const ConnectionHost = record(
  {
    displayName: textOrNull('First name.'),
    displayNameLong: textOrNull('Full name.'),
    avatarUrl: linkOrNull('Picture.'),
    avatarUrlLarge: linkOrNull('Large picture.'),
    activationStatus: textOrNull('State of the account on the channel.'),
  },
  { description: 'The host of an Airbnb account.' },
)
export type ConnectionHost = Static<typeof ConnectionHost>

export const ConnectionAction = record(
  {
    required: flag('Whether someone has to act.'),
    reason: oneOfStrings(['needs_permissions', 'reauth_required'], { description: 'Why.' }),
    message: text('What to do.'),
  },
  { description: 'What has to be done to bring the connection back.' },
)
export type ConnectionAction = Static<typeof ConnectionAction>

export const accessTroubles = ['in_doubt', 'refused', 'clock_differs'] as const

export const AccessTrouble = record(
  {
    state: oneOfStrings(accessTroubles, {
      description:
        '`in_doubt`: refused once, the account stays connected; `refused`: refused again some minutes later; `clock_differs`: refused while the clock of this server differs from that of the provider, which can be why.',
    }),
    since: timestamp('The first refusal since the provider accepted something.'),
    nextTryAt: timestamp('When the access is tried again, without anybody doing anything.'),
    clockAheadSeconds: integerOrNull(
      "How far the clock of this server is ahead of the provider's `Date` (negative: behind); null when they agree.",
    ),
    message: text('The same in words.'),
  },
  { description: 'The provider refused the stored access and has accepted nothing since.' },
)
export type AccessTrouble = Static<typeof AccessTrouble>

const accessTrouble = nullable(AccessTrouble, {
  description: 'The provider refuses the stored access; null while it accepts it.',
})
export const CallDeprecation = record({
  call: text('The call.', { examples: ['GET /v1/reservations/{id}'] }),
  message: text('What the provider says.'),
  endsAt: timestampOrNull('When it ends, if a header says so.'),
  link: linkOrNull('Page about it.'),
  firstAt: timestamp('First answer with it.'),
  lastAt: timestamp('Latest one, to the day.'),
})

const deprecations = Type.Array(CallDeprecation, {
  description: 'Calls of the last 30 days that the provider announces to end.',
})
const status = oneOfStrings(connectionStatuses, { description: 'State of the connection.' })
const host = nullable(ConnectionHost, { description: 'The host; Airbnb only, otherwise null.' })
const action = nullable(ConnectionAction, { description: 'What has to be done; null when nothing.' })
const fixUrl = Type.Optional(link('Page where the owner reconnects; only while an action is required.'))

/** `GET /v1/connect` lists these rows. */
export const Connection = record({
  id: id('Id of the connection; the value for `X-Account-Id`.'),
  provider: text('Channel or PMS.', { examples: ['hostaway'] }),
  status,
  externalAccountId: textOrNull("The provider's id of the account."),
  createdAt: timestamp('When it was connected first.'),
  host,
  action,
  fixUrl,
  accessTrouble,
  deprecations,
})
export type Connection = Static<typeof Connection>

export const WritePolicy = record(
  {
    calendar: record({
      availability: flag('Availability may be written.'),
      rates: flag('Prices may be written.'),
      restrictions: flag('Stay restrictions may be written.'),
    }),
    reservations: record({
      website: flag('Bookings of the website may be sent.'),
      dashboard: flag('Bookings of the console may be sent.'),
      api: flag('Bookings through this API may be sent.'),
    }),
  },
  { description: 'What may be written to the PMS.' },
)
export type WritePolicy = Static<typeof WritePolicy>

export const importStates = ['queued', 'running', 'completed', 'partial', 'failed'] as const

export const ImportResult = record({
  entityType: text('What is imported.', { examples: ['reservations'] }),
  expected: integerOrNull('Rows the provider says there are; null when it does not say.'),
  processed: integer('Rows read so far.', { minimum: 0 }),
  changed: integer('Rows that were new or different.', { minimum: 0 }),
  errors: integer('Rows that could not be read or stored.', { minimum: 0 }),
  done: flag('Whether this part is finished.'),
})
export type ImportResult = Static<typeof ImportResult>

export const ImportProgress = record(
  {
    status: oneOfStrings(importStates, { description: '`partial`: it ended, but rows are missing.' }),
    startedAt: timestampOrNull('When it began.'),
    finishedAt: timestampOrNull('When it ended.'),
    estimatedEndAt: timestampOrNull('When it will end, as far as can be said; null otherwise.'),
    results: Type.Array(ImportResult, { description: 'Counts for each kind of record.' }),
    error: Type.Optional(text('Why it failed; only on `failed` and `partial`.')),
  },
  { description: 'The first import, or the latest full pass.' },
)
export type ImportProgress = Static<typeof ImportProgress>

export const ConnectionAccount = record({
  externalAccountId: textOrNull("The provider's id of the account."),
  name: textOrNull('Name of the account.'),
  pictureUrl: linkOrNull('Picture.'),
  status,
  connected: flag('Whether it is connected now.'),
  accessType: Type.Optional(
    oneOfStrings(['messaging', 'full_access', 'read_only'], {
      description:
        'What the owner allowed; left out where nobody told it, and by providers that know no levels.',
    }),
  ),
})
export type ConnectionAccount = Static<typeof ConnectionAccount>

export const ConnectionWebhooks = record(
  {
    registered: flag('Whether the provider tells us of changes.'),
    address: linkOrNull(
      'Address to enter in the settings of the provider by hand; null when none has to. Keep it secret.',
    ),
  },
  { description: 'How we learn of changes. Without webhooks they are found by asking.' },
)
export type ConnectionWebhooks = Static<typeof ConnectionWebhooks>

/**
 * Answer of `GET /v1/connect/{provider}`. Without a connection it has only `connected`, `provider` and
 * `capabilities`.
 */
export const ProviderConnection = record({
  connected: flag('Whether the workspace is connected to the provider.'),
  provider: text('The provider.'),
  id: Type.Optional(idOrNull('Id of the connection.')),
  status: Type.Optional(nullable(status)),
  externalAccountId: Type.Optional(textOrNull("The provider's id of the account.")),
  createdAt: Type.Optional(timestampOrNull('When it was connected first.')),
  host: Type.Optional(host),
  accounts: Type.Optional(
    Type.Array(ConnectionAccount, { description: 'Every account, disconnected ones too.' }),
  ),
  writePolicy: Type.Optional(WritePolicy),
  capabilities: Type.Optional(
    record(
      { reservations: ReservationCapabilities, pms: PmsCapabilities },
      { description: 'What the PMS can do; without a connection, what it would be able to do.' },
    ),
  ),
  import: Type.Optional(nullable(ImportProgress)),
  dataFreshness: Type.Optional(DataFreshness),
  webhooks: Type.Optional(ConnectionWebhooks),
  action: Type.Optional(action),
  fixUrl,
  accessTrouble: Type.Optional(accessTrouble),
  deprecations: Type.Optional(deprecations),
})
export type ProviderConnection = Static<typeof ProviderConnection>

export const reservationHistoryMonths = Type.Integer({
  minimum: 1,
  maximum: 60,
  description:
    'How far back past bookings are read on Airbnb, counted from when the account is connected first; all of them when left out.',
})

/**
 * Body of `POST /v1/connect/{provider}/credentials`. The provider's manifest says which credentials it needs.
 */
export const CredentialsBody = record({
  sessionId: Type.Optional(
    Type.String({ description: 'Connect session this finishes; replaces the API key.' }),
  ),
  credentials: openObject('The credentials of the account, as the provider needs them.'),
  mapUnits: Type.Optional(
    Type.Boolean({
      description:
        'With `sessionId`, for a channel: the session does not end yet, but waits for the listings of the account to be mapped by `POST /v1/connections/{id}/mappings` with `finish`. Where our calendar may not be written there, or the session renews an account, it ends at once all the same.',
    }),
  ),
  reservationHistoryMonths: Type.Optional(reservationHistoryMonths),
  writePolicy: Type.Optional(
    record({
      calendar: Type.Optional(Type.Partial(WritePolicy.properties.calendar, { additionalProperties: false })),
      reservations: Type.Optional(
        Type.Partial(WritePolicy.properties.reservations, { additionalProperties: false }),
      ),
    }),
  ),
})
export type CredentialsBody = Static<typeof CredentialsBody>

/** Answer of `POST /v1/connect/{provider}/credentials`. */
export const CredentialsResult = record({
  ok: Type.Literal(true, { description: 'The provider accepted the credentials.' }),
  provider: text('The provider.'),
  connected: flag('Whether the connection is up.'),
  pmsConnectionId: id('Id of the connection; the same when credentials are sent again.'),
  created: flag('False when an existing connection got new credentials.'),
  sessionId: Type.Optional(textOrNull('The connect session this finished.')),
  accountInfo: openObject(
    'What the provider says about the account; at least `externalAccountId` and `accountName`.',
  ),
  writePolicy: WritePolicy,
  firstSync: record({
    queued: flag('Whether the import was started.'),
    error: Type.Optional(text('Why not.')),
  }),
  webhooks: Type.Optional(
    record({
      registered: flag('Whether the provider will tell us of changes.'),
      pending: Type.Optional(
        flag('True while the registration is still to be made, which comes before the import.'),
      ),
      address: Type.Optional(
        link(
          'Address to enter in the settings of the provider by hand, where its API takes none. Keep it secret.',
        ),
      ),
      error: Type.Optional(text('Why not.')),
    }),
  ),
})
export type CredentialsResult = Static<typeof CredentialsResult>

/** Answer of `DELETE /v1/connect/{provider}`. */
export const DisconnectResult = record({
  disconnected: Type.Literal(true, { description: 'The connection is cut.' }),
  provider: text('The provider.'),
  accountId: textOrNull("The provider's id of the account."),
  listingsDeactivated: Type.Array(id('Listing id.'), {
    description: 'Listings that no connected account carries any more and that became inactive.',
  }),
})
export type DisconnectResult = Static<typeof DisconnectResult>
