/** Serves MCP over HTTP at `/mcp`, with a key as on every route. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { createAgentServer } from './agent-server.ts'
import type { ApiCaller } from '../tools/api-caller.ts'
import { assertAllowedHost } from './assert-allowed-host.ts'
import { createInProcessCaller } from './in-process-caller.ts'

/** The largest message is a text to a guest; this is many times as much. */
const largestMessage = 256 * 1024
/** A stream of notifications holds a connection, and nothing here ever changes a list. */
const mostStreams = 50

/** Any key may come in: each tool's calls are checked by themselves. */
const mcpRoute = {
  method: 'POST',
  url: '/mcp',
  id: 'callMcp',
  tag: 'Agents',
  summary: 'Serve an agent',
  auth: 'key',
  anyScope: true,
  ofListings: 'narrows',
  overCap: 'allow',
  hidden: true,
  takesFile: true,
  write: false,
  reply: Type.Unknown(),
  errors: [],
  handle: async () => undefined,
} satisfies Route<Services>

/** The SDK hands this through to the factory untouched. */
const callerOf = (authInfo: { extra?: Record<string, unknown> } | undefined) =>
  authInfo?.extra?.['api'] as ApiCaller

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
  const { clock, log } = services
  const factory: McpServerFactory = ({ authInfo }) =>
    createAgentServer({ api: callerOf(authInfo), now: () => clock.now() }, log)
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: largestMessage,
    maxSubscriptions: mostStreams,
    onerror: (error) => log.debug({ err: error }, 'an agent was refused'),
  })
  app.addHook('preClose', () => handler.close())
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
      const api = createInProcessCaller(root, request)
      const authInfo = {
        token: '',
        clientId: request.caller?.principal.keyId ?? '',
        scopes: [],
        extra: { api },
      }
      const response = await handler.fetch(toWebRequest(request, reply, services.publicUrl), { authInfo })
      return sendWebResponse(reply, response)
    },
  })
}
