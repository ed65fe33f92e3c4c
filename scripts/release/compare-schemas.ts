/** Rules for what a changed schema means to callers, in requests and in answers. */
import { isDeepStrictEqual } from 'node:util'

export interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  [keyword: string]: unknown
}
export type NamedSchemas = Record<string, Schema>

/** Whether callers send it or read it. */
export type PayloadDirection = 'request' | 'response'

export interface ApiChange {
  /** Clients must expect new values and codes, so these are only listed. */
  effect: 'breaks' | 'callers may meet'
  place: string
  text: string
}

/** One schema's changes and the named schemas below it. Nodes are shared and may contain themselves. */
export interface ComparisonNode {
  changes: ApiChange[]
  below: Set<ComparisonNode>
}
export const newNode = (): ComparisonNode => ({ changes: [], below: new Set() })

/** A schema of one type; `name` is that of the component it came from. */
interface Alternative {
  name?: string
  type: string
  schema: Schema
}
interface Site {
  node: ComparisonNode
  direction: PayloadDirection
  place: string
}

const quoted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const lowerBounds = [
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'multipleOf',
] as const
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const

export class SchemaComparison {
  readonly #before: NamedSchemas
  readonly #after: NamedSchemas
  readonly #nodes = new Map<string, ComparisonNode>()

  constructor(before: NamedSchemas, after: NamedSchemas) {
    this.#before = before
    this.#after = after
  }

  compare(before: Schema, after: Schema, site: Site): void {
    const old = alternativesOf(before, this.#before)
    const now = alternativesOf(after, this.#after)
    this.#compareTypes(old, now, site)
    for (const type of new Set(old.map((one) => one.type))) {
      const [a, b] = [old, now].map((list) => list.filter((one) => one.type === type)) as [
        Alternative[],
        Alternative[],
      ]
      if (b.length === 0) continue
      if (type === 'object') this.#compareObjects(a, b, site)
      else compareValues(a, b, site)
      if (type === 'array') this.#compareItems(a, b, site)
    }
  }

  #compareTypes(old: Alternative[], now: Alternative[], { node, direction, place }: Site): void {
    const covers = (list: Alternative[], type: string) =>
      list.some(
        (one) => one.type === type || one.type === 'any' || (one.type === 'number' && type === 'integer'),
      )
    const [from, to] = direction === 'response' ? [now, old] : [old, now]
    const types = new Set(from.filter(({ type }) => !covers(to, type)).map(({ type }) => type))
    const was = [...new Set(old.map(({ type }) => type))].join(' or ')
    for (const type of types) {
      const text = direction === 'response' ? `can be ${type} now (was ${was})` : `no longer takes ${type}`
      node.changes.push({ effect: 'breaks', place, text })
    }
  }

  #compareItems(old: Alternative[], now: Alternative[], site: Site): void {
    const [a, b] = [old, now].map((list) => list.find(({ schema }) => schema.items)?.schema.items)
    if (a && b) this.compare(a, b, { ...site, place: `${site.place}[]` })
  }

  #compareObjects(old: Alternative[], now: Alternative[], site: Site): void {
    const { node, direction, place } = site
    const unmatched = new Set(now)
    for (const [index, one] of old.entries()) {
      const other = counterpartOf(one, unmatched) ?? (old.length === now.length ? now[index] : undefined)
      if (other === undefined) {
        if (direction === 'request')
          node.changes.push({ effect: 'breaks', place, text: `no longer takes ${labelOf(one)}` })
        continue
      }
      unmatched.delete(other)
      this.#compareObject(one, other, site)
    }
    if (direction === 'response')
      for (const added of unmatched)
        node.changes.push({ effect: 'callers may meet', place, text: `can be ${labelOf(added)} now` })
  }

  /** Named schemas are compared once for all operations that use them. */
  #compareObject(old: Alternative, now: Alternative, site: Site): void {
    if (old.name === undefined || now.name === undefined)
      return this.#compareProperties(old.schema, now.schema, site)
    const key = `${old.name} ${now.name} ${site.direction}`
    let node = this.#nodes.get(key)
    if (node === undefined) {
      node = newNode()
      this.#nodes.set(key, node)
      this.#compareProperties(old.schema, now.schema, { ...site, node, place: old.name })
    }
    site.node.below.add(node)
  }

  #compareProperties(old: Schema, now: Schema, site: Site): void {
    const { node, direction, place } = site
    const breaks = (name: string, text: string) =>
      node.changes.push({ effect: 'breaks', place: `${place}.${name}`, text })
    const [was, is] = [new Set(old.required), new Set(now.required)]
    const [before, after] = [old.properties ?? {}, now.properties ?? {}]
    for (const [name, schema] of Object.entries(before)) {
      const other = after[name]
      if (other === undefined)
        breaks(name, direction === 'response' ? 'is no longer answered' : 'is refused now')
      else {
        if (direction === 'response' && was.has(name) && !is.has(name)) breaks(name, 'may be missing now')
        this.compare(schema, other, { ...site, place: `${place}.${name}` })
      }
    }
    if (direction === 'request') for (const name of is) if (!was.has(name)) breaks(name, 'is required now')
    const [open, closed] = [old.additionalProperties, now.additionalProperties]
    if (direction === 'request' && open !== false && closed === false)
      breaks('*', 'is refused now: other names were taken')
    if (isObject(open) && isObject(closed)) this.compare(open, closed, { ...site, place: `${place}.*` })
    compareBounds([old], [now], site)
  }
}

