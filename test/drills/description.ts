/** What `openapi.json` says of every operation, with its references answered. */
import document from '../../openapi.json' with { type: 'json' }
import { routes } from '../../src/features/routes.ts'
import { joinCodes, type CodesByStatus, type ErrorCodeSet } from '../../src/http/openapi/error-responses.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  examples?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface Declared {
  /** Null where the answer is not the envelope. */
  codes: readonly string[] | null
  headers: string[]
  schema: Schema | undefined
}

export interface Operation {
  id: string
  method: string
  path: string
  tag: string
  needsKey: boolean
  parameters: Parameter[]
  body: Schema | undefined
  bodyExample: unknown
  /** By status. Null: what providers call is not described. */
  answers: Record<string, Declared> | null
}

interface Described {
  operationId: string
  tags: string[]
  security?: object[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, DescribedAnswer | { $ref: string }>
  'x-error-code-sets'?: ErrorCodeSet[]
  'x-error-codes'?: CodesByStatus
}
interface DescribedAnswer {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema }>
}

export const components = document.components

/** A part of the description, or what it refers to. */
export function resolved<T extends object>(part: T | { $ref: string }): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T
  const found = part.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[decoded(name)], document)
  if (typeof found !== 'object' || found === null) throw new Error(`${part.$ref} leads nowhere`)
  return resolved(found as T)
}

const decoded = (name: string) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')

function declared(answer: DescribedAnswer, codes: readonly string[] | undefined): Declared {
  return {
    codes: codes ?? null,
    headers: Object.keys(answer.headers ?? {}),
    schema: Object.values(answer.content ?? {})[0]?.schema,
  }
}

function described(path: string, method: string, operation: Described): Operation {
  const body = operation.requestBody?.content['application/json']
  const codes = joinCodes(operation['x-error-code-sets'] ?? [], operation['x-error-codes'] ?? {})
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0] ?? '',
    needsKey: operation.security === undefined,
    parameters: (operation.parameters ?? []).map((parameter) => resolved(parameter)),
    body: body?.schema,
    bodyExample: body?.example,
    answers: Object.fromEntries(
      Object.entries(operation.responses).map(([status, answer]) => [
        status,
        // An answer of its own can be something else than the envelope.
        declared(resolved(answer), '$ref' in answer ? codes[status] : undefined),
      ]),
    ),
  }
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>).map(([method, operation]) =>
    described(path, method, operation),
  ),
)

/** What providers call: it is attacked too, though nothing is published of it. */
export const unpublished: readonly Operation[] = routes
  .filter((route) => route.hidden)
  .map((route) => ({
    id: route.id,
    method: route.method,
    path: route.url.replaceAll(/:(\w+)/g, '{$1}'),
    tag: route.tag,
    needsKey: false,
    parameters: [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' },
    })),
    body: (route.body ?? { type: 'object' }) as Schema,
    bodyExample: undefined,
    answers: null,
  }))

/** What the values behind a name are ids of: `listingId`, `listing_id` and the id after `/listings/` are the same. */
export function kindOf(name: string): string | null {
  const bare = /^(.*?)_?[iI]ds?$/.exec(name)?.[1] ?? (/^(account|key|path)$/.test(name) ? name : undefined)
  return bare === undefined ? null : singular(bare.toLowerCase().replaceAll(/[_-]/g, ''))
}

export const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

/** What the parameter behind a segment of a path names. */
export function kindsOfPathParam({ path }: Operation, name: string): string[] {
  const before = path.split('/')[path.split('/').indexOf(`{${name}}`) - 1] ?? ''
  return [kindOf(name) ?? '', singular(before.replaceAll('-', ''))].filter((kind) => kind !== '')
}
