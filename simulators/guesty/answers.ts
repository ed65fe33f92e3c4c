import type { VendorAnswer } from '../kit/definition.ts'
import { intParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { valueAt } from './projection.ts'

/** The services behind the API word their refusals in different ways. */
export const unauthorized: VendorAnswer = {
  status: 401,
  body: { error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } },
}

export const refusal = (
  status: number,
  message: string,
  code = 'ValidationError',
  data = {},
): VendorAnswer => ({
  status,
  body: { message, code, data, requestId: 'Root=1-63b68e3a-573cc83364fce31b0fd45abc' },
})

export const noListing = (listingId: unknown): VendorAnswer =>
  refusal(404, 'Listing not found', 'LISTING_NOT_FOUND', { listingId })
export const noGuest = refusal(404, 'Guest not found', 'NOT_FOUND')
export const noReview = refusal(404, 'Review not found', 'NOT_FOUND')
export const noConversation = refusal(404, 'Conversation not found', 'NOT_FOUND')

/** Of the newer booking services. */
export const nested = (status: number, message: string, code: string, data: string): VendorAnswer => ({
  status,
  body: { error: { status, message, code, data } },
})

/** Of the services for photos, addresses and amenities. */
export const failure = (status: number, message: string, data?: string): VendorAnswer => ({
  status,
  body: { error: { message, status, ...(data === undefined ? {} : { data }) } },
})

/** Of the older services: just words, not even JSON. */
export const plainWords = (status: number, words: string): VendorAnswer => ({
  status,
  body: words,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
})

export const tooMany = (seconds: number): VendorAnswer => ({
  status: 429,
  body: { error: { code: 'TOO_MANY_REQUESTS', message: 'Too Many Requests' } },
  headers: { 'retry-after': String(seconds) },
})

export interface PageRequest {
  limit: number
  skip: number
}

/** `limit` is 25 unless told and at most 100. */
export function askedFor(query: Query, usual = 25): PageRequest {
  const limit = intParam(query, 'limit') ?? usual
  return { limit: Math.min(100, Math.max(1, limit)), skip: Math.max(0, intParam(query, 'skip') ?? 0) }
}

/** By one field, descending with a minus before it; ids decide between equals. */
export function sorted<T extends { _id: string }>(rows: readonly T[], sort: string): T[] {
  const field = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: String(valueAt(row, field) ?? '') }))
  keyed.sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row._id < b.row._id ? -1 : 1))
  return keyed.map(({ row }) => row)
}
