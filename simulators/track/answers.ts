import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** Errors are documents of RFC 7807. */
export const problem = (status: number, detail: string, messages: string[] = []): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: {
    type: 'http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html',
    title: titles[status] ?? 'Error',
    status,
    detail,
    ...(messages.length === 0 ? {} : { validation_messages: messages }),
  },
})

export const notFound = problem(404, 'Entity not found.')
export const unauthorized = problem(401, 'The key or the secret is not valid.')
export const invalid = (message: string): VendorAnswer => problem(422, 'Failed Validation', [message])

const usualPage = 25
/** No search gives more rows than this, however many it counts. */
export const mostRows = 10_000

export interface PageLimits {
  /** The page is never longer, whatever is requested; 0 is no such limit. */
  pageCap: number
  rows: number
}

/** Returns a page of a HAL list; pages are counted from 1. */
export function halPage(
  found: readonly object[],
  { name, path, query }: { name: string; path: string; query: Query },
  { pageCap, rows: most }: PageLimits,
): object {
  const requestedSize = intParam(query, 'size') ?? usualPage
  const size = pageCap > 0 ? Math.min(pageCap, requestedSize) : requestedSize
  const page = intParam(query, 'page') ?? 1
  if (page * size > most) refuse(problem(400, `Only the first ${most} results can be read.`))
  const pages = Math.max(1, Math.ceil(found.length / size))
  const href = (number: number) => {
    const words = Object.entries({ ...query, page: String(number) }).map(([key, value]) => [
      key,
      String(value),
    ])
    return { href: `https://example.trackhs.com${path}?${new URLSearchParams(words)}` }
  }
  return {
    _links: {
      self: href(page),
      first: href(1),
      last: href(pages),
      ...(page < pages ? { next: href(page + 1) } : {}),
      ...(page > 1 ? { prev: href(page - 1) } : {}),
    },
    _embedded: { [name]: found.slice((page - 1) * size, page * size) },
    page,
    page_count: pages,
    page_size: size,
    total_items: found.length,
  }
}
