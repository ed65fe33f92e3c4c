/** An operation runs another one for its caller, with the rights, gates and audit line that a request of its own has. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { AddressOf } from './client-address.ts'
import { consoleHeader } from './credentials.ts'

export interface OperationCall {
  method: 'POST' | 'PUT' | 'PATCH'
  url: string
  body: object
  idempotencyKey?: string
}

export interface OperationAnswer {
  status: number
  body: Record<string, unknown>
}

export type CallOperation = (call: OperationCall) => Promise<OperationAnswer>

/** These headers say who calls, and where. */
const callerHeaders = [
  'authorization',
  'x-api-key',
  'cookie',
  consoleHeader,
  'x-workspace-id',
  'x-account-id',
] as const

const innerCalls = new AsyncLocalStorage<true>()

export const isInnerCall = (): boolean => innerCalls.getStore() === true

export const operationCaller =
  ({ server, headers, raw }: FastifyRequest, addressOf: AddressOf): CallOperation =>
  ({ method, url, body, idempotencyKey }) =>
    innerCalls.run(true, async () => {
      const own = callerHeaders.flatMap((name) =>
        headers[name] === undefined ? [] : [[name, headers[name]]],
      )
      const { statusCode, body: text } = await server.inject({
        method,
        url,
        remoteAddress: addressOf(raw),
        headers: {
          ...(Object.fromEntries(own) as Record<string, string>),
          'content-type': 'application/json',
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        payload: JSON.stringify(body),
      })
      return { status: statusCode, body: JSON.parse(text) as Record<string, unknown> }
    })
