/**
 * Bodies much larger than others are in memory until they are answered, some six times over: only so much of them is let in at
 * a time, and one that hardly arrives gives its place up.
 */
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'

const mostAtOnce = 4
/** Of all that are inside, as they are sent. */
const mostBytes = 64 * 1024 * 1024
const largeBytes = 16 * 1024 * 1024
const waitSeconds = 2
/** In every such time so many bytes have to come: 40 MiB take five minutes. */
const lookEveryMs = 5_000
const leastBytes = 5 * 128 * 1024

/** Hooks of a route that takes so much; none for any other. They run once the caller is known. */
export function largeBodies(bodyLimit: number) {
  if (bodyLimit < largeBytes) return {}
  const inside = new Map<FastifyRequest, number>()
  const leave = (request: FastifyRequest) => void inside.delete(request)
  return {
    onRequest: async (request: FastifyRequest): Promise<void> => {
      const bytes = reservedBytes(request, bodyLimit)
      const others = [...inside.values()].reduce((sum, one) => sum + one, 0)
      if (inside.size >= mostAtOnce || others + bytes > mostBytes) throw tooMany()
      const { raw } = request
      if (raw.destroyed) return
      inside.set(request, bytes)
      // Who hangs up halfway is never answered; what arrived whole is worked on and answered, though nobody reads it.
      raw.once('close', () => {
        if (!raw.readableEnded) leave(request)
      })
      if (raw.socket instanceof Socket) watchArrival(request, raw.socket)
    },
    // Not when the answer is out: one that nobody reads never is.
    onSend: async (request: FastifyRequest): Promise<void> => leave(request),
  }
}

/** Bytes to reserve for a body: what `content-length` says, and all that the route takes where it says nothing (chunked). */
function reservedBytes({ headers }: FastifyRequest, bodyLimit: number): number {
  const said = Number(headers['content-length'])
  return Number.isSafeInteger(said) ? Math.min(said, bodyLimit) : bodyLimit
}

function watchArrival({ raw }: FastifyRequest, socket: Socket): void {
  let before = socket.bytesRead
  const look = () => {
    const isSlow = socket.bytesRead - before < leastBytes
    before = socket.bytesRead
    // As where nothing comes at all.
    if (isSlow && !raw.complete) raw.emit('timeout')
  }
  // What came while this process stood still is read first.
  const looking = setInterval(() => setImmediate(look), lookEveryMs)
  looking.unref()
  const stop = () => clearInterval(looking)
  raw.once('end', stop)
  raw.once('close', stop)
}

const tooMany = () =>
  new ApiError(
    'rate_limit_exceeded',
    `The server takes ${mostAtOnce} requests as large as this may be at a time, and ${mostBytes / 1024 / 1024} MiB of them together; nothing was read of it.`,
    { retry_after: waitSeconds },
  )
