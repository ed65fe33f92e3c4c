/** Adds `planNotice` to answers of keyed operations and to errors. */
import { PlanNotice } from '../../contract/plan-notice.ts'
import type { Route } from '../route.ts'
import type { JsonSchema, NamedSchemas } from './named-schemas.ts'

/** Adds the member to components that are whole answers; in a union each choice gets it. */
export function addNoticeMember<Services>(
  routes: readonly Route<Services>[],
  schemas: NamedSchemas,
): Record<string, JsonSchema> {
  const planNotice = schemas.refer(PlanNotice)
  const answered = routes
    .filter(({ auth, form }) => auth !== 'none' && form === undefined)
    .map(({ reply }) => schemas.refer(reply))
  const components = schemas.components()
  const visited = new Set<JsonSchema>()

  function add(schema: JsonSchema): void {
    if (visited.has(schema)) return
    visited.add(schema)
    const name = schema.$ref?.split('/').at(-1)
    const referred = name === undefined ? undefined : components[name]
    if (referred) add(referred)
    for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) add(choice)
    if (schema.properties && schema.additionalProperties === false) {
      schema.properties = { ...schema.properties, planNotice }
    }
  }

  for (const schema of answered) add(schema)
  const envelope = components['ErrorEnvelope']
  if (envelope) add(envelope)
  return components
}
