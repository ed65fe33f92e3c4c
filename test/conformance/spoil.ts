/** A valid request made invalid in every way that a schema tells: one thing wrong at a time. */
import { nested } from '../../simulators/kit/nested.ts'
import type { SentRequest } from './recorder.ts'

export interface Schema {
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: readonly unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  $ref?: string
}

export interface RequestSchemas {
  query: Schema | undefined
  body: Schema | undefined
  /** Follows a `$ref` of the description. */
  resolve?(reference: string): Schema | undefined
}

export interface Spoiled {
  /** What was done, without values: the same for all requests that are spoiled in the same way. */
  what: string
  request: SentRequest
}

type Change = readonly [what: string, value: unknown]

export function* spoil(request: SentRequest, { query, body, resolve }: RequestSchemas): Generator<Spoiled> {
  const [place = '', search = ''] = request.url.split('?')
  const walk = { resolve: resolve ?? (() => undefined) }
  if (query !== undefined) {
    const sent = nested(grouped(new URLSearchParams(search)))
    for (const [what, value] of spoilings(query, sent, '', { ...walk, isText: true })) {
      const url = `${place}?${flat(value as object)}`
      yield { what: `query ${what}`, request: { ...request, url } }
    }
  }
  if (body === undefined || request.body === '') return
  const isForm = (request.headers['content-type'] ?? '').includes('form-urlencoded')
  const sent: unknown = isForm ? nested(grouped(new URLSearchParams(request.body))) : JSON.parse(request.body)
  for (const [what, value] of spoilings(body, sent, '', { ...walk, isText: isForm })) {
    const text = isForm ? flat(value as object) : JSON.stringify(value)
    yield { what: `body ${what}`, request: { ...request, body: text } }
  }
}

interface Walk {
  resolve(reference: string): Schema | undefined
  /** In addresses and forms everything is text: nothing is of a wrong type but what cannot be read as the right one. */
  isText: boolean
}

/** The whole value again, once for each thing that can be wrong in it. */
function* spoilings(given: Schema, value: unknown, at: string, walk: Walk): Generator<Change> {
  const schema = whole(given, walk)
  yield* leafSpoilings(schema, value, at, walk)
  if (Array.isArray(value)) {
    const items = schema.items
    if (items === undefined || value.length === 0) return
    for (const [what, first] of spoilings(items, value[0], `${at}[]`, walk)) {
      // Alone: of a batch the rest may well be taken.
      yield [what, [first]]
    }
    return
  }
  if (!isFields(value)) return
  for (const name of schema.required ?? []) {
    if (!(name in value)) continue
    const { [name]: _left, ...rest } = value
    yield [`${at}.${name} missing`, rest]
  }
  if (schema.additionalProperties === false && (!walk.isText || at !== ''))
    yield [`${at} unknown field`, { ...value, undeclaredField: 1 }]
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const key = Object.keys(value).find((one) => one === name || (walk.isText && same(one, name)))
    if (key === undefined) continue
    for (const [what, changed] of spoilings(inner, value[key], `${at}.${name}`, walk)) {
      yield [what, { ...value, [key]: changed }]
    }
  }
}

function* leafSpoilings(schema: Schema, value: unknown, at: string, { isText }: Walk): Generator<Change> {
  if (value === null || value === undefined) return
  const types = typesOf(schema)
  const type = types.find((one) => fitsType(one, value, isText))
  // Where even what is right does not fit, the schema has nothing to say.
  if (types.length > 0 && type === undefined) return
  const wrong = at === '' ? undefined : wrongFor(types, isText)
  if (wrong !== undefined) yield [`${at} of another type`, wrong]
  if (schema.enum !== undefined && schema.enum.includes(value)) yield [`${at} no such word`, 'no_such_word']
  if (typeof value === 'string' && /^(date|date-time|day-or-moment)$/.test(schema.format ?? ''))
    yield [`${at} bad date`, '2026-13-45']
  if (type !== 'integer' && type !== 'number') return
  const beyond = (limit: number, by: number) => limit + by !== limit
  if (schema.minimum !== undefined && beyond(schema.minimum, -1))
    yield [`${at} too small`, schema.minimum - 1]
  if (schema.maximum !== undefined && beyond(schema.maximum, 1)) yield [`${at} too large`, schema.maximum + 1]
}

function whole(given: Schema, walk: Walk): Schema {
  const schema = given.$ref === undefined ? given : (walk.resolve(given.$ref) ?? {})
  const parts = [
    ...(schema.allOf ?? []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null').slice(0, 1),
  ].map((part) => whole(part, walk))
  return parts.reduce<Schema>(
    (all, part) => ({
      ...all,
      ...part,
      properties: { ...all.properties, ...part.properties },
      required: [...(all.required ?? []), ...(part.required ?? [])],
    }),
    schema,
  )
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : ([type].flat() as string[]))

function fitsType(type: string, value: unknown, isText: boolean): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isFields(value)
  if (isText && typeof value === 'string') {
    if (type === 'integer' || type === 'number') return value !== '' && !Number.isNaN(Number(value))
    return type === 'boolean' ? /^(true|false|0|1)$/.test(value) : type === 'string'
  }
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function wrongFor(types: readonly string[], isText: boolean): unknown {
  if (types.length === 0) return undefined
  if (types.some((type) => type === 'array' || type === 'object')) return isText ? undefined : 'text'
  if (types.includes('string')) return isText ? undefined : { wrong: true }
  return types.includes('boolean') ? 'maybe' : 'abc'
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Parameters by name, those that come several times as lists. */
function grouped(params: URLSearchParams): Record<string, string | string[]> {
  const values = [...new Set(params.keys())].map((name) => [name, params.getAll(name)] as const)
  return Object.fromEntries(values.map(([name, all]) => [name, all.length === 1 ? String(all[0]) : all]))
}

/** Back to the form in which vendors read nested fields: `rooms[0][id]=1`, a list of words as `ids[]=1`. */
function flat(value: object): string {
  const params = new URLSearchParams()
  const put = (name: string, one: unknown): void => {
    if (Array.isArray(one) && one.every((item) => !isFields(item)))
      for (const item of one) params.append(name, String(item))
    else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) put(`${name}[${key}]`, inner)
    else params.append(name, String(one))
  }
  for (const [name, one] of Object.entries(value)) put(name, one)
  return params.toString()
}
