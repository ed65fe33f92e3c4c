/** Makes a value that a schema describes from its examples; the result is always the same. */
import type { TSchema } from 'typebox'

interface Node {
  type?: string | string[]
  const?: unknown
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  format?: string
  minimum?: number
  properties?: Record<string, Node>
  required?: readonly string[]
  items?: Node
  anyOf?: readonly Node[]
}

const formats: Record<string, string> = {
  uuid: '0b6cf1f5-6f3e-4b0e-9d5c-0c6a1a6a2f10',
  'date-time': '2026-05-14T09:30:00.000Z',
  date: '2026-05-14',
  uri: 'https://example.com/picture.jpg',
  email: 'ada@example.com',
}

const mainType = ({ type }: Node) => (Array.isArray(type) ? type[0] : type)
const isNullable = ({ type }: Node) => Array.isArray(type) && type.includes('null')

/** Optional fields are shown when their schema says how they look. */
const isTelling = (node: Node): boolean =>
  (node.examples?.length ?? 0) > 0 || mainType(node) === 'object' || node.anyOf !== undefined

const byType: Record<string, (node: Node) => unknown> = {
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name, child]) => required.includes(name) || isTelling(child))
        .map(([name, child]) => [name, valueOf(child)]),
    ),
  array: ({ items }) => (items && isTelling(items) ? [valueOf(items)] : []),
  boolean: () => false,
  integer: ({ minimum }) => minimum ?? 1,
  number: ({ minimum }) => minimum ?? 1,
  string: ({ format }) => formats[format ?? ''] ?? 'text',
}

function valueOf(node: Node): unknown {
  if (node.const !== undefined) return node.const
  if (node.examples?.length) return node.examples[0]
  if (node.anyOf?.[0]) return valueOf(node.anyOf[0])
  if (node.enum?.length) return node.enum[0]
  // Text without an example says nothing, so null is shown where it is allowed.
  if (isNullable(node) && mainType(node) !== 'object' && !node.format) return null
  return byType[mainType(node) ?? '']?.(node) ?? null
}

export function sampleOf(schema: TSchema): unknown {
  return valueOf(schema as Node)
}
