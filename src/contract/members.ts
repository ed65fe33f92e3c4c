/** A workspace has members, who have sessions. */
import { Type, type Static } from 'typebox'
import { AgentLimits } from './agent-limits.ts'
import { KeyScope } from './key-scopes.ts'
import { memberRoles } from './member-roles.ts'
import {
  flag,
  id,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from './fields.ts'

export const memberStatuses = ['invited', 'active'] as const
export const invitationStatuses = ['pending', 'sent', 'logged', 'failed', 'expired', 'accepted'] as const
export const mailLocales = ['en', 'fr'] as const
export type MailLocale = (typeof mailLocales)[number]

/** A link is valid for this many seconds. */
export const invitationSeconds = 7 * 86_400
export const signInSeconds = 15 * 60
/** A session lasts for this many seconds. */
export const sessionSeconds = 7 * 86_400

const Role = oneOfStrings(memberRoles, {
  description:
    '`owner`: everything; `manager`: reads everything and writes everything but keys, members, limits, plans and billing; `read_only`: reads.',
})
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'Name of the person.',
})
const Email = Type.String({
  format: 'email',
  maxLength: 254,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'E-mail address, in ASCII; kept in lower case.',
})
const Locale = (subject: string) =>
  oneOfStrings(mailLocales, { description: `Language of ${subject}; \`en\` when left out.` })

export const Invitation = record(
  {
    status: oneOfStrings(invitationStatuses, {
      description:
        '`pending`: the mail waits to be sent; `sent`: the mail server took it; `logged`: without `SMTP_URL` the mail stands in the log of the server; `failed`: it could not be sent, see `error`; `expired`: its link opens no more; `accepted`: it was opened.',
    }),
    sentAt: timestampOrNull('When the mail left.'),
    expiresAt: timestamp('Until then its link opens.'),
    attempts: Type.Integer({ minimum: 0, description: 'How often sending was tried.' }),
    error: textOrNull(
      'What came of the last attempt, where it did not succeed: `refused`, `deferred`, `unreachable` or `misconfigured`, and the code of the mail server.',
      { examples: ['refused 550'] },
    ),
  },
  { description: 'The last invitation that was mailed.' },
)

export const Member = record({
  id: uuid('Id of the member.'),
  email: text('E-mail address, in lower case.', { format: 'email', examples: ['ada@example.com'] }),
  name: textOrNull('Name of the person.', { examples: ['Ada'] }),
  role: Role,
  status: oneOfStrings(memberStatuses, {
    description: '`invited` until the person opened the link that was mailed to the address; then `active`.',
  }),
  invitation: Invitation,
  createdAt: timestamp('When the member was added.'),
  createdBy: text('Who added the member, as the audit log names it: `key:<id>`, `member:<id>` or `cli`.', {
    examples: ['key:12'],
  }),
  confirmedAt: timestampOrNull('When the address was confirmed.'),
  lastSignInAt: timestampOrNull('When the person last signed in.'),
})
export type Member = Static<typeof Member>

export const WorkspacePlace = record({
  id: id('Id of the workspace.'),
  name: text('Its name.'),
  mode: oneOfStrings(['live', 'sandbox'], { description: 'Own data, or made-up data.' }),
})

/** Answer of `GET /v1/members/me`. */
export const OwnMember = record({
  ...Member.properties,
  workspace: WorkspacePlace,
  sandbox: nullable(WorkspacePlace, {
    description: 'Its sandbox, which `POST /v1/sessions/sandbox` opens; null in a sandbox.',
  }),
})
export type OwnMember = Static<typeof OwnMember>

/** Answer of `POST /v1/members` and of another invitation. */
export const InvitedMember = record({
  ...Member.properties,
  invitationLink: textOrNull('The link to hand over, where no mail server is set; null where it is mailed.', {
    examples: ['https://api.example.com/console#token=ml_…'],
  }),
})
export type InvitedMember = Static<typeof InvitedMember>

/** Body of `POST /v1/members`. */
export const MemberCreateBody = record({
  email: Email,
  name: Type.Optional(Name),
  role: Role,
  locale: Type.Optional(Locale('the mail')),
})
export type MemberCreateBody = Static<typeof MemberCreateBody>

/** Body of `PATCH /v1/members/{id}`: fields left out stay as they are. */
export const MemberUpdateBody = record(
  { name: Type.Optional(Name), role: Type.Optional(Role) },
  { minProperties: 1 },
)
export type MemberUpdateBody = Static<typeof MemberUpdateBody>

/** Body of `POST /v1/members/{id}/invitation`. */
export const InvitationBody = record({ locale: Type.Optional(Locale('the mail')) })
export type InvitationBody = Static<typeof InvitationBody>

/** Answer of `DELETE /v1/members/{id}`. */
export const MemberRemoved = record({
  id: uuid('Id the member had.'),
  removed: flag('That the member is gone.'),
})

/** Body of `POST /v1/sign-in`. */
export const SignInBody = record({ email: Email, locale: Type.Optional(Locale('the mail')) })

/** Answer of `POST /v1/sign-in`: the same for every address. */
export const SignInAsked = record({
  status: oneOfStrings(['accepted'], {
    description: 'Whoever has this address here is mailed a link for each workspace.',
  }),
  expiresInSeconds: Type.Integer({ description: 'How long the link opens.', examples: [signInSeconds] }),
})

/** Body of `POST /v1/sign-in/redeem`. */
export const RedeemBody = record({
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'What stands behind `#token=` in the link.',
  }),
  email: Type.Optional(Email),
  name: Type.Optional(Name),
})
export type RedeemBody = Static<typeof RedeemBody>

export const SessionAgent = record({
  id: text('Address of the document that names the agent.', {
    examples: ['https://agent.example.com/client.json'],
  }),
  name: text('Its name, as the document gives it.', { examples: ['Example agent'] }),
  scopes: Type.Array(KeyScope, { description: 'What it may do.' }),
  limits: nullable(AgentLimits, { description: 'What it may write. Null: nothing.' }),
})

export const MemberSession = record({
  id: id('Id of the session.'),
  member: record(
    {
      id: uuid('Id of the member.'),
      email: text('E-mail address.', { examples: ['ada@example.com'] }),
      name: textOrNull('Name of the person.'),
      role: Role,
    },
    { description: 'Who is signed in.' },
  ),
  current: flag('Whether the request was made with it.'),
  createdAt: timestamp('When the person signed in.'),
  expiresAt: timestamp('When it ends by itself.'),
  lastUsedAt: timestampOrNull('When it was last used, to half a minute.'),
  lastUsedFrom: textOrNull('Address of that request; of IPv6 the network.', { examples: ['203.0.113.7'] }),
  agent: nullable(SessionAgent, {
    description: 'The agent that the member let in, where the session is not the person’s own.',
  }),
})
export type MemberSession = Static<typeof MemberSession>

/** Answer of `POST /v1/sign-in/redeem`. */
export const SignedIn = record({
  sessionId: id('Id of the session.'),
  token: textOrNull(
    'Opens the API as a key does: `Authorization: Bearer`. Shown once. Null for the hosted page, which is given a cookie in its place.',
    { examples: ['ms_live_…'] },
  ),
  expiresAt: timestamp('When the session ends by itself.'),
  workspaceId: id('The workspace that it opens.'),
  member: Member,
})
export type SignedIn = Static<typeof SignedIn>

/** Answer of `DELETE /v1/sessions/{id}`. */
export const SessionEnded = record({
  id: id('Id of the session.'),
  ended: flag('That it opens nothing any more.'),
})
