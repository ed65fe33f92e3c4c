/** Fifty endpoints of every temper in one server. What they answered with a 2xx is what they have. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  eventId: string
  record: string
  number: number
}

interface Body {
  eventId: string
  data: { record?: string; number?: number }
}

type ReceiverAnswer = (response: ServerResponse, request: IncomingMessage, eventId: string) => boolean

const accept: ReceiverAnswer = (response) => {
  response.writeHead(204).end()
  return true
}

/** Each is refused once: an endpoint that refused one event six times would rightly not get it. */
const refused = new Set<string>()

/** What each temper does; the answer says whether the sender was told that it was accepted. */
export const tempers = {
  fast: accept,
  ordered: accept,
  slow: (response) => {
    setTimeout(() => response.writeHead(204).end(), 20)
    return true
  },
  flaky: (response, request, eventId) => {
    const name = `${request.url} ${eventId}`
    if (Math.random() >= 0.1 || refused.has(name)) return accept(response, request, eventId)
    refused.add(name)
    response.writeHead(503).end()
    return false
  },
  // The status arrived, the rest of the body never does.
  cutsBody: (response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('begun', () => response.destroy())
    return true
  },
  failing: (response) => {
    response.writeHead(500).end()
    return false
  },
  hanging: () => false,
  slamming: (_, request) => {
    request.socket.destroy()
    return false
  },
  gone: (response) => {
    response.writeHead(410).end()
    return false
  },
  redirecting: (response) => {
    response.writeHead(307, { location: '/elsewhere' }).end()
    return false
  },
} satisfies Record<string, ReceiverAnswer>
export type Temper = keyof typeof tempers

export const healthy: ReadonlySet<Temper> = new Set(['fast', 'ordered', 'slow', 'flaky', 'cutsBody'])

/** Paths are `/<temper>/<number>`. */
export async function startChaosReceiver() {
  const received = new Map<string, Received[]>()
  let requests = 0
  const strayPaths: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // The sender was killed while it sent.
      return
    }
    requests += 1
    const path = request.url ?? ''
    const temper = path.split('/')[1] ?? ''
    if (!(temper in tempers)) {
      strayPaths.push(path)
      return void response.writeHead(204).end()
    }
    const { eventId, data } = JSON.parse(Buffer.concat(chunks).toString()) as Body
    if (!tempers[temper as Temper](response, request, eventId)) return
    const list = received.get(path) ?? []
    list.push({ eventId, record: data.record ?? '', number: data.number ?? 0 })
    received.set(path, list)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: (path: string) => origin + path,
    at: (path: string): readonly Received[] => received.get(path) ?? [],
    requests: () => requests,
    strayPaths,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
