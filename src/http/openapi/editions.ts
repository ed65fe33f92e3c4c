/** Makes smaller editions of the description: one tag, or all without what only programs read. */
import type { OpenApiDocument } from './document.ts'

type EditionComponents = OpenApiDocument['components']

/** For example: `#/components/schemas/Listing` → `['schemas', 'Listing']`. */
const referencesIn = (part: unknown): [kind: string, name: string][] =>
  [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(
    ([, kind = '', name = '']) => [kind, name],
  )

/** Collects all components that the parts refer to, recursively. */
export function componentsOf(components: EditionComponents, parts: unknown): EditionComponents {
  const all = components as unknown as Record<string, Record<string, unknown>>
  const found = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [kind, name] of referencesIn(part)) {
      const key = `${kind} ${name}`
      if (found.has(key)) continue
      found.add(key)
      follow(all[kind]?.[name] ?? {})
    }
  }
  follow(parts)
  const sections = Object.entries(all).map(([kind, named]) => [
    kind,
    kind === 'securitySchemes'
      ? named
      : Object.fromEntries(Object.entries(named).filter(([name]) => found.has(`${kind} ${name}`))),
  ])
  return Object.fromEntries(sections) as EditionComponents
}

/** Makes a document of a tag's operations and events with everything they refer to. */
export function editionOfTag(document: OpenApiDocument, tag: string): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const own = Object.entries(methods).filter(([, { tags }]) => tags.includes(tag))
      return own.length > 0 ? [[path, Object.fromEntries(own)]] : []
    }),
  )
  const webhooks = Object.fromEntries(
    Object.entries(document.webhooks).filter(([, { post }]) => post.tags.includes(tag)),
  )
  const operationIds = new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods as OpenApiDocument['paths'][string]).map(({ operationId }) => operationId),
    ),
  )
  return {
    ...document,
    tags: document.tags.filter(({ name }) => name === tag),
    'x-query-aliases': document['x-query-aliases'].flatMap((alias) => {
      const operations = alias.operations.filter((id) => operationIds.has(id))
      return operations.length > 0 ? [{ ...alias, operations }] : []
    }),
    paths,
    webhooks,
    components: componentsOf(document.components, [paths, webhooks]),
  }
}

const forPrograms = new Set(['pattern', 'example', 'examples'])

/** Language models get an edition without patterns and examples. */
export const editionInWords = (document: OpenApiDocument): OpenApiDocument =>
  withoutKeywords(document, false) as OpenApiDocument

/** With `areNames` the keys are field names, which may equal a keyword. */
function withoutKeywords(value: unknown, areNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutKeywords(item, false))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || !forPrograms.has(key))
      .map(([key, part]) => [key, withoutKeywords(part, key === 'properties' && !areNames)]),
  )
}
