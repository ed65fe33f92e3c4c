/** Serves MCP over HTTP at `/mcp`, with a key as on every route. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { tokenChallenge } from '../oauth/server-metadata.ts'
import { assertAllowedHost } from './assert-allowed-host.ts'
import { createInProcessCaller } from './in-process-caller.ts'
import { handlerLoader, largestMessage } from './load-handler.ts'

/** Any key may come in: each tool's calls are checked by themselves. */
const mcpRoute = {
  method: 'POST',
  url: '/mcp',
  id: 'callMcp',
  tag: 'Agents',
  summary: 'Serve an agent',
  auth: 'key',
  anyScope: true,
  forAgents: true,
  ofListings: 'narrows',
  overCap: 'allow',
  hidden: true,
  takesFile: true,
  write: false,
  reply: Type.Unknown(),
  errors: [],
  handle: async () => undefined,
} satisfies Route<Services>

function toWebRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const body = request.body as Buffer | undefined
  return new Request(new URL('/mcp', publicUrl), {
    method: request.method,
    headers,
    signal: leaving.signal,
    ...(body && body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
}

/** One counted request could otherwise be thousands of calls; the protocol has had no batches since June 2025. */
const isBatch = (body: unknown) => Buffer.isBuffer(body) && /^\s*\[/.test(body.toString('latin1', 0, 100))

const noBatches = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Send one message for each request; batches are not taken.' },
}

function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
  reply.header('cache-control', 'no-store')
  if (response.body === null) return reply.send('')
  return reply.send(Readable.fromWeb(response.body as ReadableStream))
}

export async function registerMcpEndpoint(
  app: FastifyInstance,
  root: FastifyInstance,
  services: Services,
): Promise<void> {
  let isUsed = false
  const loadHandler = handlerLoader(services)
  app.addHook('preClose', async () => {
    if (isUsed) await (await loadHandler()).close()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', tokenChallenge(services.publicUrl))
  })
  app.removeAllContentTypeParsers()
  // The SDK answers what is no JSON in the words of its protocol.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestMessage }, (_request, body, done) =>
    done(null, body),
  )
  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: mcpRoute.url,
    config: { route: mcpRoute as unknown as Route<never> },
    bodyLimit: largestMessage,
    onRequest: async (request) => assertAllowedHost(request, services.publicUrl),
    handler: async (request, reply) => {
      if (isBatch(request.body)) return reply.code(400).send(noBatches)
      isUsed = true
      const handler = await loadHandler()
      const agent = {
        api: createInProcessCaller(root, request),
        keyId: request.caller?.principal.keyId ?? '',
      }
      const response = await handler.answer(toWebRequest(request, reply, services.publicUrl), agent)
      return sendWebResponse(reply, response)
    },
  })
}
