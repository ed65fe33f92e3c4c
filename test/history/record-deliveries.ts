/** An endpoint of webhooks that writes each delivery into a history. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { History } from './history.ts'
import { readEvent } from './meanings/events.ts'
import type { JsonFields } from './meanings/meaning.ts'

export interface DeliveryRequest {
  headers: IncomingMessage['headers']
  body: string
}

export interface RecordingReceiver {
  /** An address for `path`; paths that begin with `/ordered` are endpoints that take events of a record in order. */
  url(path: string): string
  close(): void
}

/** `statusOf` chooses the answer by path and body; 200 by default. */
export async function startRecordingReceiver(
  history: History,
  { statusOf }: { statusOf?: (path: string, request: DeliveryRequest) => number } = {},
): Promise<RecordingReceiver> {
  const server = createServer(async (request, response) => {
    const begin = performance.now()
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // The sender was killed while it sent, so this was no delivery.
      return
    }
    const delivery = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
    const path = request.url ?? '/'
    const status = statusOf?.(path, delivery) ?? 200
    recordDelivery(history, path, delivery, { begin, status })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: (path) => origin + path,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Call it before the answer is sent, so that whatever the answer causes begins later. */
export function recordDelivery(
  history: History,
  endpoint: string,
  { headers, body }: DeliveryRequest,
  { begin, status }: { begin: number; status: number },
): void {
  const { event, effects } = readEvent(JSON.parse(body) as JsonFields)
  history.add({
    ...{ process: `receiver ${endpoint}`, kind: 'delivery', what: event.type, begin, end: performance.now() },
    ...{ result: status < 300 ? 'ok' : 'failed', event, effects },
    delivery: {
      ...{ endpoint, isOrdered: endpoint.startsWith('/ordered') },
      // The header begins with the name of the service, which is a setting.
      deliveryId: String(Object.entries(headers).find(([name]) => name.endsWith('-delivery-id'))?.[1] ?? ''),
    },
  })
}
