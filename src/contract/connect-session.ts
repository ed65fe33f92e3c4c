/** In a connect session somebody connects an account on the hosted page. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ConnectionWebhooks } from './connection.ts'
import {
  flag,
  id,
  integer,
  integerOrNull,
  link,
  linkOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const sessionStatuses = [
  'pending',
  'awaiting_room_mapping',
  'completed',
  'errored',
  'cancelled',
] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** A host who connects an account by consent allows the app this much. */
export const accessTypes = ['full_access', 'messaging', 'read_only'] as const
export type AccessType = (typeof accessTypes)[number]

/** The consent page lists the kinds of data that are read in this order. */
export const accountReads = [
  'listings',
  'calendars',
  'reservations',
  'guests',
  'messages',
  'reviews',
] as const
export type AccountRead = (typeof accountReads)[number]

/** The consent page lists the kinds of data that may be written in this order. */
export const accountWrites = [
  'listings',
  'calendars',
  'prices',
  'bookings',
  'booking_changes',
  'booking_answers',
  'guests',
  'messages',
  'review_replies',
  'guest_reviews',
] as const
export type AccountWrite = (typeof accountWrites)[number]

/** A provider's accounts are connected in one of these ways. */
export const connectPatterns = ['oauth', 'credentials', 'activation', 'claim'] as const

export const sessionPurposes = ['connect', 'migrate'] as const
export const sessionIdForm = '^cs_[1-9][0-9]{0,17}_[A-Za-z0-9]{32}$'
export const sessionId = text(
  'Id of the connect session. Whoever has it can finish the session: keep it secret.',
  {
    examples: ['cs_17_3Vq0fWm8yKc2LxTn5RbZh9Ja1DsGpEuo'],
  },
)
export const purpose = oneOfStrings(sessionPurposes, { description: 'What the session is for.' })
const wording = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }))

export const ConnectCopy = record(
  {
    title: wording('Heading of the page.'),
    subtitle: wording('Sentence below the heading.'),
    completedTitle: wording('Heading once the account is connected.'),
    completedBody: wording('Text once the account is connected.'),
  },
  { description: 'Words of your own in place of those of the page.' },
)
export type ConnectCopy = Static<typeof ConnectCopy>

const shownLink = (description: string) => Type.String({ format: 'uri', maxLength: 2048, description })

/** The hosted page shows the requesting app by these. */
export const appDisplay = {
  appName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Name of your app: the page says that it asks to be connected. No line breaks.',
    }),
  ),
  appLogoUrl: Type.Optional(
    shownLink(
      'Logo of your app, an `https` address without a user name. The browser of the person loads it from there.',
    ),
  ),
  privacyUrl: Type.Optional(
    shownLink('Your privacy policy, an `https` address without a user name; linked at the foot of the page.'),
  ),
  termsUrl: Type.Optional(
    shownLink('Your terms, an `https` address without a user name; linked at the foot of the page.'),
  ),
}
export interface AppDisplay {
  appName?: string
  appLogoUrl?: string
  privacyUrl?: string
  termsUrl?: string
}

/** The hosted page has these languages. */
export const TranslatedText = record({ en: text('In English.'), fr: text('In French.') })

const translated = (description: string) =>
  Type.Object(TranslatedText.properties, { additionalProperties: false, description })

const FormField = record({
  key: text('Name of the field in `credentials`.'),
  label: translated('Name to show.'),
  help: translated('Where the value is found.'),
  secret: flag('Whether the value is hidden while it is typed.'),
  optional: flag('Whether it may be left empty.'),
  kind: oneOfStrings(['text', 'secret', 'list', 'choice'], { description: 'How it is entered.' }),
  choices: Type.Optional(
    Type.Array(record({ value: text('Value to send.'), label: translated('Name to show.') }), {
      description: 'All that may be entered, with `choice`; the first holds when nothing is.',
    }),
  ),
})

const writes = (description: string) =>
  Type.Array(oneOfStrings(accountWrites, { description: 'A kind of things.' }), { description })

const ConsentChoice = record({
  accessType: oneOfStrings(accessTypes, { description: 'How much the app may do.' }),
  writes: writes('What may be written to the account with it; empty: it is read only.'),
  url: link("The provider's page; whoever sends somebody there adds `state`."),
})

