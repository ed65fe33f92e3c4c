import { deprecatedOperations } from '../../contract/deprecations.ts'
import type { TObject, TSchema } from 'typebox'
import type { KeyScope } from '../../contract/key-scopes.ts'
import { sampleOf as sampleValue } from '../../contract/sample.ts'
import { neededScope } from '../key-rights.ts'
import { takesKey } from '../idempotency-rules.ts'
import { imageType } from '../image-bytes.ts'
import { linesType } from '../lines.ts'
import { isTagged } from '../revalidation/by-content.ts'
import type { Route } from '../route.ts'
import {
  codesByStatus,
  splitCodes,
  type CodesByStatus,
  type ErrorCodeSet,
  type ErrorResponses,
} from './error-responses.ts'
import { keySecurity, ownHeaders, type Parameter } from './fixed-parts.ts'
import { plain, type JsonSchema, type NamedSchemas } from './named-schemas.ts'
import { publishedReplies } from './published-replies.ts'

export type MediaContent = { schema: JsonSchema; example?: unknown }

export interface Response {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: { 'application/json'?: MediaContent; [linesType]?: MediaContent; [imageType]?: MediaContent }
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  deprecated?: boolean
  description?: string
  'x-key-scope'?: KeyScope
  /** The operation's errors can have codes of these sets, defined at the top of the document. */
  'x-error-code-sets': ErrorCodeSet[]
  /** Other error codes of the operation are keyed by status. */
  'x-error-codes'?: CodesByStatus
  security?: Record<string, never[]>[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: JsonSchema; example?: unknown } }
  }
  responses: Record<string, Response | { $ref: string }>
}

// The empty requirement means that the key may be missing when the request carries a substitute.
const keyOrCapability = [...keySecurity, {}] as Record<string, never[]>[]

const successes = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
  302: 'The browser is sent on to the address in `Location`.',
} as const

const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)
export const pathOf = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')

function parameter(name: string, place: 'path' | 'query', schema: JsonSchema, required: boolean): Parameter {
  const { description, deprecated, ...rest } = schema
  return {
    name,
    in: place,
    ...(place === 'path' || required ? { required: true } : {}),
    ...(deprecated ? { deprecated: true } : {}),
    ...(description ? { description } : {}),
    schema: rest,
  }
}

function parametersOf(place: 'path' | 'query', schema: TObject | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = plain(schema)
  return Object.entries(properties).map(([name, property]) =>
    parameter(name, place, property, required.includes(name)),
  )
}

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

function parameters<Services>(route: Route<Services>): OpenApiOperation['parameters'] {
  return [
    ...parametersOf('path', route.params),
    ...parametersOf('query', route.query),
    ...(route.auth === 'none' ? [] : [parameterRef('WorkspaceId')]),
    ...(route.auth === 'none' || route.account ? [] : [parameterRef('AccountId')]),
    ...(route.shaped ? [parameterRef('Schema')] : []),
    ...(isTagged(route) ? [parameterRef('IfNoneMatch')] : []),
    ...(takesKey(route) ? [parameterRef('IdempotencyKey')] : []),
    ...(route.capability && 'header' in route.capability ? [parameterRef('ConnectPage')] : []),
    parameterRef('RequestId'),
  ]
}

/** Returns the row schema of a list reply; undefined for other replies. */
function rowOf(reply: TSchema): TSchema | undefined {
  const { properties } = reply as { properties?: { data?: { items?: TSchema }; pagination?: TSchema } }
  return properties?.pagination && properties.data?.items
}

/** For example `ListingRow` → `ListingList`; a reply without a contract name is named after its operation. */
function proposal<Services>(route: Route<Services>, schemas: NamedSchemas): string {
  const row = rowOf(route.reply)
  const rowName = row && schemas.nameOf(row)
  return rowName ? `${rowName.replace(/Row$/, '')}List` : `${pascal(route.id)}Reply`
}

export type Samples = Record<string, unknown>

interface OperationParts {
  schemas: NamedSchemas
  samples: Samples
  errors: ErrorResponses
  /** Shows an example of every reply, not only of those the description publishes. */
  everyReply: boolean
}

