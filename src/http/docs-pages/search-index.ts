/**
 * Builds the pages' search index: operations, their parameters and fields, events, error codes, and texts by
 * section.
 */
import { errors, errorCodes } from '../../contract/errors.ts'
import { eventsTag } from '../openapi.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'
import {
  entriesOf,
  eventAddress,
  operationAddress,
  parametersOf,
  replyOf,
  tagAddress,
  type OperationEntry,
} from './entries.ts'
import type { DocsTexts } from './files.ts'
import { docsSections, sectionOfPage } from './manifest.ts'
import { slug, titleOf } from './markdown.ts'
import type { SearchEntry } from './search-entry.ts'

type Schemas = OpenApiDocument['components']['schemas']

interface FoundField {
  /** For example: `primaryGuest.email`. */
  path: string
  text: string
}

/** Lists every possible field of a body or reply, with its path. */
function fieldsIn(schema: JsonSchema, schemas: Schemas, ancestors: readonly string[] = []): FoundField[] {
  const name = schema.$ref?.split('/').at(-1)
  if (name) {
    const named = schemas[name]
    return named && !ancestors.includes(name) ? fieldsIn(named, schemas, [...ancestors, name]) : []
  }
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const own = Object.entries(properties).flatMap(([field, part]) => [
    { path: field, text: textOf(part, schemas) },
    ...fieldsIn(part, schemas, ancestors).map(({ path, text }) => ({ path: `${field}.${path}`, text })),
  ])
  return [
    ...own,
    ...(items ? fieldsIn(items, schemas, ancestors) : []),
    ...[...anyOf, ...oneOf].flatMap((choice) => fieldsIn(choice, schemas, ancestors)),
  ]
}

const maxValues = 12

function textOf(schema: JsonSchema, schemas: Schemas): string {
  const merged = { ...schemas[schema.$ref?.split('/').at(-1) ?? ''], ...schema }
  const values = (merged.enum ?? []).slice(0, maxValues).map(String)
  return [merged.description ?? '', values.length > 0 ? `One of ${values.join(', ')}.` : '']
    .filter(Boolean)
    .join(' ')
}

interface PlacedField extends FoundField {
  of: string
  href: string
}

function fieldsOf({ path, method, operation }: OperationEntry, document: OpenApiDocument): PlacedField[] {
  const { schemas } = document.components
  const address = operationAddress(operation)
  const label = `${method.toUpperCase()} ${path}`
  const parameters = parametersOf(operation, document)
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, description = '', in: place, schema }) => ({
      path: name,
      text: [description, textOf(schema, schemas)].filter(Boolean).join(' '),
      of: label,
      href: `${address}.${place}.${name}`,
    }))
  const parts = [
    { part: 'body', schema: operation.requestBody?.content['application/json'].schema },
    { part: 'reply', schema: replyOf(operation)?.schema },
  ]
  const inBodies = parts.flatMap(({ part, schema }) =>
    schema === undefined
      ? []
      : fieldsIn(schema, schemas).map((field) => ({
          ...field,
          of: label,
          href: `${address}.${part}.${field.path}`,
        })),
  )
  return [...parameters, ...inBodies]
}

const firstSentence = (text: string) => /^.*?[.;](?=\s|$)/.exec(text)?.[0] ?? text

/** Fields of one name are told apart by this many parts of their paths. */
const tellingParts = 2

/** Fields with the same name and meaning share one entry; a list's row counts as the record itself. */
function fieldEntries(entries: readonly OperationEntry[], document: OpenApiDocument): SearchEntry[] {
  const all = entries
    .flatMap((entry) => fieldsOf(entry, document))
    .map((field) => ({ ...field, title: field.path.replace(/^data\./, '') }))
  const same = Map.groupBy(
    all,
    ({ title, text }) => `${title.split('.').slice(-tellingParts).join('.')} ${text}`,
  )
  return [...same.values()].flatMap((group) => {
    // The record itself precedes a list of it, and a record that contains it.
    const [first] = group.toSorted((x, y) => x.path.length - y.path.length)
    if (!first) return []
    const others = new Set(group.map(({ of }) => of)).size - 1
    return {
      kind: 'field' as const,
      title: first.title,
      of: others > 0 ? `${first.of} and ${others} more` : first.of,
      href: first.href,
      text: firstSentence(first.text),
    }
  })
}

