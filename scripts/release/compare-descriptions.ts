/** Compares a description with the earlier one: what it no longer promises, and what is new. */
import {
  newNode,
  SchemaComparison,
  type ApiChange,
  type ComparisonNode,
  type NamedSchemas,
  type PayloadDirection,
  type Schema,
} from './compare-schemas.ts'

type Content = Record<string, { schema?: Schema }>
interface Reference {
  $ref?: string
}
interface Parameter extends Reference {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}
interface Payload extends Reference {
  required?: boolean
  content?: Content
}
type CodesOfStatus = Record<string, string[]>
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Payload
  responses?: Record<string, Payload>
  'x-key-scope'?: string
  'x-error-code-sets'?: string[]
  'x-error-codes'?: CodesOfStatus
}
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: {
    schemas: NamedSchemas
    parameters?: Record<string, Parameter>
    responses?: Record<string, Payload>
  }
  'x-error-code-sets'?: Record<string, CodesOfStatus>
  'x-query-aliases'?: { alias: string; operations: string[] }[]
}

export interface ReportedChange extends ApiChange {
  /** The operations and webhooks that the change concerns. */
  operations: string[]
}

export const lineOf = ({ place, text }: ApiChange) => `${place} ${text}`

export function compareDescriptions(before: ApiDescription, after: ApiDescription): ReportedChange[] {
  const schemas = new SchemaComparison(before.components.schemas, after.components.schemas)
  const found: ReportedChange[] = []
  for (const [key, old] of operationsOf(before.paths)) {
    const now = operationsOf(after.paths).get(key)
    const node = newNode()
    if (now === undefined)
      node.changes.push({ effect: 'breaks', place: old.operationId, text: `is gone: ${key}` })
    else new OperationComparison(schemas, { before, after }, { old, now, node }).compare()
    found.push(...changesBelow(node).map((change) => ({ ...change, operations: [old.operationId] })))
  }
  for (const [event, { post: old }] of Object.entries(before.webhooks ?? {})) {
    const now = after.webhooks?.[event]?.['post']
    const node = newNode()
    if (!old) continue
    if (now === undefined) node.changes.push({ effect: 'breaks', place: event, text: 'is no longer sent' })
    else compareContent(schemas, event, node, 'response', old.requestBody?.content, now.requestBody?.content)
    found.push(...changesBelow(node).map((change) => ({ ...change, operations: [event] })))
  }
  return mergeOperations(found)
}

/** A change of a shared schema is listed once, with everything it concerns. */
function mergeOperations(found: readonly ReportedChange[]): ReportedChange[] {
  return [...Map.groupBy(found, lineOf).values()]
    .map((same) => ({
      ...(same[0] as ReportedChange),
      operations: [...new Set(same.flatMap((change) => change.operations))],
    }))
    .toSorted((a, b) => a.effect.localeCompare(b.effect) || lineOf(a).localeCompare(lineOf(b)))
}

function changesBelow(node: ComparisonNode, visited = new Set<ComparisonNode>()): ApiChange[] {
  if (visited.has(node)) return []
  visited.add(node)
  return [...node.changes, ...[...node.below].flatMap((child) => changesBelow(child, visited))]
}

function operationsOf(paths: ApiDescription['paths']): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
}

function compareContent(
  schemas: SchemaComparison,
  place: string,
  node: ComparisonNode,
  direction: PayloadDirection,
  old: Content = {},
  now: Content = {},
): void {
  for (const [type, { schema: a }] of Object.entries(old)) {
    const b = now[type]?.schema
    if (!(type in now))
      node.changes.push({
        effect: 'breaks',
        place,
        text: direction === 'request' ? `no longer takes ${type}` : `is no longer answered as ${type}`,
      })
    else if (a && b) schemas.compare(a, b, { node, direction, place })
  }
}

class OperationComparison {
  readonly #schemas: SchemaComparison
  readonly #before: ApiDescription
  readonly #after: ApiDescription
  readonly #old: Operation
  readonly #now: Operation
  readonly #node: ComparisonNode

  constructor(
    schemas: SchemaComparison,
    { before, after }: { before: ApiDescription; after: ApiDescription },
    { old, now, node }: { old: Operation; now: Operation; node: ComparisonNode },
  ) {
    this.#schemas = schemas
    this.#before = before
    this.#after = after
    this.#old = old
    this.#now = now
    this.#node = node
  }

