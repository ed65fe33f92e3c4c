/** Sending answers: what a handler made, and the envelope of whatever was thrown. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../platform/idempotency.ts'
import type { Log } from '../platform/log.ts'
import { errorAnswer, toApiError } from './error-envelope.ts'

const jsonType = 'application/json; charset=utf-8'

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  options: { publicUrl: string; log: Log },
) {
  const error = toApiError(thrown)
  if (error.status >= 500) {
    options.log.error(
      { requestId: request.id, method: request.method, url: request.url, err: error.cause ?? error },
      error.message,
    )
  }
  return sendAnswer(reply, errorAnswer(error, { publicUrl: options.publicUrl, requestId: request.id }))
}

export function sendAnswer(reply: FastifyReply, { status, headers, text }: Answer): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', jsonType).send(text)
}
