/** Requests of an operation as its description allows them, and as it does not. */
import { kindsOfPathParam, kindOf, type Operation, type Parameter } from './description.ts'
import {
  brokenBody,
  contentTypes,
  headers as oddHeaders,
  spoiled,
  texts,
  toJson,
  prototypeNames,
} from './hostile.ts'
import type { SentRequest } from './request.ts'
import { valueOf, type Choice } from './shapes.ts'

const named = (operation: Operation, place: Parameter['in']) =>
  operation.parameters.filter((parameter) => parameter.in === place)

export interface RequestParts {
  path: Record<string, string>
  query: [string, string][]
  body: unknown
}

/** What the description allows, with ids that exist. */
export function goodParts(operation: Operation, choice: Choice): RequestParts {
  const path = named(operation, 'path').map(({ name, schema }): [string, string] => {
    const kinds = kindsOfPathParam(operation, name)
    const value =
      schema.enum || kinds.length === 0
        ? valueOf(schema, name, choice)
        : choice.pool.pick(kinds, choice.random)
    return [name, String(value)]
  })
  const share = choice.random.pick([0, 0.3, 0.8])
  const query = named(operation, 'query')
    .filter(({ required }) => required === true || choice.random.chance(share))
    .map(({ name, schema }): [string, string] => [name, String(valueOf(schema, name, choice))])
  // What is published as an example is the likeliest to get past the first check.
  const example = operation.bodyExample as object | undefined
  const made = operation.body && valueOf(operation.body, '', choice)
  const body = example && choice.random.chance(0.4) ? withIds(example, choice) : made
  return { path: Object.fromEntries(path), query, body }
}

/** Ids of an example are nobody's. */
function withIds(example: object, { pool, random }: Choice): unknown {
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const kind = kindOf(name)
      if (kind === null || typeof value === 'object') return [name, value]
      return [name, pool.pick([kind], random)]
    }),
  )
}

/** Percent-encoded; a lone surrogate as the bytes that some languages send for it. */
export function encoded(text: string): string {
  return text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[^]/g, (one) =>
    one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80',
  )
}

export function sentOf(
  operation: Operation,
  { path, query, body }: RequestParts,
  headers: SentRequest['headers'],
): SentRequest {
  const filled = Object.entries(path).reduce(
    // A part that is empty, or dots only, would be another path.
    (url, [name, value]) => url.replace(`{${name}}`, () => encoded(value.replace(/^\.{0,2}$/, '~'))),
    operation.path,
  )
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return {
    method: operation.method,
    path: search ? `${filled}?${search}` : filled,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: Buffer.from(toJson(body)) }),
  }
}

/** Headers and lines stay below this, or the answer is about that and nothing else. */
const longestPath = 7_000

function spoiledQuery(operation: Operation, { query }: RequestParts, { random }: Choice): string {
  const names = named(operation, 'query').map(({ name }) => name)
  const name = random.pick([...names, random.pick(prototypeNames), 'unknown'])
  const value = random.pick(texts)
  const once = `${encoded(name)}=${encoded(value)}`
  const kept = query
    .filter(([other]) => other !== name)
    .map(([other, one]) => `${encoded(other)}=${encoded(one)}`)
  const wrong = random.pick([
    once,
    once,
    once,
    `${once}&${once}`,
    `${encoded(name)}[]=1`,
    `${encoded(name)}[a]=1`,
    `${encoded(name)}`,
    `${encoded(name)}=%ED%A0%80`,
    `${encoded(name)}=%zz`,
    '=&&=&',
    `=${encoded(value)}`,
  ])
  return [...kept, wrong].join('&')
}

/** A request with something wrong with it. */
export function hostileRequest(
  operation: Operation,
  choice: Choice,
  headers: SentRequest['headers'],
): SentRequest {
  const { random } = choice
  const parts = goodParts(operation, choice)
  const good = sentOf(operation, parts, headers)
  const ways: (() => SentRequest)[] = [
    () => ({ ...good, path: `${good.path.split('?')[0]}?${spoiledQuery(operation, parts, choice)}` }),
    () => {
      const [name, value] = random.pick(oddHeaders)
      return { ...good, headers: { ...good.headers, [name]: value } }
    },
  ]
  const params = Object.keys(parts.path)
  if (params.length > 0)
    ways.push(() =>
      sentOf(
        operation,
        { ...parts, path: { ...parts.path, [random.pick(params)]: random.pick(texts) } },
        headers,
      ),
    )
  if (operation.body) {
    const spoil = () => sentOf(operation, { ...parts, body: spoiled(parts.body, random) }, headers)
    const broken = () => ({ ...good, body: brokenBody(toJson(parts.body), random) })
    const typed = () => ({ ...good, headers: { ...good.headers, 'content-type': random.pick(contentTypes) } })
    ways.push(spoil, spoil, spoil, spoil, broken, typed)
  } else if (operation.method !== 'GET') {
    ways.push(() => ({ ...good, body: brokenBody('{"a":1}', random) }))
  }
  const made = random.pick(ways)()
  return { ...made, path: made.path.slice(0, longestPath).replace(/%.?$/, '') }
}
