import type { OpenApiOperation } from './operation.ts'
import type { QueryAlias } from './query-aliases.ts'
import { type ErrorResponse, errorCodeSets } from './error-responses.ts'
import type { WebhookOperation } from './webhooks.ts'
import { type Parameter, type HeaderDescription, securitySchemes } from './fixed-parts.ts'
import type { JsonSchema } from './named-schemas.ts'

/** The server serves the whole description in this form. */
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
  'x-error-code-sets': typeof errorCodeSets
  /** Operations name the main spelling of a query parameter; this lists the aliases. */
  'x-query-aliases': QueryAlias[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: WebhookOperation }>
  components: {
    securitySchemes: typeof securitySchemes
    parameters: Record<string, Parameter>
    headers: Record<string, HeaderDescription>
    responses: Record<string, ErrorResponse | Response | { description: string }>
    schemas: Record<string, JsonSchema>
  }
}
