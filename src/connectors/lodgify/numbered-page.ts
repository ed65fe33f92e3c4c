import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { pageWindow } from '../../connector-kit/page-window.ts'
import { offsetPage } from '../../connector-kit/paginate.ts'
import { readItems } from './signals.ts'

// In a list that is ordered by change, everything that changes leaves its place.
const overlap = 12

export interface NumberedList {
  path: string
  query?: Query
  cursor: string | null
  /** 50 at most. */
  pageSize: number
}

/**
 * One page of a list of the newer version of the API. Its order is not documented and its pages have numbers, so the
 * walk goes by position, with pages of such sizes that each begins with rows of the one before.
 */
export async function numberedPage(
  http: VendorHttp,
  { path, query, cursor, pageSize }: NumberedList,
): Promise<{ rows: unknown[]; next: string | null; total: number | null }> {
  return offsetPage({
    cursor,
    limit: pageSize,
    overlap: Math.min(overlap, Math.floor(pageSize / 4)),
    fetch: async ({ offset, limit }) => {
      const { page, size, skip } = pageWindow(offset, limit)
      const answer = await http.get(path, { query: { ...query, page, size, includeCount: true } })
      const { rows, count } = readItems(answer)
      return { rows: rows.slice(skip), total: count ?? totalWithoutCount(rows.length, page, size) }
    },
  })
}

/** At least one row more after a full page, so that the walk does not end too early. */
function totalWithoutCount(rows: number, page: number, size: number): number {
  return (page - 1) * size + rows + (rows >= size ? 1 : 0)
}
