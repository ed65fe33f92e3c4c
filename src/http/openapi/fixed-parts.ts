/** All operations share these parts: security, and headers of requests and answers. */
import type { JsonSchema } from './named-schemas.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  deprecated?: boolean
  description?: string
  schema: JsonSchema
}

export interface HeaderDescription {
  description: string
  schema: JsonSchema
}

const header = (name: string, description: string, schema: JsonSchema): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
})

export const headerParameters = {
  WorkspaceId: header(
    'X-Workspace-Id',
    'Acts on a workspace that the workspace of the key created, instead of on its own.',
    { type: 'string', pattern: '^[1-9][0-9]{0,17}$', examples: ['31'] },
  ),
  AccountId: header(
    'X-Account-Id',
    'Id of a connection, as `GET /v1/connect` lists it: reads and writes reach the records of this account only, and any other is answered like one that does not exist. Records that are kept here belong to no account.',
    { type: 'string', pattern: '^[1-9][0-9]{0,17}$', examples: ['3'] },
  ),
  RequestId: header(
    'X-Request-ID',
    'A trace id of your own; it comes back on the response and in error bodies. One is made when it is missing or has another form.',
    { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$', examples: ['nightly-sync.42'] },
  ),
  Schema: header(
    'X-Schema',
    'The shape that the records of the answer are wanted in: `calry` (every field in snake case) or the name of a schema of the workspace (`POST /v1/schema/custom`). The records are then not as described here. A name that is not known or not active means `native`, as no header does; the header of the answer says which it was.',
    { type: 'string', pattern: '^[a-z0-9-]{1,100}$', examples: ['native'] },
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The `ETag` of an answer you have: 304 without a body says that it is still the same.',
    { type: 'string', examples: ['"2DtYQxG0pQ5vXy6mHtQ0S8rj1dA"'] },
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Makes a repetition safe: the same key with the same request within 24 hours gets the first answer again. Printable ASCII; ignored in dry runs.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$', examples: ['6f2a7c1e-booking-881'] },
  ),
  ConnectPage: header(
    'X-Connect-Page',
    'Sent in place of a key by the hosted page, or by a page of your own: any text. Browsers let no other site send it, so nobody is made to call this by opening a page.',
    { type: 'string', minLength: 1, maxLength: 100, pattern: '^[ -~]+$', examples: ['1'] },
  ),
} satisfies Record<string, Parameter>

const integer = { type: 'integer' }
const instant = { type: 'string', format: 'date-time' }

const responseHeaders: Record<string, HeaderDescription> = {
  'X-Request-ID': { description: 'Id of this request in the log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: integer },
  'X-RateLimit-Reset': {
    description: 'When the next slot opens, in seconds since 1970.',
    schema: integer,
  },
  'X-RateLimit-Policy': {
    description: 'The limit as a policy descriptor.',
    schema: { type: 'string', examples: ['600;w=60'] },
  },
  'X-RateLimit-Limit-Daily': {
    description: 'Requests allowed in a UTC day; absent when unlimited.',
    schema: integer,
  },
  'X-RateLimit-Remaining-Daily': { description: 'Requests left today.', schema: integer },
  'X-RateLimit-Reset-Daily': { description: 'The next UTC midnight.', schema: instant },
  RateLimit: {
    description:
      'What is left of each limit and in how many seconds it is whole again, as a structured field (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"burst";r=599;t=60, "daily";r=1999;t=43200'] },
  },
  'RateLimit-Policy': {
    description: 'The limits that hold: how much, in a window of how many seconds.',
    schema: { type: 'string', examples: ['"burst";q=600;w=60, "daily";q=2000;w=86400'] },
  },
  'Retry-After': {
    description: 'Seconds to wait; on 429 and 503.',
    schema: integer,
  },
  Location: { description: 'Where the browser is sent.', schema: { type: 'string', format: 'uri' } },
  'X-Schema': {
    description: 'The shape the records are in: `native`, or the schema that was asked for.',
    schema: { type: 'string', examples: ['native'] },
  },
  ETag: {
    description:
      'A strong one, of the answer as it is. On lists and records of stays, guests and reviews it can be another after any change in the workspace.',
    schema: { type: 'string', examples: ['"2DtYQxG0pQ5vXy6mHtQ0S8rj1dA"'] },
  },
  'Idempotency-Status': {
    description: '`cached` when the answer is the stored one of an earlier request with the same key.',
    schema: { type: 'string', enum: ['cached'] },
  },
}

/** A success answer can have these headers beside those that every answer has. */
interface OwnHeaders {
  shaped?: boolean
  tagged?: boolean
}

/** Generators derive identifiers from the component's name, so it has no hyphens. */
const headerComponent = (name: string) => name.replaceAll('-', '')

const referTo = (names: readonly string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${headerComponent(name)}` }]))

export const headerComponents: Record<string, HeaderDescription> = Object.fromEntries(
  Object.entries(responseHeaders).map(([name, header]) => [headerComponent(name), header]),
)

const sometimes = ['Retry-After', 'Location', 'Idempotency-Status', 'X-Schema', 'ETag']
const everywhere = Object.keys(responseHeaders).filter((name) => !sometimes.includes(name))

/** Errors of this status can have these headers. */
export const headersOf = (status: number): Record<string, { $ref: string }> =>
  referTo([...everywhere, ...(status === 429 || status === 503 ? ['Retry-After'] : []), 'Idempotency-Status'])

export const ownHeaders = (
  status: number,
  { shaped = false, tagged = false }: OwnHeaders = {},
): Record<string, { $ref: string }> =>
  referTo([
    ...(status === 302 ? ['Location'] : []),
    ...(status === 503 ? ['Retry-After'] : []),
    ...(shaped ? ['X-Schema'] : []),
    ...(tagged ? ['ETag'] : []),
  ])

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that starts with `sk_live_` or, for the sandbox, `sk_test_`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key, for clients that cannot send a bearer credential.',
  },
}

export const keySecurity = [{ bearer: [] }, { apiKey: [] }]
