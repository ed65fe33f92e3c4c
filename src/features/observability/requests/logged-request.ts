/** A finished request to a row of the log. Pure. */
import type { FinishedRequest } from '../../../http/request-log.ts'
import { toStoredTrace, type StoredTrace } from './trace.ts'

export interface LoggedRequest {
  workspaceId: string
  id: string
  requestId: string
  keyId: string
  method: string
  path: string
  operationId: string
  route: string | null
  status: number
  latencyMs: number
  requestBytes: number | null
  responseBytes: number | null
  ipAddress: string
  userAgent: string | null
  errorCode: string | null
  createdAt: string
  events: string[] | null
  trace: StoredTrace | null
}

/** null for a request without a key, which belongs to no workspace. */
export function toLoggedRequest(request: FinishedRequest): LoggedRequest | null {
  const { principal, workspaceId, operationId, trace } = request
  if (principal === null || workspaceId === null || operationId === null) return null
  return {
    workspaceId,
    id: request.id,
    requestId: request.requestId,
    keyId: principal.keyId,
    method: request.method,
    path: request.path,
    operationId,
    route: request.route,
    status: request.status,
    latencyMs: Math.round(request.ms),
    requestBytes: request.requestBytes,
    responseBytes: request.responseBytes,
    ipAddress: request.ipAddress,
    userAgent: request.userAgent,
    errorCode: request.errorCode,
    createdAt: request.startedAt.toISOString(),
    events: trace && trace.eventCount > 0 ? trace.events : null,
    trace: trace && toStoredTrace(trace),
  }
}
