import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn, numberIn } from '../../connector-kit/answers.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import { readCursor, writeCursor, type OffsetPage } from '../../connector-kit/paginate.ts'
import { presentTexts } from '../../connector-kit/readings.ts'

const largestPage = 100

/** Failures are documents of RFC 7807, with a list of what did not pass the vendor's checks. */
export const signals: VendorSignals = {
  messageOf(json) {
    const checks = fieldOf(json, 'validation_messages')
    const words = presentTexts([
      fieldOf(json, 'detail'),
      ...(Array.isArray(checks) ? (checks as unknown[]) : []),
    ])
    return words.join(': ') || null
  },
}

interface HalList {
  path: string
  /** The rows have this name among the embedded ones. */
  name: string
  query?: Query
  cursor: string | null
}

/** Reads one page of a list. Some lists give smaller pages than requested and say so in `page_size`. */
export async function listPage(
  http: VendorHttp,
  { path, name, query, cursor }: HalList,
): Promise<OffsetPage> {
  const place = readCursor<{ size: number; inner: string | null }>(cursor, { size: largestPage, inner: null })
  let servedSize = place.size
  const page = await numberedPage({
    cursor: place.inner,
    limit: place.size,
    fetch: async (number, size) => {
      const answer = await http.get(path, { query: { ...query, page: number, size } })
      const pageSize = numberIn(answer, 'page_size') ?? size
      if (pageSize > 0 && pageSize < size) servedSize = pageSize
      return { rows: rowsIn(answer, name), total: numberIn(answer, 'total_items') }
    },
  })
  const next = page.next === null ? null : writeCursor({ size: servedSize, inner: page.next })
  return { ...page, next }
}

/** Returns the embedded rows of a list; one without rows may lack their name. */
export function rowsIn(answer: unknown, name: string): unknown[] {
  const embedded = fieldOf(answer, '_embedded')
  const isEmpty = fieldOf(embedded, name) === undefined && numberIn(answer, 'total_items') === 0
  return isEmpty ? [] : listIn(embedded, name)
}

export const changedAt = (row: unknown): string | null => momentIn(row, 'updatedAt')