const SessionProvider = record({
  id: text('Id of the provider.'),
  displayName: text('Its name.'),
  category: oneOfStrings(['pms', 'ota'], { description: 'A system of record or a channel.' }),
  pattern: oneOfStrings(connectPatterns, {
    description:
      'How accounts of it are connected. `claim`: the property is claimed with `POST /v1/connect/booking/verify`, then its rooms are mapped.',
  }),
  description: translated('What it is.'),
  docsUrl: link("The provider's own documentation."),
  webhookByHand: nullable(translated('Where to enter it.'), {
    description: 'Where a person enters the webhook address; null where none has to.',
  }),
  form: Type.Array(FormField, {
    description: 'The credentials to ask for. Where every field is optional, one of them is enough.',
  }),
  reads: Type.Array(oneOfStrings(accountReads, { description: 'A kind of things.' }), {
    description: 'What is read of an account that is connected here.',
  }),
  writes: writes(
    'What may be written to an account that is connected here, with the choice of `consent` that allows the most.',
  ),
  consent: nullable(Type.Array(ConsentChoice, { minItems: 1 }), {
    description:
      "Where the account is connected by allowing it on the provider's own page, in place of a form: the choices there are, the usual one first. The provider sends the browser back to the hosted page with a `code`, which is the credential of this name. Null where a form is filled in.",
  }),
})

const SessionConnection = record({
  provider: text('The provider.'),
  accountName: textOrNull('Name of the account, where the provider tells it.'),
  externalAccountId: textOrNull("The provider's id of the account."),
  webhooks: ConnectionWebhooks,
})

const SessionImport = record({
  status: oneOfStrings(['running', 'completed', 'partial', 'failed'], {
    description: '`partial`: it ended, but rows are missing.',
  }),
  entities: Type.Array(
    record({
      entity: text('What is read.', { examples: ['reservations'] }),
      seen: integer('Rows read so far.', { minimum: 0 }),
      expected: integerOrNull('Rows the provider says there are; null when it does not say.'),
      done: flag('Whether this part is finished.'),
    }),
    { description: 'Counts for each kind of record, in the order in which they are read.' },
  ),
  estimatedEndAt: timestampOrNull('When it probably ends; null when that cannot be told.'),
  error: textOrNull('Why it failed.'),
})

/** Answer of `GET /v1/connect/sessions/{sessionId}`: everything the hosted page shows. */
export const ConnectSessionView = record({
  sessionId,
  status: oneOfStrings(sessionStatuses, { description: 'State of the session.' }),
  purpose,
  provider: textOrNull('The provider that was chosen.'),
  providers: Type.Array(SessionProvider, { description: 'The providers to choose from.' }),
  copy: nullable(ConnectCopy, { description: 'Words to show in place of the usual ones.' }),
  appName: textOrNull('Name of the app that asks for the account, as it gave it.'),
  appLogoUrl: linkOrNull('Its logo.'),
  privacyUrl: linkOrNull('Its privacy policy.'),
  termsUrl: linkOrNull('Its terms.'),
  locale: nullable(oneOfStrings(['en', 'fr']), { description: "Language; null: the browser's." }),
  redirectHost: textOrNull(
    'Host the browser goes back to, to be shown; null when the session leads nowhere.',
  ),
  state: textOrNull('The value the app gave.'),
  reconnect: flag('Whether it renews the credentials of an account that is connected already.'),
  sandbox: flag('Whether only made-up accounts are connected in it, and no provider hears of it.'),
  expiresAt: timestamp('The session can be read and finished until then.'),
  returnUrl: linkOrNull('Where the browser goes back to, with the result; null while the session is open.'),
  workspaceId: id('The workspace the account is connected to.'),
  error: textOrNull('Why the session failed.'),
  connection: nullable(SessionConnection, {
    description: 'The account that was connected, also while what it sells waits to be mapped.',
  }),
  import: nullable(SessionImport, { description: 'Progress of reading the account; null before.' }),
})
export type ConnectSessionView = Static<typeof ConnectSessionView>

/** Answer of `POST /v1/connect/sessions/{sessionId}/cancel`. */
export const CancelledSession = record({
  sessionId,
  status: Type.Literal('cancelled', { description: 'State of the session.' }),
  returnUrl: linkOrNull('Where the browser goes back to.'),
})

/** `GET /v1/connect/resume` answers this beside its redirect. */
export const ResumedConnection = record({ url: link('The hosted page; the same as in `Location`.') })
export type ResumedConnection = Static<typeof ResumedConnection>

/** These errors are bare words, because a browser opens the link and existing clients expect them. */
export const ResumeRefusal = record({
  error: oneOfStrings(['invalid_resume_token', 'bad_account', 'unsupported_channel'], {
    description: 'What is wrong with the link.',
  }),
  reason: Type.Optional(text('More about it.')),
  channel: Type.Optional(text('The provider that cannot be connected again.')),
})
export type ResumeRefusal = Static<typeof ResumeRefusal>
