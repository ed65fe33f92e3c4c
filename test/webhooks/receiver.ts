/** A subscriber's endpoint: takes what arrives and answers as the test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Arrival {
  path: string
  headers: IncomingHttpHeaders
  body: string
  json: { event: string; eventId: string; sequence: number; data: Record<string, unknown> } & Record<
    string,
    unknown
  >
  response: ServerResponse
}

export interface Receiver {
  url(path: string): string
  /** What came to a path, in order. */
  at(path: string): Arrival[]
  close(): Promise<void>
}

type ReceiverAnswer = number | 'hang' | ((arrival: Arrival) => void)

/** `answers`: by path; 204 where nothing is said. It may be changed while the receiver runs. */
export async function startReceiver(answers: Record<string, ReceiverAnswer> = {}): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const arrival = { path, headers: request.headers, body, json: JSON.parse(body), response } as Arrival
    arrivals.push(arrival)
    const answer = answers[path] ?? 204
    if (typeof answer === 'number') response.writeHead(answer, { 'x-receiver': 'test' }).end()
    else if (answer !== 'hang') answer(arrival)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at: (path) => arrivals.filter((arrival) => arrival.path === path),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
