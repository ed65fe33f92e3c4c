/** Builds the OpenAPI 3.1 description from the route values. */
import type { TSchema } from 'typebox'
import type { OpenApiDocument } from './openapi/document.ts'
import { ErrorBody, ErrorEnvelope } from '../contract/error-envelope.ts'
import { eventKinds } from '../contract/events.ts'
import type { Route } from './route.ts'
import { errorCodeSets, ErrorResponses, exampleOrigin } from './openapi/error-responses.ts'
import { headerComponents, headerParameters, keySecurity, securitySchemes } from './openapi/fixed-parts.ts'
import { shareEnvelopeFields } from './openapi/envelope-fields.ts'
import { introduction } from './openapi/introduction.ts'
import { addNoticeMember } from './openapi/notice-member.ts'
import { namedSchemas } from './openapi/named-schemas.ts'
import { notModified, operation, pathOf, type Samples } from './openapi/operation.ts'
import { queryAliases } from './openapi/query-aliases.ts'
import { openAnswers } from './openapi/open-answers.ts'
import { shareParameters } from './openapi/shared-parameters.ts'
import { deliveryParameters, envelopeName, webhookOperations, webhookResponses } from './openapi/webhooks.ts'

/** This is the version of the interface, not of the server: it counts changes that callers must follow. */
const interfaceVersion = '1.0.0'

export interface OpenApiOptions {
  /** Delivery headers contain this name: `X-<serviceName>-Signature`. */
  serviceName: string
  /** Tags come in this order, with the text above each. */
  tags: Record<string, string>
  /** The contract's schemas are keyed by name; used ones become components. */
  schemas: Record<string, TSchema>
  /** Each schema name has one valid value. */
  samples?: Samples
  /** Shows an example of every reply, not only of those the description publishes. */
  everyReply?: boolean
}

export const eventsTag = 'Events'

export function openApiDocument<Services>(
  routes: readonly Route<Services>[],
  options: OpenApiOptions,
): OpenApiDocument {
  const published = routes.filter((route) => !route.hidden)
  const schemas = namedSchemas({ ...options.schemas, ApiError: ErrorBody, ErrorEnvelope })
  schemas.refer(ErrorEnvelope)
  const errors = new ErrorResponses()
  const { samples = {}, everyReply = false } = options
  const parts = { schemas, errors, samples, everyReply }
  const paths: OpenApiDocument['paths'] = {}
  for (const route of published) {
    const path = (paths[pathOf(route.url)] ??= {})
    path[route.method.toLowerCase()] = operation(route, parts)
  }
  const shared = shareParameters(paths)
  const webhooks = webhookOperations(schemas, eventsTag)
  const usedTags = new Set([...published.map((route) => route.tag), eventsTag])
  const undescribed = [...usedTags].filter((tag) => !(tag in options.tags))
  if (undescribed.length > 0) throw new Error(`No description of the tag ${undescribed.join(', ')}.`)

  return {
    openapi: '3.1.0',
    info: {
      title: 'Lodgewire API',
      version: interfaceVersion,
      description: introduction,
      contact: { name: 'Operator of this server', url: exampleOrigin },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: exampleOrigin, description: 'This server.' }],
    security: keySecurity as Record<string, never[]>[],
    tags: Object.entries(options.tags)
      .filter(([name]) => usedTags.has(name))
      .map(([name, description]) => ({ name, description })),
    'x-error-code-sets': errorCodeSets,
    'x-query-aliases': queryAliases(published),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: { ...headerParameters, ...shared, ...deliveryParameters(options.serviceName) },
      headers: headerComponents,
      responses: { ...errors.components(), NotModified: notModified, ...webhookResponses },
      schemas: openAnswers(
        shareEnvelopeFields(addNoticeMember(published, schemas), eventKinds.map(envelopeName)),
        bodiesIn(paths),
      ),
    },
  }
}

const bodiesIn = (paths: OpenApiDocument['paths']) =>
  Object.values(paths).flatMap((path) => Object.values(path).map(({ requestBody }) => requestBody ?? {}))
