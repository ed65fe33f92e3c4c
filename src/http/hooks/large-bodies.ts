/** Limits large bodies, which take about six times their size in memory until answered. A body that arrives too slowly loses its place. */
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'

const mostAtOnce = 4
/** This limits the bytes of all admitted bodies together, as they were sent. */
const mostBytes = 64 * 1024 * 1024
const largeBytes = 16 * 1024 * 1024
const waitSeconds = 2
/** Within each interval this many bytes must arrive: 40 MiB take five minutes. */
const lookEveryMs = 5_000
const leastBytes = 5 * 128 * 1024

/** Makes the hooks for routes with a large body limit. They run once the caller is known. */
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
      // A client that hangs up midway gets no answer; a complete body is still processed.
      raw.once('close', () => {
        if (!raw.readableEnded) leave(request)
      })
      if (raw.socket instanceof Socket) watchArrival(request, raw.socket)
    },
    // The bytes are released here and not after the answer, because an unread answer never ends.
    onSend: async (request: FastifyRequest): Promise<void> => leave(request),
  }
}

/** Reserves `content-length`, or the route's limit for a chunked body. */
function reservedBytes({ headers }: FastifyRequest, bodyLimit: number): number {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? Math.min(length, bodyLimit) : bodyLimit
}

function watchArrival({ raw }: FastifyRequest, socket: Socket): void {
  let before = socket.bytesRead
  const look = () => {
    const isSlow = socket.bytesRead - before < leastBytes
    before = socket.bytesRead
    // Ends the request as Node ends one that sent nothing for too long.
    if (isSlow && !raw.complete) raw.emit('timeout')
  }
  // The check waits until bytes that arrived while the process was busy have been read.
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
