/** A finished request to a row of the log. Pure. */
import type { FinishedRequest } from '../../http/request-log.ts'

export interface LoggedRequest {
  workspaceId: string
  id: string
  requestId: string
  keyId: string
  method: string
  path: string
  operationId: string
  status: number
  latencyMs: number
  requestBytes: number | null
  responseBytes: number | null
  ipAddress: string
  userAgent: string | null
  errorCode: string | null
  createdAt: string
}

/** null for what was asked without a key, which belongs to no data space. */
export function toLogged(request: FinishedRequest): LoggedRequest | null {
  const { principal, workspaceId, operationId } = request
  if (principal === null || workspaceId === null || operationId === null) return null
  return {
    workspaceId,
    id: request.id,
    requestId: request.requestId,
    keyId: principal.keyId,
    method: request.method,
    path: request.path,
    operationId,
    status: request.status,
    latencyMs: Math.round(request.ms),
    requestBytes: request.requestBytes,
    responseBytes: request.responseBytes,
    ipAddress: request.ipAddress,
    userAgent: request.userAgent,
    errorCode: request.errorCode,
    createdAt: request.startedAt.toISOString(),
  }
}
