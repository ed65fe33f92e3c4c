/** Serves metrics on a port of their own, or beside the API behind a token. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../../http/node-http.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { equalInConstantTime } from '../../../platform/crypto.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from './metrics.ts'

const canReadMetrics = (token: string | undefined, authorization: string | undefined): boolean =>
  token === undefined || equalInConstantTime(authorization ?? '', `Bearer ${token}`)

/** Beside the API a token is required. */
export const createMetricsPage =
  (metrics: Metrics, token: string) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get('/metrics', async (request, reply) => {
      if (!canReadMetrics(token, request.headers.authorization))
        throw new ApiError('unauthorized', 'Metrics are read with `Authorization: Bearer <METRICS_TOKEN>`.')
      return reply.header('content-type', metrics.contentType).send(await metrics.text())
    })
  }

export interface MetricsServer {
  port: number
  stop(): Promise<void>
}

export async function serveMetrics(
  metrics: Metrics,
  { host, port, token, log }: { host: string; port: number; token: string | undefined; log: Log },
): Promise<MetricsServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isHere = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isHere) return void response.writeHead(404).end()
    if (!canReadMetrics(token, request.headers.authorization))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'metrics could not be told')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
