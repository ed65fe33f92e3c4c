/** A workspace's keys manage its API keys with these. */
import { Type, type Static } from 'typebox'
import { AgentLimits } from './agent-limits.ts'
import { KeyScope, keyScopes } from './key-scopes.ts'
import {
  id,
  integer,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const keyStates = ['active', 'expired', 'revoked'] as const

/** After a rotation the old secret works for this many seconds, by default and at most. */
export const usualOverlap = 86_400
export const longestOverlap = 604_800

/** The limit counts characters. */
export const longestKeyName = 200

const Name = Type.String({
  minLength: 1,
  maxLength: longestKeyName,
  pattern: '^[^\\u0000]*$',
  description: 'What it is for.',
})
const Scopes = Type.Array(KeyScope, { minItems: 1, maxItems: keyScopes.length, uniqueItems: true })

/** A key can be limited to this many of each. */
export const mostConnections = 100
export const mostListings = 500

const Ids = (maxItems: number) =>
  Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,17}$' }), { minItems: 1, maxItems, uniqueItems: true })
const ConnectionIds = Ids(mostConnections)
const ListingIds = Ids(mostListings)
const restriction = {
  connectionIds: Type.Optional(
    nullable(ConnectionIds, {
      description:
        'Restricts it to what belongs to these connections. Operations about the whole workspace (webhooks, keys, the audit log) are then refused. Null: every connection.',
    }),
  ),
  listingIds: Type.Optional(
    nullable(ListingIds, {
      description:
        'Restricts it to these listings and what belongs to them. Operations about accounts or the whole workspace are then refused. Null: every listing.',
    }),
  ),
}

const keyFields = {
  id: id('Id of the key.'),
  name: textOrNull('What it is for.', { examples: ['Price tool'] }),
  prefix: text('How the secret begins.', { examples: ['sk_live_ab12'] }),
  mode: oneOfStrings(['live', 'sandbox'], { description: 'Your own data, or the sandbox.' }),
  connectionIds: nullable(ConnectionIds, {
    description:
      'Only what belongs to these connections is there for the key; of one, as with `X-Account-Id`. Null: every connection.',
    examples: [['31', '47']],
  }),
  listingIds: nullable(ListingIds, {
    description:
      'Only these listings, and the nights, bookings, guests, conversations, reviews and events that belong to them, are there for the key. Null: every listing.',
    examples: [['4118', '4127']],
  }),
  agent_limits: nullable(AgentLimits, {
    description: 'It writes by confirmed plans alone, within these limits. Null: it is no key for agents.',
  }),
  scopes: nullable(Scopes, {
    description: 'What it may do: `<family>:read` or `<family>:write`. Null: everything.',
    examples: [['calendar:read', 'calendar:write']],
  }),
  expiresAt: timestampOrNull('From then on it opens nothing. Null: it does not end by itself.'),
  state: oneOfStrings(keyStates, { description: 'Whether it opens anything.' }),
  createdAt: timestamp('When it was made.'),
  createdBy: textOrNull(
    'Who made it, as the audit log names it: `key:<id>`, `member:<id>`, or `cli` for the command line. Null: the first start of the server, or not known.',
    { examples: ['key:12'] },
  ),
  lastUsedAt: timestampOrNull('When it was last used, to half a minute.'),
  lastUsedFrom: textOrNull('Address of that request; of IPv6 the network.', { examples: ['203.0.113.7'] }),
  rotatedAt: timestampOrNull('When its secret was last replaced.'),
  previousSecretValidUntil: timestampOrNull(
    'Until then the secret before the last rotation works as well. Null: it does not.',
  ),
  revokedAt: timestampOrNull('When it was revoked.'),
}

/** `GET /v1/keys` lists these rows, none of which has the secret. */
export const ApiKey = record(keyFields)
export type ApiKey = Static<typeof ApiKey>

/** Only `POST /v1/keys` and a rotation answer the secret. */
export const ApiKeyWithSecret = record({
  ...keyFields,
  secret: text('The key itself, to send as `Authorization: Bearer`. Shown once; keep it.', {
    examples: ['sk_live_…'],
  }),
})
export type ApiKeyWithSecret = Static<typeof ApiKeyWithSecret>

const expiry = (description: string) =>
  Type.Optional(nullable(Type.String({ format: 'date-time', maxLength: 40 }), { description }))

const agentLimits = {
  agent_limits: Type.Optional(
    nullable(AgentLimits, {
      description: 'Makes it a key for agents, which writes by confirmed plans alone. Null: an ordinary key.',
    }),
  ),
}

/** Body of `POST /v1/keys`. */
export const ApiKeyCreateBody = record({
  name: Name,
  scopes: Type.Optional(
    nullable(Scopes, {
      description:
        'What it may do, of what the calling key may do. Null is everything; left out, the same as the calling key.',
    }),
  ),
  ...restriction,
  ...agentLimits,
  expiresAt: expiry(
    'When it ends, not after the calling key. Null is never; left out, the same as the calling key.',
  ),
})
export type ApiKeyCreateBody = Static<typeof ApiKeyCreateBody>

/** Body of `PATCH /v1/keys/{id}`: fields left out stay as they are. */
export const ApiKeyUpdateBody = record(
  {
    name: Type.Optional(Name),
    scopes: Type.Optional(
      nullable(Scopes, { description: 'What it may do from now on, of what the calling key may do.' }),
    ),
    ...restriction,
    ...agentLimits,
    expiresAt: expiry('When it ends, not after the calling key. Null: never.'),
  },
  { minProperties: 1 },
)
export type ApiKeyUpdateBody = Static<typeof ApiKeyUpdateBody>

/** Body of `POST /v1/keys/{id}/rotate`. */
export const ApiKeyRotateBody = record({
  overlapSeconds: Type.Optional(
    integer(
      `How long the secret from before works as well; ${usualOverlap} (a day) when left out. 0 ends it at once.`,
      { minimum: 0, maximum: longestOverlap },
    ),
  ),
})
export type ApiKeyRotateBody = Static<typeof ApiKeyRotateBody>
