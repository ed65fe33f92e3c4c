/** Requests and answers against a vendor's own description, judged by Prism's engine. */
import path from 'node:path'
import { getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http'
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import type { IHttpOperation } from '@stoplight/types'
import type { RecordedExchange, SentRequest } from './recorder.ts'
import type { RequestSchemas, Schema } from './spoil.ts'
import type { VendorDescription } from './vendors.ts'

export interface Declared {
  prefix: string
  operation: IHttpOperation
  /** `GET /bookings/{id}` */
  name: string
  pattern: RegExp
}

export interface Violation {
  operation: string
  /** The same for every exchange in which the same thing is wrong: side, place without positions, kind. */
  kind: string
  message: string
  url: string
}

interface Diagnostic {
  path?: readonly (string | number)[]
  code?: string | number
  message: string
  severity: number
}

export async function readDescriptions(
  folder: string,
  files: readonly VendorDescription[],
): Promise<Declared[]> {
  const declared: Declared[] = []
  for (const { file, prefix } of files) {
    for (const operation of await getHttpOperationsFromSpec(path.join(folder, file))) {
      const name = `${operation.method.toUpperCase()} ${operation.path}`
      declared.push({ prefix, operation, name, pattern: patternOf(prefix + operation.path) })
    }
  }
  // Among several that fit, the one with the fewest variable parts is meant.
  return declared.toSorted((a, b) => variables(a.operation.path) - variables(b.operation.path))
}

const variables = (template: string): number => template.split('{').length

function patternOf(template: string): RegExp {
  const parts = template.replace(/\/$/, '').split(/\{[^}]+\}/)
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^/]+')}/?$`, 'i')
}

export function operationOf(
  declared: readonly Declared[],
  { method, url }: SentRequest,
): Declared | undefined {
  const [place = ''] = url.split('?')
  return declared.find(
    ({ operation, pattern }) => operation.method.toUpperCase() === method && pattern.test(place),
  )
}

/** What the description says about requests of an operation. */
export function schemasOf(declared: Declared | undefined): (RequestSchemas & { name: string }) | undefined {
  if (declared === undefined) return undefined
  const { request } = declared.operation
  const query = request?.query ?? []
  const whole = declared.operation as unknown as Record<string, unknown>
  return {
    name: declared.name,
    query: {
      properties: Object.fromEntries(
        query.map(({ name, schema }) => [name.replace(/\[.*$/, ''), (schema ?? {}) as Schema]),
      ),
      required: query.filter(({ required }) => required).map(({ name }) => name.replace(/\[.*$/, '')),
    },
    body: request?.body?.contents?.[0]?.schema as Schema | undefined,
    resolve: (reference) =>
      reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], whole) as
        Schema | undefined,
  }
}

export function violationsOf(declared: readonly Declared[], exchange: RecordedExchange): Violation[] {
  const { request, answer } = exchange
  const found = operationOf(declared, request)
  const [place = ''] = request.url.split('?')
  if (found === undefined) {
    const operation = `${request.method} ${place.replaceAll(/\/[^/]*\d[^/]*(?=\/|$)/g, '/*')}`
    return [{ operation, kind: 'request: not declared', message: 'no such operation', url: request.url }]
  }
  const element = elementOf(found, request)
  const statusCode = answer.status
  const output = { statusCode, headers: answer.headers, body: bodyOf(answer.headers, answer.body) }
  const violation = (side: 'request' | 'answer', diagnostic: Diagnostic): Violation => ({
    operation: found.name,
    kind: `${side}: ${kindOf(diagnostic, side === 'request' ? element : output)}`,
    message: diagnostic.message,
    url: request.url,
  })
  return [
    ...leftOf(validateInput({ resource: found.operation, element })).map((one) => violation('request', one)),
    ...undeclaredQuery(found, element).map((one) => violation('request', one)),
    ...leftOf(validateOutput({ resource: found.operation, element: output }))
      .filter(({ severity }) => severity === 0)
      .map((one) => violation('answer', one)),
  ]
}

/** Place, rule and what was there instead: `body.rows.*.price type: null`. */
function kindOf({ path: at = [], code, message }: Diagnostic, { url, body }: Checked): string {
  const place = at.map((part) => (/^\d+$/.test(String(part)) ? '*' : part)).join('.')
  const named = /'([^']+)'$/.exec(message)?.[1]
  if (code === undefined || typeof code === 'number') return `${place} ${message}`
  if (code === 'required' || code === 'additionalProperties') return `${place}.${named ?? '?'} ${code}`
  if (code === 'undeclared') return `${place} ${code}`
  let value: unknown = at[0] === 'query' ? lowered(url?.query ?? {}) : body
  for (const part of at.slice(1)) value = (value as Record<string, unknown> | undefined)?.[part]
  return `${place} ${code}: ${sortOf(value)}`
}

interface Checked {
  url?: { query?: Record<string, string | string[]> }
  body?: unknown
}

const lowered = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]))

function sortOf(value: unknown): string {
  if (value === null || value === '') return value === null ? 'null' : 'empty'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return typeof value
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'day'
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(value)) return 'moment'
  return /^\d+(\.\d+)?$/.test(value) ? 'digits' : 'text'
}

function elementOf({ prefix }: Declared, { method, url, headers, body }: SentRequest): IHttpRequest {
  const [place = '', search = ''] = url.split('?')
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(new URLSearchParams(search).keys())) {
    const values = new URLSearchParams(search).getAll(name)
    query[name] = values.length === 1 ? String(values[0]) : values
  }
  const parsed = bodyOf(headers, body)
  return {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path: place.slice(prefix.length), query },
    headers,
    ...(parsed === undefined ? {} : { body: parsed }),
  }
}

function bodyOf(headers: Record<string, string>, text: string): unknown {
  if (text === '') return undefined
  if (!(headers['content-type'] ?? '').includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Prism overlooks parameters that are not declared. */
function undeclaredQuery({ operation }: Declared, element: IHttpRequest): Diagnostic[] {
  const bare = (name: string) => name.replace(/\[.*$/, '').toLowerCase()
  const known = new Set((operation.request?.query ?? []).map(({ name }) => bare(name)))
  return Object.keys(element.url.query ?? {})
    .filter((name) => !known.has(bare(name)))
    .map((name) => ({ path: ['query', name], code: 'undeclared', message: 'is not declared', severity: 0 }))
}

function leftOf(either: { _tag: string }): readonly Diagnostic[] {
  return either._tag === 'Left' && 'left' in either ? (either.left as readonly Diagnostic[]) : []
}
