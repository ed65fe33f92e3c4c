/** The published description of the interface, made from the route values: OpenAPI 3.1. */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../contract/errors.ts'
import { errorBodies, ErrorBody, ErrorEnvelope } from '../contract/error-envelope.ts'
import type { Route } from './route.ts'
import {
  documentedErrors,
  errorExamples,
  ErrorResponses,
  exampleOrigin,
  type ErrorResponse,
} from './openapi/error-responses.ts'
import { headerParameters, keySecurity, responseHeaders, securitySchemes } from './openapi/fixed-parts.ts'
import type { Header, Parameter } from './openapi/fixed-parts.ts'
import { introduction } from './openapi/introduction.ts'
import { addNoticeMember } from './openapi/notice-member.ts'
import { namedSchemas, type JsonSchema } from './openapi/named-schemas.ts'
import { operation, pathOf, type Operation, type Samples } from './openapi/operation.ts'
import { webhookOperations, type WebhookOperation } from './openapi/webhooks.ts'

export interface OpenApiOptions {
  /** In the names of delivery headers: `X-<serviceName>-Signature`. */
  serviceName: string
  /** Of the interface, not of the program. */
  version: string
  /** The order of the tags, and what stands above each. */
  tags: Record<string, string>
  /** The contract's schemas by name; what is used of them becomes a component. */
  schemas: Record<string, TSchema>
  /** One good value per schema name. */
  samples?: Samples
  /** One good answer per error code. */
  errorSamples?: Record<string, unknown>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  security: Record<string, never[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: WebhookOperation }>
  components: {
    securitySchemes: typeof securitySchemes
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, ErrorResponse>
    examples: Record<string, { summary: string; value: unknown }>
    schemas: Record<string, JsonSchema>
  }
}

export const eventsTag = 'Events'

export function openApiDocument<Services>(
  routes: readonly Route<Services>[],
  options: OpenApiOptions,
): OpenApiDocument {
  const published = routes.filter((route) => !route.hidden)
  const schemas = namedSchemas({ ...options.schemas, ...errorBodies, ErrorBody, ErrorEnvelope })
  schemas.refer(ErrorEnvelope)
  const errors = new ErrorResponses()
  const parts = { schemas, errors, samples: options.samples ?? {} }
  const paths: OpenApiDocument['paths'] = {}
  for (const route of published) {
    const path = (paths[pathOf(route.url)] ??= {})
    path[route.method.toLowerCase()] = operation(route, parts)
  }
  const webhooks = webhookOperations(schemas, { serviceName: options.serviceName, tag: eventsTag })
  const usedTags = new Set([...published.map((route) => route.tag), eventsTag])
  const undescribed = [...usedTags].filter((tag) => !(tag in options.tags))
  if (undescribed.length > 0) throw new Error(`No description of the tag ${undescribed.join(', ')}.`)
  const codes = [...new Set(published.flatMap((route) => documentedErrors(route)))].sort() as ErrorCode[]

  return {
    openapi: '3.1.0',
    info: {
      title: 'Lodgewire API',
      version: options.version,
      description: introduction,
      contact: { name: 'Operator of this server', url: exampleOrigin },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: exampleOrigin, description: 'This server.' }],
    security: keySecurity as Record<string, never[]>[],
    tags: Object.entries(options.tags)
      .filter(([name]) => usedTags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: headerParameters,
      headers: responseHeaders,
      responses: Object.fromEntries(Object.entries(errors.components).sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: errorExamples(codes, options.errorSamples ?? {}),
      schemas: addNoticeMember(published, schemas),
    },
  }
}
