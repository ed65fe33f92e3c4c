import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'

const requestId = 'RT2026051109300000001'

/** Every answer has status 200, and the body says if the call succeeded. */
export const failure = (
  code: number,
  error_msg: string,
  headers: Record<string, string> = {},
): VendorAnswer => ({
  status: 200,
  body: { request_id: requestId, error_code: code, error_msg },
  headers,
})

export const success = (data?: object): object => ({
  request_id: requestId,
  error_code: 200,
  error_msg: 'Done.',
  ...(data === undefined ? {} : { data }),
})

export const notFound = failure(404, 'Not Found.')
export const unauthorized = failure(401, 'Invalid access token.')
export const invalid = (message: string): VendorAnswer => failure(400, message)

/** The vendor writes moments in this form. */
export const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`

const largestPage = 100
const usualPage = 20

export function page<Row>(rows: readonly Row[], query: Query): Row[] {
  const limit = Math.min(largestPage, Math.max(1, intParam(query, 'limit') ?? usualPage))
  const offset = Math.max(0, intParam(query, 'offset') ?? 0)
  return rows.slice(offset, offset + limit)
}