function alternativesOf(schema: Schema, named: NamedSchemas, name?: string): Alternative[] {
  if (schema.$ref !== undefined) {
    const target = schema.$ref.split('/').at(-1) ?? ''
    return alternativesOf(named[target] ?? {}, named, target)
  }
  if (schema.anyOf) return schema.anyOf.flatMap((one) => alternativesOf(one, named))
  const types = schema.type ?? typesOfValues(valuesOf(schema))
  return [types].flat().map((type) => ({ ...(name === undefined ? {} : { name }), type, schema }))
}

const valuesOf = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum)
function typesOfValues(values: unknown[] | undefined): string[] {
  return values === undefined
    ? ['any']
    : [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
}

/** Alternatives are matched by name and fixed values, not by position. */
function counterpartOf(one: Alternative, candidates: ReadonlySet<Alternative>): Alternative | undefined {
  const list = [...candidates]
  const fixed = fixedValues(one.schema)
  return (
    list.find(({ name }) => name !== undefined && name === one.name) ??
    list.find(({ schema }) => isDeepStrictEqual(schema, one.schema)) ??
    (fixed === '' ? undefined : list.find(({ schema }) => fixedValues(schema) === fixed))
  )
}
const fixedValues = (schema: Schema) =>
  Object.entries(schema.properties ?? {})
    .flatMap(([name, property]) => ('const' in property ? [`${name} ${JSON.stringify(property.const)}`] : []))
    .join(' and ')
const labelOf = ({ name, schema }: Alternative) => name ?? (fixedValues(schema) || 'another object')

/** Undefined if any value is allowed. */
function allValues(list: readonly Alternative[]): unknown[] | undefined {
  const values = list.map(({ schema, type }) =>
    valuesOf(schema)?.filter((value) => (value === null) === (type === 'null')),
  )
  return values.every((some) => some !== undefined) ? values.flat() : undefined
}

function compareValues(old: Alternative[], now: Alternative[], { node, direction, place }: Site): void {
  const [a, b] = [allValues(old), allValues(now)]
  const missing = (from: unknown[], in_: unknown[]) => from.filter((value) => !in_.includes(value))
  if (direction === 'response' && a) {
    const added = b ? missing(b, a) : ['any other value']
    if (added.length > 0)
      node.changes.push({ effect: 'callers may meet', place, text: `can be ${quoted(added)} now` })
  }
  if (direction === 'request' && b) {
    const text = a ? `no longer takes ${quoted(missing(a, b))}` : `takes only ${quoted(b)} now`
    if (!a || missing(a, b).length > 0) node.changes.push({ effect: 'breaks', place, text })
  }
  const [was, is] = [old, now].map((list) => formatsOf(list)) as [string, string]
  const isLooser = direction === 'request' ? is === 'none' : was === 'none'
  if (was !== is && !isLooser)
    node.changes.push({ effect: 'breaks', place, text: `has the format ${is} now (was ${was})` })
  compareBounds(
    old.map(({ schema }) => schema),
    now.map(({ schema }) => schema),
    { node, direction, place },
  )
}
const formatsOf = (list: readonly Alternative[]) =>
  [...new Set(list.flatMap(({ schema }) => schema.format ?? []))].toSorted().join(' or ') || 'none'

/** Tighter limits refuse values that were allowed. In answers limits only help readers. */
function compareBounds(old: Schema[], now: Schema[], { node, direction, place }: Site): void {
  const [before, after] = [old[0], now[0]]
  if (direction === 'response' || old.length > 1 || now.length > 1 || !before || !after) return
  const changed = (keyword: string, isTighter: (was: number, is: number) => boolean) => {
    const [was, is] = [before[keyword], after[keyword]]
    if (typeof is === 'number' && (typeof was !== 'number' || isTighter(was, is)))
      node.changes.push({
        effect: 'breaks',
        place,
        text: `has the ${keyword} ${is} now (was ${was ?? 'none'})`,
      })
  }
  for (const keyword of lowerBounds) changed(keyword, (was, is) => is > was)
  for (const keyword of upperBounds) changed(keyword, (was, is) => is < was)
  if (after['pattern'] !== undefined && after['pattern'] !== before['pattern'])
    node.changes.push({ effect: 'breaks', place, text: `has to match ${after['pattern']} now` })
}
