import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'

export const failure = (status: number, apiErrorMessage: string): VendorAnswer => ({
  status,
  body: { apiErrorMessage, uid: '5f0c1d9e-0000-4000-8000-00000000e001' },
})

export const unauthorized = failure(401, 'Unauthorized')
export const forbidden = failure(403, 'Access denied.')
export const notFound = failure(404, 'Resource not found.')
export const leadNotFound = failure(404, 'Lead not found.')
export const tooMany = failure(429, 'Too many requests.')
export const invalid = (message: string): VendorAnswer => failure(400, message)

/** Moments are in UTC and do not say so. */
export const zoneless = (instant: string | null): string | null =>
  instant?.replace(/(?:\.\d+)?Z$/, '') ?? null

const largestPage = 100
const usualPage = 20

function offsetOf(query: Query): number {
  const cursor = textParam(query, '_cursor')
  if (cursor === undefined) return 0
  const { offset } = JSON.parse(Buffer.from(cursor, 'base64').toString()) as { offset: number }
  return offset
}

/** A next page is named after the last one too, and only some lists tell their total. */
export function page(
  name: string,
  rows: readonly object[],
  query: Query,
  { tellsTotal = false } = {},
): object {
  const limit = Math.min(largestPage, intParam(query, '_limit') ?? usualPage)
  const offset = offsetOf(query)
  const pageRows = rows.slice(offset, offset + limit)
  const cursor = JSON.stringify({ offset: offset + pageRows.length })
  return {
    [name]: pageRows,
    _metadata: { count: pageRows.length, totalCount: tellsTotal ? rows.length : null },
    _paging: { _limit: limit, _nextCursor: Buffer.from(cursor).toString('base64') },
  }
}
