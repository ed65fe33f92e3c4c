import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { offsetPage, type OffsetPage } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'

const pageSize = 100

/** Failures have the form `{code, messages, status}`. */
export const signals: VendorSignals = {
  messageOf(json) {
    const messages = fieldOf(json, 'messages')
    const words: unknown[] = [fieldOf(json, 'code'), ...(Array.isArray(messages) ? messages : [])]
    const parts = words.filter((part) => typeof part === 'string')
    return parts.length === 0 ? null : parts.join(': ')
  },
}

/**
 * Reads one page of a list. Only `next_page_url` says if there is more: pages may be shorter than requested,
 * and `count` is not documented. The position is ours, so that pages can overlap.
 */
export function listPage(
  http: VendorHttp,
  { path, query, cursor }: { path: string; query?: Query; cursor: string | null },
): Promise<OffsetPage> {
  return offsetPage({
    cursor,
    limit: pageSize,
    fetch: async ({ offset, limit }) => {
      const answer = await http.get(path, { query: { ...query, limit, offset } })
      const rows = listIn(answer, 'items')
      const hasMore = presentText(fieldOf(answer, 'next_page_url')) !== null
      return { rows, total: hasMore ? offset + rows.length + 1 : null }
    },
  })
}
