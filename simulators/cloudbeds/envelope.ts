import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'

/** The vendor reports errors with status 200; only its gateway uses other ones. */
export const refused = (message: string, status = 200): VendorAnswer => ({
  status,
  body: { success: false, message },
})

export function page<T, S = T>(
  rows: readonly T[],
  query: Query,
  usualSize: number,
  show: (row: T) => S = (row) => row as unknown as S,
) {
  const size = Math.min(100, Math.max(1, intParam(query, 'pageSize') ?? usualSize))
  const number = Math.max(1, intParam(query, 'pageNumber') ?? 1)
  const data = rows.slice((number - 1) * size, number * size).map(show)
  return { success: true, data, count: data.length, total: rows.length }
}
