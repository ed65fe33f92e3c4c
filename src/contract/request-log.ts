import { Type } from 'typebox'
import type { Static } from 'typebox'
import { integerOrNull, oneOfStrings, Pagination, record, text, textOrNull, timestamp } from './shared.ts'

export const requestLogRanges = ['1h', '24h', '7d', '30d'] as const
export const statusFamilies = ['2xx', '3xx', '4xx', '5xx'] as const

/** The log has one row per request that concerned the workspace. */
export const RequestLogRow = record({
  id: text('Of this request alone: a UUID.', { examples: ['0d8f5a0e-6a4b-4d0a-9a52-6f0b6a0f4f11'] }),
  requestId: text('The `X-Request-ID` that was sent, or the one the server gave; it stands in the answer.', {
    examples: ['nightly-import-17'],
  }),
  method: text('HTTP method.', { examples: ['GET'] }),
  path: text('The path with the ids of records in it, and the names of the query without their values.', {
    examples: ['/v1/reservations/4711?include'],
  }),
  operationId: text('The operation.', { examples: ['listReservations'] }),
  statusCode: Type.Integer({ description: 'Status of the answer.', examples: [200] }),
  latencyMs: Type.Integer({ minimum: 0, description: 'Milliseconds until it was answered.', examples: [12] }),
  requestBytes: integerOrNull('Size of the body that was sent, as its header says; null without one.'),
  responseBytes: integerOrNull('Size of the body of the answer; null where it is sent line by line.'),
  ipAddress: textOrNull('Address it came from; of IPv6 the network alone.', { examples: ['192.0.2.17'] }),
  userAgent: textOrNull('What called itself so, at most 200 characters.', { examples: ['my-client/1.4'] }),
  errorCode: textOrNull('Code of the error it was answered with.', { examples: ['not_found'] }),
  createdAt: timestamp('When it came in.'),
})
export type RequestLogRow = Static<typeof RequestLogRow>

/** Answer of `GET /v1/usage/logs`. */
export const RequestLog = record({
  data: Type.Array(RequestLogRow, { description: 'Newest first.' }),
  pagination: Pagination,
  range: oneOfStrings(requestLogRanges, { description: 'The range.' }),
})
