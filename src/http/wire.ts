/**
 * Runs the server below the application: time limits, connection limits, and answers to bytes that are no
 * request.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { ApiError } from '../platform/api-error.ts'
import { rawAnswer } from './answers.ts'
import { unavailable } from './error-envelope.ts'
import type { AddressLimit } from './limits/address-limit.ts'
import { createServer } from './node-http.ts'

export interface WireLimits {
  maxConnections: number
  requestTimeoutMs: number
  keepAliveMs: number
}

/** Limits the headers and a pause in the body, derived from the request's limit. */
export const partTimeoutMs = ({ requestTimeoutMs }: WireLimits): number => Math.ceil(requestTimeoutMs / 4)

interface WireOptions {
  limits: WireLimits
  readonly publicUrl: string
  addressLimit: Pick<AddressLimit, 'missAt' | 'headersAt'>
}

/** A refused client that is still sending may take this long to read the answer. */
export const lingerMs = 2_000

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export function createWireServer(handler: Handler, options: WireOptions): Server {
  const { limits } = options
  const checkEveryMs = Math.min(5_000, Math.max(100, partTimeoutMs(limits) / 4))
  const server = createServer(
    {
      headersTimeout: partTimeoutMs(limits),
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: checkEveryMs,
      // The application answers a missing Host header in the envelope.
      requireHostHeader: false,
    },
    handler,
  )
  // The application sends 100-continue when it wants the body, and refuses other expectations.
  server.on('checkContinue', handler)
  server.on('checkExpectation', handler)
  server.on('connect', (_request, socket) => refuse(socket, noTunnel(), options))
  limitConnections(server, options)
  return server
}

const noTunnel = () =>
  new ApiError('method_not_allowed', 'This server is no proxy: it opens no tunnels.', {
    value_received: 'CONNECT',
  })

/** Returns the response of a connection; undefined or null while it is idle or reads a head. */
const messageOf = (socket: Socket) =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage

/** Closing waits for running answers, and Node's own time limits end with its listening. */
function letNobodyHoldTheEnd(server: Server, open: ReadonlySet<Socket>, limits: WireLimits): void {
  const close = server.close.bind(server)
  server.close = (done) => {
    const began = performance.now()
    const isLate = () => performance.now() - began > partTimeoutMs(limits)
    const sweep = setInterval(() => {
      for (const socket of open) {
        const message = messageOf(socket)
        if (!message || (!message.req.complete && isLate())) socket.destroy()
      }
    }, 250)
    server.once('close', () => clearInterval(sweep))
    return close(done)
  }
}

function limitConnections(server: Server, options: WireOptions): void {
  const { maxConnections } = options.limits
  const open = new Set<Socket>()
  letNobodyHoldTheEnd(server, open, options.limits)
  // Runs before Node's listener, for which the new connection would be an idle one.
  server.prependListener('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (open.size <= maxConnections) return
    // Idle connections give way to one with a request.
    server.closeIdleConnections()
    // Closed sockets stay in the set until the system has released them.
    if ([...open].filter(({ destroyed }) => !destroyed).length <= maxConnections) return
    setImmediate(() => refuse(socket, unavailable('As many connections are open as may be.'), options))
  })
  // Above this even refusing would cost too much.
  server.maxConnections = maxConnections + 100
}

/** These sockets got their refusal; further bytes on them are discarded. */
const refused = new WeakSet<Duplex>()

function refuse(socket: Duplex, error: ApiError, { publicUrl, addressLimit }: WireOptions): void {
  if (refused.has(socket)) return
  refused.add(socket)
  socket.on('error', () => socket.destroy())
  const headers = addressLimit.headersAt((socket as Partial<Socket>).remoteAddress ?? '')
  socket.end(rawAnswer(error, { publicUrl, requestId: randomUUID(), headers }))
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

interface ClientError extends Error {
  code?: string
  rawPacket?: unknown
}

export function clientErrorHandler(options: WireOptions) {
  return (error: ClientError, socket: Socket): void => {
    if (refused.has(socket)) return
    // An answer that has begun cannot be replaced.
    const response = messageOf(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
      socket.destroy(error)
      return
    }
    const tooMany = options.addressLimit.missAt(socket.remoteAddress ?? '')
    refuse(socket, tooMany ?? whatItWas(error), options)
  }
}

function whatItWas({ code, rawPacket: packet }: ClientError): ApiError {
  const rawPacket = Buffer.isBuffer(packet) ? packet : undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError(
      'malformed_request',
      'The headers are larger than 16 KB.',
      {},
      { statusCase: 'headers_too_large' },
    )
  }
  // A TLS handshake starts with these bytes.
  if (rawPacket?.[0] === 0x16 && rawPacket[1] === 3) {
    return new ApiError('malformed_request', 'This port speaks plain HTTP: the address starts with http://.')
  }
  const [, method] = /^([A-Za-z-]{2,20}) \S+ HTTP\//.exec(rawPacket?.toString('latin1', 0, 4_096) ?? '') ?? []
  if (code === 'HPE_INVALID_METHOD' && method) {
    return new ApiError('method_not_allowed', 'There is no such method.', { value_received: method })
  }
  return new ApiError('malformed_request')
}
