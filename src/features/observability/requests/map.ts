/** Rows of the log to the records of the API. Pure. */
import type { RequestLogRow } from '../../../contract/request-log.ts'
import type { StoredRequestRow } from './queries.ts'

const size = (bytes: string | null) => (bytes === null ? null : Number(bytes))

export const toRequestLogRow = (row: StoredRequestRow): RequestLogRow => ({
  id: row.id,
  requestId: row.request_id,
  method: row.method,
  path: row.path,
  operationId: row.operation_id,
  statusCode: row.status,
  latencyMs: row.latency_ms,
  requestBytes: size(row.request_bytes),
  responseBytes: size(row.response_bytes),
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
  errorCode: row.error_code,
  createdAt: row.created_at.toISOString(),
})
