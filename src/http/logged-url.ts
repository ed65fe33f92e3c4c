/** Makes the URL of a request that logs may show: with ids of records, without secrets. */
import type { FastifyRequest } from 'fastify'
import { memoizeByText } from '../platform/memoize-by-text.ts'

const isRecordId = (value: string) => /^\d{1,19}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
/** Known paths consist of these words. In an unknown path any other word may be a token or a name. */
const pathWords = new Set<string>()

export function knowPathWords(urls: readonly string[]): void {
  for (const word of urls.flatMap((url) => url.split('/'))) if (!word.startsWith(':')) pathWords.add(word)
}

/**
 * Fills record ids into the route's pattern. Session ids, tokens and query values stay out, also for new
 * routes.
 */
export function loggedUrl(request: Pick<FastifyRequest, 'url' | 'params' | 'routeOptions'>): string {
  const [path = '', query = ''] = request.url.split('?')
  const queryNames = query === '' ? '' : namesOf(query)
  const pattern = request.routeOptions.url
  if (pattern === undefined) {
    const parts = path.split('/').map((part) => (part === '' || pathWords.has(part) ? part : '…'))
    return parts.slice(0, 8).join('/') + queryNames
  }
  if (!pattern.includes(':')) return pattern + queryNames
  const params = (request.params ?? {}) as Record<string, string>
  let filled = ''
  for (const part of partsOf(pattern)) {
    const value = typeof part === 'string' ? undefined : params[part.param]
    filled += typeof part === 'string' ? part : isRecordId(value ?? '') ? value : `:${part.param}`
  }
  return filled + queryNames
}

/** Splits a pattern into fixed parts and parameters; there are as many patterns as routes. */
const partsOf = memoizeByText(
  (pattern) => pattern.split(/:(\w+)/).map((part, at) => (at % 2 === 0 ? part : { param: part })),
  10_000,
)

/**
 * Keeps the names of query parameters without values; clients repeat the same queries, so results are cached.
 */
const namesOf = memoizeByText((query) => {
  const names = [...new URLSearchParams(query).keys()].filter((name) => /^[A-Za-z_]{1,40}$/.test(name))
  return names.length > 0 ? `?${names.join('&')}` : ''
}, 1_000)
