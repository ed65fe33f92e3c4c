/** Stands between servers and a receiver of webhooks, and breaks what arrives. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PassingDelivery {
  path: string
  headers: Record<string, string>
  event: { eventId: string; type: string; sequence: number; data: Record<string, unknown> }
}

/** Sends on what arrives in its place; the server is always answered with 200. */
export type DeliveryFault = (
  delivery: PassingDelivery,
  send: (delivery: PassingDelivery) => Promise<void>,
) => Promise<void>

export interface BrokenDeliveries {
  url(path: string): string
  fault: DeliveryFault | null
  /** The receiver's address. */
  target: (path: string) => string
  close(): void
}

export async function breakDeliveries(): Promise<BrokenDeliveries> {
  const send = async ({ path, headers, event }: PassingDelivery) => {
    await fetch(broken.target(path), { method: 'POST', headers, body: JSON.stringify(event) })
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const kept = Object.entries(request.headers).filter(([name]) => name.endsWith('-delivery-id'))
    const delivery: PassingDelivery = {
      path: request.url ?? '/',
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      event: JSON.parse(Buffer.concat(chunks).toString('utf8')) as PassingDelivery['event'],
    }
    await (broken.fault ? broken.fault(delivery, send) : send(delivery))
    response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const broken: BrokenDeliveries = {
    url: (path) => origin + path,
    fault: null,
    target: (path) => path,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return broken
}
