/** Renders schemas as nested Markdown lists, a line for each field. */
import type { JsonSchema } from '../../openapi/named-schemas.ts'
import {
  alternativesOf,
  limitsText,
  resolvedSchema,
  typeText,
  type SchemaComponents,
} from '../schema-words.ts'

/** Deeper fields are named by their schema, whose lines stand where it is first met. */
const maxDepth = 4

interface LineScope {
  components: SchemaComponents
  depth: number
}

interface NamedField {
  name: string
  schema: JsonSchema
  required: boolean
  description?: string | undefined
}

function valuesText({ enum: values = [] }: JsonSchema): string {
  const shown = values.filter((value) => value !== null).map((value) => `\`${String(value)}\``)
  return shown.length === 0 ? '' : ` One of ${shown.join(', ')}.`
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

export function fieldLine({ name, schema, required, description }: NamedField, scope: LineScope): string[] {
  const whole = resolvedSchema(schema, scope.components)
  const limits = limitsText(whole)
  const words = description ?? whole.description
  const facts = [typeText(schema, scope.components), required ? 'required' : '', limits].filter(Boolean)
  const line = `${'  '.repeat(scope.depth)}- \`${name}\` (${facts.join(', ')})${words ? `: ${oneLine(words)}` : ''}`
  return [line + valuesText(whole), ...fieldLines(schema, { ...scope, depth: scope.depth + 1 })]
}

/** The fields of an object, of an array's items, or of each alternative. */
export function fieldLines(value: JsonSchema, scope: LineScope): string[] {
  if (scope.depth > maxDepth) return []
  const schema = resolvedSchema(value, scope.components)
  if (schema.items) return fieldLines(schema.items, scope)
  const options = alternativesOf(schema)
  if (options.length > 0) return options.flatMap((option) => fieldLines(option, scope))
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    fieldLine({ name, schema: property, required: required.has(name) }, scope),
  )
}
