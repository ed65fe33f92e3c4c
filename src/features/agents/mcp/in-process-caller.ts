/** Calls the public API within this process: every gate that a request from outside meets is met here too. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { agentOrigin } from '../../../http/agent-origin.ts'
import { addressOfCall, type ApiCaller } from '../tools/api-caller.ts'

/** These say who calls and for whom; nothing else of the agent's request is passed on. */
const passedHeaders = [
  'authorization',
  'x-api-key',
  'x-workspace-id',
  'x-account-id',
  'user-agent',
  'x-forwarded-for',
  'forwarded',
] as const

function headersFrom({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

export function createInProcessCaller(app: FastifyInstance, request: FastifyRequest): ApiCaller {
  const shared = {
    ...headersFrom(request),
    'x-lodgewire-agent': 'mcp',
    host: request.headers.host ?? 'localhost',
  }
  const remoteAddress = request.raw.socket.remoteAddress ?? '127.0.0.1'
  return {
    async send(call) {
      // The request is made where its answer is awaited, so that belongs inside.
      const answer = await agentOrigin.run(
        request.id,
        async () =>
          await app.inject({
            method: call.method,
            url: addressOfCall(call),
            remoteAddress,
            headers: {
              ...shared,
              ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
          }),
      )
      const { 'retry-after': retryAfter } = answer.headers
      return {
        status: answer.statusCode,
        text: answer.payload,
        retryAfter: retryAfter === undefined ? null : String(retryAfter),
      }
    },
  }
}
