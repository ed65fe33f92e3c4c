/** Stands between a client and a simulator and keeps what passes, word for word. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentRequest {
  method: string
  /** Path and query as they were sent. */
  url: string
  headers: Record<string, string>
  body: string
}

export interface GivenAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface RecordedExchange {
  request: SentRequest
  answer: GivenAnswer
}

export interface Recorder {
  url: string
  exchanges: RecordedExchange[]
  close(): Promise<void>
}

// Of one connection, not of the message.
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect']

/** `instead`: what is answered in the target's place. */
export async function startRecorder(
  target: string,
  instead: (request: SentRequest) => GivenAnswer | undefined = () => undefined,
): Promise<Recorder> {
  const exchanges: RecordedExchange[] = []
  const server = http.createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error))
  })

  async function pass(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const bytes = await bytesOf(incoming)
    const request: SentRequest = {
      method: incoming.method ?? 'GET',
      url: incoming.url ?? '/',
      headers: headersOf(incoming.headers),
      body: bytes.toString('utf8'),
    }
    const answer = instead(request) ?? (await send(target, request, bytes))
    exchanges.push({ request, answer })
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** One request as it was recorded or spoiled, straight to the simulator. `body`: as bytes where they are no text. */
export async function send(
  target: string,
  request: SentRequest,
  body: Buffer | string = request.body,
): Promise<GivenAnswer> {
  const { method } = request
  const headers = {
    ...request.headers,
    connection: 'close',
    ...(body.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const call = http.request(target + request.url, { method, headers }, resolve)
    call.on('error', reject)
    call.end(body)
  })
  return {
    status: answer.statusCode ?? 0,
    headers: headersOf(answer.headers),
    body: (await bytesOf(answer)).toString('utf8'),
  }
}

async function bytesOf(message: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function headersOf(headers: http.IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || hopHeaders.includes(name)) continue
    kept[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return kept
}
