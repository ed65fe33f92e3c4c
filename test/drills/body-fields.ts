/** Where in a body a value stands, and the body with another one there. */
import { resolved, type Schema } from './description.ts'

export interface BodyField {
  /** Names one below the other; `[]` is any item of a list. */
  way: string[]
  schema: Schema
}

/** The fields of a body that fit. */
export function fieldsOf(
  part: Schema,
  fits: (name: string, schema: Schema) => boolean,
  way: string[] = [],
  above: readonly Schema[] = [],
): BodyField[] {
  const schema = resolved(part)
  if (above.includes(schema)) return []
  const below = [...above, schema]
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  const isLeaf = [schema.type].flat().some((type) => type === 'string' || type === 'integer')
  const name = way.findLast((step) => step !== '[]') ?? ''
  const found = [
    ...(isLeaf && !schema.enum && fits(name, schema) ? [{ way, schema }] : []),
    ...Object.entries(properties).flatMap(([field, value]) => fieldsOf(value, fits, [...way, field], below)),
    ...(items ? fieldsOf(items, fits, [...way, '[]'], below) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => fieldsOf(one, fits, way, below)),
  ]
  return [...new Map(found.map((one) => [one.way.join('.'), one])).values()]
}

export function withValue(body: unknown, [step, ...rest]: string[], value: string): unknown {
  if (step === undefined) return value
  if (step === '[]') {
    const kept = Array.isArray(body) ? body.slice(0, 2) : []
    return [...kept, withValue(undefined, rest, value)]
  }
  const holder = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return { ...holder, [step]: withValue((holder as Record<string, unknown>)[step], rest, value) }
}
