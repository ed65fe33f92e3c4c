/** Words for what a schema says of a value: its type, its limits, its alternatives. */
import type { OpenApiDocument } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'

export type SchemaComponents = OpenApiDocument['components']

export const schemaName = (schema: JsonSchema) => schema.$ref?.split('/').at(-1)

/** Resolves a reference and keeps the description that its use adds. */
export function resolvedSchema(schema: JsonSchema, components: SchemaComponents): JsonSchema {
  const name = schemaName(schema)
  if (!name) return schema
  const { $ref: _, ...ownWords } = schema
  return { ...components.schemas[name], ...ownWords }
}

const isNull = (schema: JsonSchema) => schema.type === 'null'

/** `anyOf` with null is a value that may be null, not a choice. */
export function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? []).filter((option) => !isNull(option))
}

export function typeText(value: JsonSchema, components: SchemaComponents): string {
  const schema = resolvedSchema(value, components)
  const options = alternativesOf(schema)
  const nullable = schema.anyOf?.some(isNull) ? ' or null' : ''
  if (options.length > 0) return options.map((option) => typeText(option, components)).join(' or ') + nullable
  const types = [schema.type ?? 'any'].flat()
  const named = types.map((type) =>
    type === 'array' && schema.items ? `array of ${typeText(schema.items, components)}` : type,
  )
  return `${named.join(' or ')}${schema['format'] ? ` (${String(schema['format'])})` : ''}`
}

const ranges = [
  { least: 'minimum', most: 'maximum', unit: '' },
  { least: 'minLength', most: 'maxLength', unit: ' characters' },
  { least: 'minItems', most: 'maxItems', unit: ' items' },
]

/** For example: `1 to 200 characters`. */
export function limitsText(schema: JsonSchema): string {
  const texts = ranges.flatMap(({ least, most, unit }) => {
    const [from, to] = [schema[least], schema[most]]
    if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
    if (from !== undefined) return [`at least ${from}${unit}`]
    return to === undefined ? [] : [`at most ${to}${unit}`]
  })
  return texts.join(', ')
}
