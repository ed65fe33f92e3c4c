/** Moves parameters that several operations share to `components/parameters`. */
import type { Parameter } from './fixed-parts.ts'
import type { OpenApiOperation } from './operation.ts'

const places = { path: 'Path', query: 'Query', header: 'Header' } as const

/** For example: `listing_id` in a query → `ListingIdQuery`. */
const componentName = ({ name, in: place }: Parameter): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()) +
  places[place]

/**
 * Replaces shared parameters by references and returns the components. The most frequent form of a name is
 * shared, so that a new operation does not change an existing component.
 */
export function shareParameters(
  paths: Record<string, Record<string, OpenApiOperation>>,
): Record<string, Parameter> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const own = operations.flatMap(({ parameters }) =>
    parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter])),
  )
  const components: Record<string, Parameter> = {}
  const references = new Map<string, { $ref: string }>()
  for (const [name, alike] of Map.groupBy(own, componentName)) {
    const [most] = [...Map.groupBy(alike, (one) => JSON.stringify(one))].toSorted(
      ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
    )
    const [text, [first, second] = []] = most ?? []
    if (text === undefined || first === undefined || second === undefined) continue
    components[name] = first
    references.set(text, { $ref: `#/components/parameters/${name}` })
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters.map(
      (parameter) =>
        ('$ref' in parameter ? undefined : references.get(JSON.stringify(parameter))) ?? parameter,
    )
  }
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}