  compare(): void {
    const [old, now] = [this.#old, this.#now]
    if (old.operationId !== now.operationId) this.#breaks(`is called ${now.operationId} now`)
    if (now['x-key-scope'] !== undefined && old['x-key-scope'] !== now['x-key-scope'])
      this.#breaks(`needs the scope ${now['x-key-scope']} now (was ${old['x-key-scope'] ?? 'none'})`)
    this.#compareParameters()
    this.#compareAliases()
    this.#compareBody()
    this.#compareResponses()
    this.#compareErrorCodes()
  }

  #breaks(text: string, place = this.#old.operationId): void {
    this.#node.changes.push({ effect: 'breaks', place, text })
  }

  #compareParameters(): void {
    const id = this.#old.operationId
    const [old, now] = [parametersOf(this.#old, this.#before), parametersOf(this.#now, this.#after)]
    for (const [key, parameter] of old) {
      const place = `${id} ${key}`
      const other = now.get(key)
      if (other === undefined) this.#breaks('is refused now', place)
      else if (parameter.schema && other.schema)
        this.#schemas.compare(parameter.schema, other.schema, {
          node: this.#node,
          direction: 'request',
          place,
        })
    }
    for (const [key, parameter] of now)
      if (parameter.required && !old.get(key)?.required) this.#breaks('is required now', `${id} ${key}`)
  }

  #compareAliases(): void {
    const aliases = (description: ApiDescription, { operationId }: Operation) =>
      (description['x-query-aliases'] ?? [])
        .filter(({ operations }) => operations.includes(operationId))
        .map(({ alias }) => alias)
    const left = new Set(aliases(this.#after, this.#now))
    for (const alias of aliases(this.#before, this.#old))
      if (!left.has(alias)) this.#breaks('is refused now', `${this.#old.operationId} query ${alias}`)
  }

  #compareBody(): void {
    const place = `${this.#old.operationId} body`
    const [old, now] = [this.#old.requestBody, this.#now.requestBody]
    if (now?.required && !old?.required) this.#breaks('is required now', place)
    if (old && !now) this.#breaks('is refused now', place)
    else compareContent(this.#schemas, place, this.#node, 'request', old?.content, now?.content)
  }

  /** Errors share one form and differ by code. */
  #compareResponses(): void {
    for (const [status, response] of Object.entries(this.#old.responses ?? {})) {
      if (!/^[23]/.test(status)) continue
      const other = this.#now.responses?.[status]
      const place = `${this.#old.operationId} ${status}`
      if (other === undefined) this.#breaks('is no longer answered', place)
      else {
        const [a, b] = [responseIn(this.#before, response), responseIn(this.#after, other)]
        compareContent(this.#schemas, place, this.#node, 'response', a?.content, b?.content)
      }
    }
  }

  #compareErrorCodes(): void {
    const place = this.#old.operationId
    const [old, now] = [codesOf(this.#old, this.#before), codesOf(this.#now, this.#after)]
    for (const code of old) if (!now.has(code)) this.#breaks(`no longer answers the error ${code}`)
    for (const code of now)
      if (!old.has(code))
        this.#node.changes.push({
          effect: 'callers may meet',
          place,
          text: `can answer the error ${code} now`,
        })
  }
}

function parametersOf(operation: Operation, { components }: ApiDescription): Map<string, Parameter> {
  const list = (operation.parameters ?? []).map((parameter) =>
    parameter.$ref === undefined ? parameter : components.parameters?.[nameIn(parameter.$ref)],
  )
  return new Map(list.flatMap((one) => (one ? [[`${one.in} ${one.name}`, one]] : [])))
}
const responseIn = ({ components }: ApiDescription, response: Payload) =>
  response.$ref === undefined ? response : components.responses?.[nameIn(response.$ref)]
const nameIn = (reference: string) => reference.split('/').at(-1) ?? ''

function codesOf(operation: Operation, description: ApiDescription): Set<string> {
  const sets = (operation['x-error-code-sets'] ?? []).map((name) => description['x-error-code-sets']?.[name])
  return new Set([...sets, operation['x-error-codes']].flatMap((codes) => Object.values(codes ?? {}).flat()))
}

/** Changes of these do not matter to callers. Members of the second list are names that people chose. */
const texts = new Set(['description', 'summary', 'example', 'examples', 'info', 'tags', 'servers', 'headers'])
const maps = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'parameters',
  'responses',
  'paths',
  'webhooks',
  'content',
])

/** Keeps only what the comparison reads, which a release stores. */
export function withoutTexts(node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutTexts(item))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isMap || !texts.has(key))
      .map(([key, value]) => [key, withoutTexts(value, !isMap && maps.has(key))]),
  )
}
