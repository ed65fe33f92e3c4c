import type { VendorSignals } from '../../connector-kit/answer.ts'
import type { VendorHttp, Query } from '../../connector-kit/http.ts'
import { offsetPage } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

interface Envelope {
  items?: unknown
  next_page_url?: unknown
  code?: unknown
  messages?: unknown
}

const isObject = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pageSize = 100

/** Failures are `{code, messages, status}`. */
export const signals: VendorSignals = {
  messageOf(json) {
    if (!isObject(json)) return null
    const messages = Array.isArray(json.messages) ? json.messages : []
    const parts = [json.code, ...messages].filter((part) => typeof part === 'string')
    return parts.length === 0 ? null : parts.join(': ')
  },
}

/**
 * One page of a list. Whether there is more is told by `next_page_url` only: the page may be shorter than was asked
 * for, and what `count` counts is not documented. The position is our own, so that pages can overlap.
 */
export async function listPage(
  http: VendorHttp,
  list: { path: string; query?: Query; cursor: string | null },
): Promise<{ rows: unknown[]; next: string | null }> {
  const { path, query, cursor } = list
  const { rows, next } = await offsetPage({
    cursor,
    limit: pageSize,
    fetch: async ({ offset, limit }) => {
      const answer = readList(await http.get(path, { query: { ...query, limit, offset } }))
      const total = answer.hasMore ? offset + answer.rows.length + 1 : null
      return { rows: answer.rows, total }
    },
  })
  return { rows, next }
}

function readList(json: unknown): { rows: unknown[]; hasMore: boolean } {
  const { items, next_page_url } = isObject(json) ? json : {}
  if (!Array.isArray(items)) throw new VendorError('malformed', 'a list was expected in items')
  return { rows: items, hasMore: typeof next_page_url === 'string' && next_page_url !== '' }
}
