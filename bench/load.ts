/** A closed-loop load: each of `connections` callers sends its next request after the answer. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Target {
  origin: string
  paths: readonly string[]
  headers: readonly Record<string, string>[]
  /** Every answer must have this status; 200 by default. */
  status?: number
}

export interface Load {
  perSecond: number
  answers: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** Returns the answer's length and status; undefined while its head is incomplete. */
function headOf(bytes: Buffer): { status: number; length: number } | undefined {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined && status !== 304) throw new Error(`an answer without its length: ${head}`)
  return { status, length: end + headEnd.length + Number(length ?? 0) }
}

/** One read of a socket brings at most this much. */
const readBytes = 64 * 1024

interface Caller {
  ask(request: Buffer): Promise<number>
  end(): void
}

/**
 * Opens a caller with a connection of its own. It speaks minimal HTTP into one buffer, because the load shares the
 * processor with the server, and client libraries are slow.
 */
async function openCaller(host: string, port: number): Promise<Caller> {
  /** Bytes of an answer with an incomplete head. */
  let begun = Buffer.alloc(0)
  let [arrived, awaited] = [0, Number.POSITIVE_INFINITY]
  let status = 0
  let done: { resolve(status: number): void; reject(error: unknown): void } | undefined
  function read(count: number, buffer: Uint8Array): boolean {
    arrived += count
    if (awaited === Number.POSITIVE_INFINITY) {
      const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, count)
      const all = begun.length > 0 ? Buffer.concat([begun, bytes]) : bytes
      const head = headOf(all)
      if (!head) {
        // The next read reuses the buffer, so these bytes are copied.
        begun = Buffer.from(all)
        return true
      }
      awaited = head.length
      status = head.status
    }
    if (arrived < awaited) return true
    if (arrived > awaited) throw new Error('more came than was asked for')
    begun = Buffer.alloc(0)
    ;[arrived, awaited] = [0, Number.POSITIVE_INFINITY]
    done?.resolve(status)
    return true
  }
  const socket: Socket = connect({
    host,
    port,
    noDelay: true,
    onread: { buffer: Buffer.alloc(readBytes), callback: read },
  })
  await once(socket, 'connect')
  socket.on('error', (error) => done?.reject(error))
  socket.on('close', () => done?.reject(new Error('the server hung up')))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        done = { resolve, reject }
        socket.write(request)
      }),
    end: () => socket.destroy(),
  }
}

/** Loads the target for about `seconds` and returns the number of `answers`. Each must have the target's status. */
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
  const callers = await Promise.all(
    Array.from({ length: connections }, () => openCaller(hostname, Number(port))),
  )
  let [answers, next] = [0, 0]
  const started = performance.now()
  const end = started + seconds * 1000
  async function ask(caller: Caller): Promise<void> {
    while (performance.now() < end) {
      const turn = next++
      const status = await caller.ask(requestAt(turn))
      if (status !== (target.status ?? 200)) {
        throw new Error(`${target.origin}${target.paths[turn % target.paths.length]} answered ${status}`)
      }
      answers += 1
    }
  }
  try {
    await Promise.all(callers.map(ask))
    return { answers, perSecond: answers / ((performance.now() - started) / 1000) }
  } finally {
    for (const caller of callers) caller.end()
  }
}

export const requestsPerSecond = async (
  target: Target,
  seconds: number,
  connections?: number,
): Promise<number> => (await load(target, seconds, connections)).perSecond

/** Runs until the server's code is compiled, since first requests take several times as long. */
export async function warmUp(target: Target, answers = 6_000): Promise<void> {
  for (let left = answers; left > 0;) left -= (await load(target, 1)).answers
}
