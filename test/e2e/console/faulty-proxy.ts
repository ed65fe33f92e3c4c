/** A proxy between the browser and the server that fails as networks do, for the requests that a test names. */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Fault =
  /** Handed on late. */
  | { kind: 'slow'; ms: number }
  /** Answered by the proxy; the server never sees it. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** The server does it, and the connection breaks before its answer. */
  | { kind: 'lost' }

interface FaultPlan {
  method: string
  path: RegExp
  fault: Fault
  left: number
}

export interface SeenRequest {
  method: string
  path: string
  key: string | undefined
  at: number
}

export interface FaultyProxy {
  origin: string
  seen: SeenRequest[]
  /** The next requests of this kind fail so. */
  fail: (method: string, path: RegExp, fault: Fault, times?: number) => void
  /** Nothing fails any more. */
  mend: () => void
  close: () => Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The answer of the server; rejects when it has none. */
async function forward(target: string, request: IncomingMessage, body: Buffer) {
  const onward = ask(new URL(request.url ?? '/', target), {
    method: request.method,
    headers: { ...request.headers, host: new URL(target).host },
  })
  onward.end(body)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  return { answer, text: await readBody(answer) }
}

/** `target` is asked for each request, since a restarted server is another. */
export async function startFaultyProxy(target: () => string): Promise<FaultyProxy> {
  const planned: FaultPlan[] = []
  const seen: SeenRequest[] = []
  const faultFor = ({ method = 'GET', url = '/' }: IncomingMessage): Fault | undefined => {
    const plan = planned.find((one) => one.left > 0 && one.method === method && one.path.test(url))
    if (plan) plan.left -= 1
    return plan?.fault
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = request.headers['idempotency-key']
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      key: typeof key === 'string' ? key : undefined,
      at: Date.now(),
    })
    const fault = faultFor(request)
    const body = await readBody(request)
    if (fault?.kind === 'slow') await pause(fault.ms)
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '<html>from a proxy</html>')
      return
    }
    const { answer, text } = await forward(target(), request, body)
    if (fault?.kind === 'lost') return void request.socket.destroy()
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(text)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    fail: (method, path, fault, times = 1) => void planned.push({ method, path, fault, left: times }),
    mend: () => void (planned.length = 0),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
