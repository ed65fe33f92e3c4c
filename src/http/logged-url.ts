/** The address of a request as the log may know it: ids of records, but nothing that opens a door. */
import type { FastifyRequest } from 'fastify'
import { memoizeByText } from '../platform/memoize-by-text.ts'

const isRecordId = (value: string) => /^\d{1,19}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
/** Words of the paths that there are: of a path nobody answers any other one may be a token, or a name. */
const pathWords = new Set<string>()

export function knowPathWords(urls: readonly string[]): void {
  for (const word of urls.flatMap((url) => url.split('/'))) if (!word.startsWith(':')) pathWords.add(word)
}

/**
 * The route's own pattern with the ids of records filled in. Whatever else stands in a path (session ids, tokens) and every
 * value of a query stays out of it, also where a new route does not think of it.
 */
export function loggedUrl(request: Pick<FastifyRequest, 'url' | 'params' | 'routeOptions'>): string {
  const [path = '', query = ''] = request.url.split('?')
  const asked = query === '' ? '' : namesOf(query)
  const pattern = request.routeOptions.url
  if (pattern === undefined) {
    const parts = path.split('/').map((part) => (part === '' || pathWords.has(part) ? part : '…'))
    return parts.slice(0, 8).join('/') + asked
  }
  if (!pattern.includes(':')) return pattern + asked
  const params = (request.params ?? {}) as Record<string, string>
  let filled = ''
  for (const part of partsOf(pattern)) {
    const value = typeof part === 'string' ? undefined : params[part.param]
    filled += typeof part === 'string' ? part : isRecordId(value ?? '') ? value : `:${part.param}`
  }
  return filled + asked
}

/** What stands in a pattern as it is, and its parameters in between; there are as many patterns as routes. */
const partsOf = memoizeByText(
  (pattern) => pattern.split(/:(\w+)/).map((part, at) => (at % 2 === 0 ? part : { param: part })),
  10_000,
)

/** The parameters of a query without their values; who asks the same again sends the same query. */
const namesOf = memoizeByText((query) => {
  const names = [...new URLSearchParams(query).keys()].filter((name) => /^[A-Za-z_]{1,40}$/.test(name))
  return names.length > 0 ? `?${names.join('&')}` : ''
}, 1_000)
