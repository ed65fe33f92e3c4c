import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import type { Mistake } from '../kit/strict.ts'

/** The vendor's error body; its words for the types are not published. */
export const failure = (status: number, error_type: string, error_message: string): VendorAnswer => ({
  status,
  body: { error_code: status, error_type, error_message },
})

export const notFound = failure(404, 'record_not_found', 'The requested resource was not found.')
export const unauthorized = failure(401, 'authentication_required', 'The access token is not valid.')
export const unknownApp = failure(401, 'invalid_client', 'The application is not known.')
export const forbidden = (words: string): VendorAnswer => failure(403, 'permission_denied', words)
export const rateLimited = failure(429, 'rate_limit_exceeded', 'Too many requests.')

/** Refuses what was sent. Since 2024.06.30 reasons stand in a list of their own. */
export const invalid = (error_message: string, error_reason = 'invalid_parameter'): VendorAnswer => ({
  status: 400,
  body: {
    error_code: 400,
    error_type: 'validation_error',
    error_message,
    error_details: [{ error_message, error_reason }],
  },
})

/** Names everything at once that keeps a listing from being published. */
export const unpublishable = (missing: readonly string[]): VendorAnswer => ({
  status: 400,
  body: {
    error_code: 400,
    error_type: 'validation_error',
    error_message: 'The listing cannot be published yet.',
    error_details: missing.map((error_message) => ({ error_message, error_reason: 'listing_incomplete' })),
  },
})

const reasons: Record<Mistake['kind'], string> = {
  missing: 'missing_parameter',
  unknown: 'unknown_parameter',
  type: 'invalid_type',
  value: 'invalid_value',
}

export const mistaken = ({ text, kind }: Mistake): VendorAnswer => invalid(text, reasons[kind])

/** Ends a route unless the condition holds. */
export function demand(isRight: boolean, words: string, reason?: string): asserts isRight {
  if (!isRight) refuse(invalid(words, reason))
}

const largestPage = 50
const usualPage = 20

/** Returns a page of a list under its name; a cursor is an index into the list. */
export function page<Row extends object>(
  name: string,
  rows: readonly Row[],
  query: Query,
  show: (row: Row) => object = (row) => row,
): object {
  const limit = Math.min(largestPage, intParam(query, '_limit') ?? usualPage)
  const start = placeOf(textParam(query, '_cursor'))
  const next = start + limit
  const next_cursor = next < rows.length ? Buffer.from(`at:${next}`).toString('base64url') : null
  return { [name]: rows.slice(start, next).map(show), paging: { limit, next_cursor } }
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const place = /^at:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  demand(place !== undefined, '_cursor is not valid.')
  return Number(place)
}

/** Beside every exact amount stands its older form in whole units. */
export function withTwins(row: object): object {
  const twins = Object.entries(row).flatMap(([name, value]) =>
    name.endsWith('_accurate') ? [[name.slice(0, -'_accurate'.length), Math.round(Number(value ?? 0))]] : [],
  )
  return { ...row, ...Object.fromEntries(twins) }
}

export const exact = (amount: number): string => amount.toFixed(2)

/** Since 2023.06.30 answers to writes name what was created, and show nothing of what was changed. */
export const createdId = (id: string): object => ({ id })
export const emptyAnswer: object = {}
