/** Opens answer schemas to unknown fields, as answers may get new fields and generated clients must accept them. Request schemas stay closed. */
import type { JsonSchema } from './named-schemas.ts'

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** `sent` contains the references to request schemas. */
export function openAnswers(
  components: Record<string, JsonSchema>,
  sent: unknown,
): Record<string, JsonSchema> {
  const closed = new Set<string>()
  const close = (names: readonly string[]): void => {
    for (const name of names) {
      if (closed.has(name)) continue
      closed.add(name)
      close(namesIn(components[name] ?? {}))
    }
  }
  close(namesIn(sent))
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, closed.has(name) ? schema : opened(schema)]),
  )
}

function opened<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(opened) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, key === 'examples' || key === 'enum' ? part : opened(part as unknown)]),
  ) as Value
}
