import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'

const defaultLimit = 100
// The documentation names 500 as the most for reviews and charges, and it is used for every list here.
const highestLimit = 500

export const success = (result: unknown) => ({ status: 'success', result })

export const failure = (status: number, message: string): VendorAnswer => ({
  status,
  body: { status: 'fail', message },
})

export const notFound = failure(404, 'Resource not found')

/** Returns a page in the vendor's envelope; absent `limit` and `offset` are null. */
export function page<T>(rows: readonly T[], query: Query, show: (row: T) => unknown = (row) => row): object {
  const limit = limitOf(query)
  const offset = Math.max(0, intParam(query, 'offset') ?? 0)
  return envelope(rows.slice(offset, offset + limit).map(show), rows.length, query, offset)
}

/** Returns the page after a row the caller has seen, found by the order and not by counting. */
export function pageAfter<T>(
  rows: readonly T[],
  isAfter: (row: T) => boolean,
  query: Query,
  show: (row: T) => unknown,
): object {
  const start = rows.findIndex(isAfter)
  const page = start < 0 ? [] : rows.slice(start, start + limitOf(query))
  return envelope(page.map(show), rows.length, query, undefined)
}

function limitOf(query: Query): number {
  const limit = intParam(query, 'limit')
  return limit === undefined || limit < 1 ? defaultLimit : Math.min(limit, highestLimit)
}

function envelope(result: unknown[], count: number, query: Query, offset: number | undefined): object {
  const limit = limitOf(query)
  return {
    ...success(result),
    limit: intParam(query, 'limit') === undefined ? null : limit,
    offset: intParam(query, 'offset') === undefined ? null : (offset ?? null),
    count,
    page: Math.floor((offset ?? 0) / limit) + 1,
    totalPages: Math.ceil(count / limit),
  }
}
