/** Makes components of the fields that all event envelopes share. */
import type { JsonSchema } from './named-schemas.ts'

const isLong = (schema: JsonSchema) => JSON.stringify(schema).length > 60

/** For example: `sequence` → `EventSequenceField`. */
const componentName = (field: string) => `Event${field.charAt(0).toUpperCase()}${field.slice(1)}Field`

/** Replaces the fields in the named envelopes and returns all components. */
export function shareEnvelopeFields(
  components: Record<string, JsonSchema>,
  envelopes: readonly string[],
): Record<string, JsonSchema> {
  const [first, ...others] = envelopes.map((name) => components[name]?.properties ?? {})
  const alike = Object.entries(first ?? {}).filter(
    ([field, schema]) =>
      isLong(schema) &&
      others.every((properties) => JSON.stringify(properties[field]) === JSON.stringify(schema)),
  )
  const references = Object.fromEntries(
    alike.map(([field]) => [field, { $ref: `#/components/schemas/${componentName(field)}` }]),
  )
  const shared = Object.fromEntries(alike.map(([field, schema]) => [componentName(field), schema]))
  const changed = envelopes.map((name) => {
    const envelope = components[name] ?? {}
    return [name, { ...envelope, properties: { ...envelope.properties, ...references } }]
  })
  const all: Record<string, JsonSchema> = { ...components, ...shared, ...Object.fromEntries(changed) }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}