const headingLine = /^(#{1,3}) +(.+)$/

/** Removes what only the renderer needs: marks, table rules, link addresses and JSON examples. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^```json[\s\S]*?^```/gm, '')
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/^\|[\s|:-]+\|$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|^[>#-] +/gm, '')
    .replaceAll(/\s*\|\s*/g, ' ')
    // Each paragraph becomes one line.
    .split(/\n{2,}|\n(?=\s*[-\d|])/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')

/** Splits a text at its headings. */
function partsOf(text: string): { title: string; text: string }[] {
  const parts: { title: string; lines: string[] }[] = []
  let inExample = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) inExample = !inExample
    const title = inExample ? undefined : headingLine.exec(line)?.[2]
    if (title === undefined) parts.at(-1)?.lines.push(line)
    else parts.push({ title, lines: [] })
  }
  return parts.map(({ title, lines }) => ({
    title: title.replaceAll(/[`*]/g, ''),
    text: plainText(lines.join('\n')),
  }))
}

const sectionTitle = (file: string): string => {
  const name = file.slice(file.lastIndexOf('/') + 1, -3)
  return docsSections.find(({ id }) => id === sectionOfPage(name))?.title ?? 'API reference'
}

/** Browsers load the whole index, and all pages of connectors repeat the same sections. */
const longestText = 860
const mostText: Record<string, number> = { 'API reference': 240 }

function textEntries(texts: DocsTexts): SearchEntry[] {
  return [...texts].flatMap(([href, { file, text }]): SearchEntry[] => {
    if (href.startsWith('/docs/errors')) return []
    const title = titleOf(text, href)
    const page = { kind: 'guide' as const, title, href, text: '' }
    // Texts for contributors are indexed by their headings only.
    if (file.startsWith('docs/decisions/')) return [{ ...page, of: 'Decisions' }]
    if (file.startsWith('docs/contributing/')) return [{ ...page, of: 'Contributing' }]
    const section = sectionTitle(file)
    return partsOf(text).map((part, i) => ({
      ...page,
      title: part.title,
      of: i === 0 ? section : `${section}: ${title}`,
      href: i === 0 ? href : `${href}#${slug(part.title)}`,
      text: section === 'Internals' ? '' : part.text.slice(0, mostText[section] ?? longestText),
    }))
  })
}

/** `below` is the path under which the server is reached. */
export function searchIndex(document: OpenApiDocument, texts: DocsTexts, below: string): SearchEntry[] {
  const entries = entriesOf(document)
  const operations = entries.map(({ path, method, operation }): SearchEntry => ({
    kind: 'operation',
    title: operation.summary,
    of: `${method.toUpperCase()} ${path} (${operation.operationId})`,
    href: operationAddress(operation),
    text: operation.description ?? '',
  }))
  const resources = document.tags.map(({ name, description }): SearchEntry => ({
    kind: 'guide',
    title: name,
    of: 'API reference',
    href: tagAddress(name),
    text: description,
  }))
  const events = Object.entries(document.webhooks).map(([kind, { post }]): SearchEntry => ({
    kind: 'event',
    title: kind,
    of: `${eventsTag}: ${post.summary}`,
    href: eventAddress(kind),
    text: post.description,
  }))
  const codes = errorCodes.map((code): SearchEntry => ({
    kind: 'error',
    title: code,
    of: `Error ${errors[code].status}`,
    href: `/docs/errors/${code}`,
    text: `${errors[code].when}\n${errors[code].fix}`,
  }))
  return [
    ...operations,
    ...resources,
    ...events,
    ...codes,
    ...textEntries(texts),
    ...fieldEntries(entries, document),
  ].map((entry) => ({ ...entry, href: `${below}${entry.href}` }))
}
