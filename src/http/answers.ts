/** Sends a handler's result, or the envelope of the error it threw. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../platform/api-error.ts'
import type { StoredAnswer } from '../platform/idempotency.ts'
import { isRefusingWrites } from '../platform/database-outage.ts'
import type { Log } from '../platform/log.ts'
import { errorAnswer, toApiError } from './error-envelope.ts'
import { missed, type AddressLimit } from './limits/address-limit.ts'
import { readableByPages } from './limits/headers.ts'
import { STATUS_CODES } from './node-http.ts'
import { withNotice } from './plan-notice.ts'
import { loggedUrl } from './logged-url.ts'

const jsonType = 'application/json; charset=utf-8'

export interface ErrorOptions {
  publicUrl: string
  log: Log
  addressLimit: AddressLimit
}

/** True when the request proved nothing and the answer would help somebody who guesses. */
function isMiss(error: ApiError, request: FastifyRequest): boolean {
  if (request.caller) return false
  if (error.code === 'malformed_request' || error.code === 'request_timeout') return true
  const route = request.routeOptions.config.route
  if (route === undefined) return error.code === 'method_not_allowed'
  return missed.includes(error.status) && (error.status === 401 || route.countAddress !== undefined)
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  { publicUrl, log, addressLimit }: ErrorOptions,
): FastifyReply {
  request.trace?.enter('sending')
  const found = toApiError(thrown)
  if (found.status >= 500 && (found.code !== 'service_unavailable' || isRefusingWrites(found))) {
    log.error(
      {
        requestId: request.id,
        method: request.method,
        url: loggedUrl(request),
        err: found.cause ?? found,
      },
      found.message,
    )
  }
  const isCounted = isMiss(found, request)
  const error = (isCounted && addressLimit.miss(request)) || found
  if (isCounted) reply.headers(addressLimit.window(request))
  noteError(request, error)
  if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(addressLimit.headers(request))
  // Refusals before the hook that usually sets these headers need them too.
  reply.headers({ ...readableByPages, 'x-request-id': request.id })
  return sendAnswer(reply, errorAnswer(error, { publicUrl, requestId: request.id }))
}

/** Notes the error's code for the request log. */
export function noteError(request: FastifyRequest, { code }: ApiError): void {
  request.errorCode = code
}

export function sendAnswer(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  const { status, headers, bytes } = answer
  const { notice } = reply.request
  reply.code(status).headers(headers)
  if (status === 304) return reply.send()
  reply.header('content-type', jsonType)
  if (!notice) return reply.send(bytes ?? answer.text)
  return reply.headers(notice.headers).send(status < 500 ? withNotice(answer.text, notice) : answer.text)
}

/**
 * Returns the envelope as bytes, for connections whose bytes never became a request. The connection ends with
 * it.
 */
export function rawAnswer(
  error: ApiError,
  {
    publicUrl,
    requestId,
    headers = {},
  }: { publicUrl: string; requestId: string; headers?: Record<string, string> },
): string {
  const answer = errorAnswer(error, { publicUrl, requestId })
  const lines = Object.entries({
    date: new Date().toUTCString(),
    connection: 'close',
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(answer.text)),
    'x-request-id': requestId,
    ...readableByPages,
    ...headers,
    ...answer.headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const reason = STATUS_CODES[answer.status] ?? 'Error'
  return `HTTP/1.1 ${answer.status} ${reason}\r\n${lines.join('')}\r\n${answer.text}`
}
