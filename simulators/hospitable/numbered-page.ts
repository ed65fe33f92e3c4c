import type { VendorAnswer } from '../kit/definition.ts'
import { textParam, type Query } from '../kit/query.ts'
import { failure } from './failure.ts'

const base = 'https://public.api.hospitable.com/v2'

/** Returns a numbered page, by default of 10 rows; impossible pages are refused. */
export function numberedPage<T>(
  rows: readonly T[],
  query: Query,
  list: { path: string; largest?: number; show: (row: T) => object },
): VendorAnswer {
  const { path, largest = 100, show } = list
  const page = wholeNumber(textParam(query, 'page') ?? '1')
  const size = wholeNumber(textParam(query, 'per_page') ?? '10')
  if (page === null || size === null || size > largest) {
    return failure(400, 'Invalid pagination parameter supplied.')
  }
  const last = Math.max(1, Math.ceil(rows.length / size))
  const from = (page - 1) * size
  const pageRows = rows.slice(from, from + size)
  const link = (number: number) => `${base}${path}?page=${number}`
  const prev = page > 1 ? link(page - 1) : null
  const next = page < last ? link(page + 1) : null
  return {
    status: 200,
    body: {
      data: pageRows.map(show),
      links: { first: link(1), last: link(last), prev, next },
      meta: {
        current_page: page,
        from: pageRows.length === 0 ? null : from + 1,
        last_page: last,
        links: [
          { url: prev, label: '&laquo; Previous', active: false },
          { url: next, label: 'Next &raquo;', active: false },
        ],
        path: base + path,
        per_page: size,
        to: pageRows.length === 0 ? null : from + pageRows.length,
        total: rows.length,
      },
    },
  }
}

function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
}
