import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'

/** The vendor's error body. */
export const failure = (status: number, code: string, message: string): VendorAnswer => ({
  status,
  body: { code, messages: [message], status },
})

export const notFound = failure(404, 'not_found', 'The resource was not found.')
export const unauthorized = failure(401, 'unauthorized', 'The credentials are not valid.')
export const nameless = failure(403, 'forbidden', 'A User-Agent header is required.')
export const locked = failure(403, 'forbidden', 'This account does not have the required feature.')
export const invalid = (message: string): VendorAnswer => failure(400, 'validation_failed', message)

const largestPage = 100

/** Returns a page by offset; `next_page_url` is present while there are more rows. */
export function page(rows: readonly object[], path: string, query: Query): object {
  const limit = Math.min(largestPage, Math.max(1, intParam(query, 'limit') ?? largestPage))
  const offset = Math.max(0, intParam(query, 'offset') ?? 0)
  const items = rows.slice(offset, offset + limit)
  const end = offset + items.length
  const next = new URLSearchParams({ limit: String(limit), offset: String(end) })
  return { items, limit, offset, next_page_url: end < rows.length ? `/v2${path}?${next}` : null }
}
