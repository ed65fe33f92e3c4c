/** What the search of the pages looks in: operations, their parameters and fields, events, error codes, guides. */
import { errors, errorCodes } from '../../contract/errors.ts'
import { eventsTag, type OpenApiDocument } from '../openapi.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'
import { entriesOf, eventAddress, operationAddress, parametersOf } from './entries.ts'
import type { DocsTexts } from './files.ts'
import { headingsOf, slug, titleOf } from './markdown.ts'

export interface SearchEntry {
  kind: 'operation' | 'field' | 'event' | 'error' | 'guide'
  /** What is shown first. */
  title: string
  /** Where it belongs. */
  of: string
  href: string
}

type Schemas = OpenApiDocument['components']['schemas']

/** Every field a body or reply can have, with its path: `guests.adults`. */
function fieldPaths(schema: JsonSchema, schemas: Schemas, seen: readonly string[] = []): string[] {
  const name = schema.$ref?.split('/').at(-1)
  if (name) {
    const named = schemas[name]
    return named && !seen.includes(name) ? fieldPaths(named, schemas, [...seen, name]) : []
  }
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const own = Object.entries(properties).flatMap(([field, part]) => [
    field,
    ...fieldPaths(part, schemas, seen).map((path) => `${field}.${path}`),
  ])
  return [
    ...own,
    ...(items ? fieldPaths(items, schemas, seen) : []),
    ...[...anyOf, ...oneOf].flatMap((choice) => fieldPaths(choice, schemas, seen)),
  ]
}

export function searchIndex(document: OpenApiDocument, texts: DocsTexts): SearchEntry[] {
  const { schemas } = document.components
  const operations = entriesOf(document).flatMap((entry): SearchEntry[] => {
    const { path, method, operation } = entry
    const href = operationAddress(operation)
    const bodies = [
      operation.requestBody?.content['application/json'].schema,
      ...Object.entries(operation.responses).map(([status, response]) =>
        status.startsWith('2') && 'content' in response
          ? Object.values(response.content)[0]?.schema
          : undefined,
      ),
    ]
    const names = [
      ...parametersOf(operation, document)
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name }) => name),
      ...bodies.flatMap((schema) => (schema ? fieldPaths(schema, schemas) : [])),
    ]
    const of = `${method.toUpperCase()} ${path}`
    return [
      { kind: 'operation', title: operation.summary, of, href },
      ...[...new Set(names)].map((title): SearchEntry => ({ kind: 'field', title, of, href })),
    ]
  })
  const events = Object.entries(document.webhooks).map(([kind, { post }]): SearchEntry => ({
    kind: 'event',
    title: kind,
    of: `${eventsTag}: ${post.summary}`,
    href: eventAddress(kind),
  }))
  const codes = errorCodes.map((code): SearchEntry => ({
    kind: 'error',
    title: code,
    of: errors[code].when,
    href: `/docs/errors/${code}`,
  }))
  const guides = [...texts]
    .filter(([href]) => !/^\/docs\/(errors|connectors|internals\/decisions)\b/.test(href))
    .flatMap(([href, { text }]): SearchEntry[] => {
      const of = titleOf(text, href)
      return headingsOf(text).map((title) => ({ kind: 'guide', title, of, href: `${href}#${slug(title)}` }))
    })
  return [...operations, ...events, ...codes, ...guides]
}
