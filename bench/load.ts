/** A closed-loop load: `connections` callers that each send the next request when the answer is there. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Target {
  origin: string
  paths: readonly string[]
  headers: readonly Record<string, string>[]
  /** What every answer must be; 200 unless told. */
  status?: number
}

export interface Load {
  perSecond: number
  answers: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** Bytes of the answer that begins the chunk and what it says; undefined: its head is not whole yet. */
function headOf(bytes: Buffer): { status: number; length: number } | undefined {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined && status !== 304) throw new Error(`an answer without its length: ${head}`)
  return { status, length: end + headEnd.length + Number(length ?? 0) }
}

/**
 * One caller on a connection of its own. It speaks as much HTTP as this needs: the load shares the processor with what is
 * measured, and a client library takes as long as a quick answer does.
 */
function openCaller(socket: Socket): (request: Buffer) => Promise<number> {
  let parts: Buffer[] = []
  let [arrived, awaited] = [0, Number.POSITIVE_INFINITY]
  let status = 0
  let done: { resolve(status: number): void; reject(error: unknown): void } | undefined
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    arrived += chunk.length
    if (awaited === Number.POSITIVE_INFINITY) {
      if (parts.length > 1) parts = [Buffer.concat(parts)]
      const head = headOf(parts[0] as Buffer)
      if (!head) return
      awaited = head.length
      status = head.status
    }
    if (arrived < awaited) return
    if (arrived > awaited) return void socket.destroy(new Error('more came than was asked for'))
    parts = []
    ;[arrived, awaited] = [0, Number.POSITIVE_INFINITY]
    done?.resolve(status)
  })
  socket.on('error', (error) => done?.reject(error))
  socket.on('close', () => done?.reject(new Error('the server hung up')))
  return (request) =>
    new Promise((resolve, reject) => {
      done = { resolve, reject }
      socket.write(request)
    })
}

/** `answers` of it in `seconds` and a little. Every answer must be of the target's status. */
export async function load(target: Target, seconds: number, connections = 8): Promise<Load> {
  const { hostname, port, host } = new URL(target.origin)
  const heads = target.headers.map((headers) =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join(''),
  )
  const requestAt = (turn: number) =>
    Buffer.from(
      `GET ${target.paths[turn % target.paths.length] ?? '/'} HTTP/1.1\r\nhost: ${host}\r\n${heads[turn % heads.length] ?? ''}\r\n`,
      'latin1',
    )
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  let [answers, next] = [0, 0]
  const started = performance.now()
  const end = started + seconds * 1000
  async function caller(socket: Socket): Promise<void> {
    const ask = openCaller(socket)
    while (performance.now() < end) {
      const turn = next++
      const status = await ask(requestAt(turn))
      if (status !== (target.status ?? 200)) {
        throw new Error(`${target.origin}${target.paths[turn % target.paths.length]} answered ${status}`)
      }
      answers += 1
    }
  }
  try {
    await Promise.all(sockets.map(caller))
    return { answers, perSecond: answers / ((performance.now() - started) / 1000) }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

export const requestsPerSecond = async (
  target: Target,
  seconds: number,
  connections?: number,
): Promise<number> => (await load(target, seconds, connections)).perSecond

/** Until the server's code is compiled: what it does at first takes several times as long. */
export async function warmUp(target: Target, answers = 6_000): Promise<void> {
  for (let left = answers; left > 0;) left -= (await load(target, 1)).answers
}