function sampleOf(schema: TSchema, schemas: NamedSchemas, samples: Samples): { example?: unknown } {
  const name = schemas.nameOf(schema)
  if (name && samples[name] !== undefined) return { example: samples[name] }
  const row = rowOf(schema)
  const rowName = row && schemas.nameOf(row)
  if (!rowName || samples[rowName] === undefined) return {}
  const { data: _, pagination: __, ...beside } = (schema as TObject).properties
  const others = Object.entries(beside).map(([part, child]) => [part, sampleValue(child)])
  const page = { data: [samples[rowName]], pagination: { nextCursor: null, hasMore: false, total: 1 } }
  return { example: { ...page, ...Object.fromEntries(others) } }
}

function content(schema: TSchema, schemas: NamedSchemas, samples: Samples) {
  return { 'application/json': { schema: schemas.refer(schema), ...sampleOf(schema, schemas, samples) } }
}

function replyContent<Services>(route: Route<Services>, { schemas, samples, everyReply }: OperationParts) {
  if (route.form === 'image') return { [imageType]: { schema: plain(route.reply) } }
  const name = schemas.nameOf(route.reply)
  const shown = everyReply || (name !== undefined && publishedReplies.has(name))
  const found = content(route.reply, schemas, shown ? samples : {})
  return route.form === 'lines' ? { [linesType]: found['application/json'] } : found
}

/** Returns the operation's description, with the scope that a key needs. */
function described<Services>(route: Route<Services>): Pick<OpenApiOperation, 'description' | 'x-key-scope'> {
  const scope = neededScope(route)
  const parts = [route.description, scope && `Scope of the key: \`${scope}\`.`].filter((part) => part != null)
  return {
    ...(parts.length > 0 ? { description: parts.join('\n\n') } : {}),
    ...(scope ? { 'x-key-scope': scope } : {}),
  }
}

/**
 * With this status the reply describes the problem; a check that fails itself is answered in the envelope.
 */
const unwell = <Services>(route: Route<Services>, schemas: NamedSchemas): Response => ({
  description: 'Not well: the same body, or the envelope of an error.',
  headers: ownHeaders(503),
  content: {
    'application/json': {
      schema: { anyOf: [schemas.refer(route.reply), { $ref: '#/components/schemas/ErrorEnvelope' }] },
    },
  },
})

export const notModified: Response = {
  description: 'Still what the `ETag` in `If-None-Match` was given for. No body.',
  headers: ownHeaders(304, { tagged: true }),
}

const withHeaders = (headers: Record<string, { $ref: string }>): Pick<Response, 'headers'> =>
  Object.keys(headers).length > 0 ? { headers } : {}

const toldOf = <Services>(route: Route<Services>) => ({
  shaped: route.shaped !== undefined,
  tagged: isTagged(route),
})

export function operation<Services>(route: Route<Services>, parts: OperationParts): OpenApiOperation {
  const { schemas, samples, errors } = parts
  if (route.form !== 'image') schemas.name(route.reply, proposal(route, schemas))
  if (route.body) schemas.name(route.body, `${pascal(route.id)}Body`)
  const codes = codesByStatus(route)
  const { sets, own } = splitCodes(codes)
  const succeeded = [route.status ?? 200, ...(route.otherStatus === 200 ? [route.otherStatus] : [])]
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(deprecatedOperations[route.id] ? { deprecated: true } : {}),
    ...described(route),
    ...(route.auth === 'none' ? { security: [] } : route.capability ? { security: keyOrCapability } : {}),
    'x-error-code-sets': sets,
    ...(Object.keys(own).length > 0 ? { 'x-error-codes': own } : {}),
    parameters: parameters(route),
    ...(route.body
      ? { requestBody: { required: !route.bodyOptional, content: content(route.body, schemas, samples) } }
      : {}),
    responses: {
      ...Object.fromEntries(
        succeeded.map((status) => [
          status,
          {
            description: successes[status],
            ...withHeaders(ownHeaders(status, toldOf(route))),
            content: replyContent(route, parts),
          },
        ]),
      ),
      ...(isTagged(route) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
      ...errors.refer(codes),
      ...(route.otherStatus === 503 ? { 503: unwell(route, schemas) } : {}),
      ...(route.refusal
        ? {
            400: {
              description: 'Refused, in bare words; a parameter that is not known in the envelope.',
              content: {
                'application/json': {
                  schema: {
                    anyOf: [schemas.refer(route.refusal), { $ref: '#/components/schemas/ErrorEnvelope' }],
                  },
                },
              },
            },
          }
        : {}),
    },
  }
}
