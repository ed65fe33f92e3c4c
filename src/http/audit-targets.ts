/** Names a request's targets as the audit log does: `listing:12`. It uses names and ids only. Pure. */
import type { Route } from './route.ts'

const longest = 100
const most = 20

/** These path parameters do not say which type of id they hold. */
const named: Record<string, string> = {
  code: 'reservation',
  threadId: 'conversation',
  propertyId: 'listing',
  workspaceId: 'workspace',
  provider: 'provider',
}
/** These path parameters are no ids and may be secrets. */
const unnamed = new Set(['sessionId', 'token'])

const singular = (segment: string) =>
  segment.endsWith('ies')
    ? `${segment.slice(0, -3)}y`
    : segment.endsWith('s')
      ? segment.slice(0, -1)
      : segment

const otherSegments: Record<string, string> = { properties: 'listings', custom: 'schemas' }

/** Derives the type of a segment's ids: `listings` → `listing`. */
const typeOf = (segment: string): string => singular(otherSegments[segment] ?? segment)

/** Derives the type of a field: `reservation_id`, `listingId`, `listingIds`; null when it holds no id. */
function typeOfField(field: string): string | null {
  const [, name] = /^(.+?)(?:_ids?|Ids?)$/.exec(field) ?? []
  if (name === undefined || unnamed.has(field) || name === 'client') return null
  return named[field] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[A-Za-z0-9_.:-]{1,64}$/.test(value))

const listed = (type: string, value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter(isPlain).map((id) => `${type}:${id}`.slice(0, longest))

const inFields = (fields: unknown): string[] =>
  typeof fields !== 'object' || fields === null || Array.isArray(fields)
    ? []
    : Object.entries(fields).flatMap(([field, value]) => {
        const type = typeOfField(field)
        return type === null ? [] : listed(type, value)
      })

interface AuditedParts {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Takes targets from the path, then from the query and the body's first level. A `key` in a path belongs to the segment before it: `kv:…`
 * is no API key.
 */
export function targetsOf(
  { url }: Pick<Route<never>, 'url'>,
  { params, query, body }: AuditedParts,
): string[] {
  const parts = url.split('/')
  const parameters = (params ?? {}) as Record<string, unknown>
  const ofPath = parts.flatMap((part, place) => {
    const name = part.slice(1)
    if (!part.startsWith(':') || unnamed.has(name)) return []
    return listed(
      named[name] ??
        (name === 'id' || name === 'key' ? typeOf(parts[place - 1] ?? '') : (typeOfField(name) ?? name)),
      parameters[name],
    )
  })
  return [...new Set([...ofPath, ...inFields(query), ...inFields(body)])].slice(0, most)
}

/** Returns the target that an answer says was created, or undefined. */
export function madeBy(
  { url, method }: Pick<Route<never>, 'url' | 'method'>,
  text: string,
): string | undefined {
  const last = url.split('/').at(-1) ?? ''
  if (method !== 'POST' || last.startsWith(':') || text.length > 65_536) return undefined
  const body = JSON.parse(text) as { id?: unknown; data?: { id?: unknown } | null } | null
  const id = body?.id ?? body?.data?.id
  return isPlain(id) ? `${typeOf(last)}:${id}`.slice(0, longest) : undefined
}
