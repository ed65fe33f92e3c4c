/** Tells whoever keeps a log of requests how each ended. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { hideTexts } from '../platform/log.ts'
import { memoizeByText } from '../platform/memoize-by-text.ts'
import { requestSpans, tracer, type RequestSpans } from '../platform/spans.ts'
import { timeUuid } from '../platform/time-uuid.ts'
import { Trace } from '../platform/trace.ts'
import type { AddressOf } from './client-address.ts'
import { loggedUrl } from './logged-url.ts'
import type { Principal } from './route.ts'

export interface FinishedRequest {
  /** Of this request alone, while a caller may send one `X-Request-ID` several times; it begins with the time. */
  id: string
  requestId: string
  startedAt: Date
  /** Whose key it was; null where none is needed or none was known. */
  principal: Principal | null
  /** The workspace that was meant; that of the key where it was refused before that was known. */
  workspaceId: string | null
  method: string
  operationId: string | null
  /** The route's pattern; null for a path that nobody answers. */
  route: string | null
  /** As the log may know it: no values of the query, nothing that opens a door. */
  path: string
  status: number
  ms: number
  requestBytes: number | null
  responseBytes: number | null
  ipAddress: string
  userAgent: string | null
  errorCode: string | null
  trace: Trace | null
}

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: Date | null
    /** What happens inside of it. */
    trace: Trace | null
    /** Code of the error it is answered with. */
    errorCode: string | null
    /** Known as soon as the key is, also when the request is refused then. */
    asking: Principal | null
  }
}

const longestUserAgent = 200

/** Most callers are few programs. */
const shownAgent = memoizeByText((agent) => hideTexts(agent).slice(0, longestUserAgent), 1_000)

const whole = (value: unknown): number | null => {
  const number = Number(value ?? NaN)
  return Number.isSafeInteger(number) && number >= 0 ? number : null
}

function finished(
  request: FastifyRequest,
  reply: FastifyReply,
  startedAt: Date,
  addressOf: AddressOf,
): FinishedRequest {
  const { headers, asking, caller } = request
  const userAgent = headers['user-agent']
  const isOwnId = headers['x-request-id'] !== request.id
  return {
    id: isOwnId ? timeUuid(startedAt, request.id) : timeUuid(startedAt),
    // One that was made here hides nothing.
    requestId: isOwnId ? request.id : hideTexts(request.id),
    startedAt,
    principal: asking,
    workspaceId: caller?.scope?.workspaceId ?? asking?.workspaceId ?? null,
    method: request.method,
    operationId: request.routeOptions.config.route?.id ?? null,
    route: request.routeOptions.url ?? null,
    path: loggedUrl(request),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    requestBytes: whole(headers['content-length']),
    responseBytes: whole(reply.getHeader('content-length')),
    ipAddress: addressOf(request),
    userAgent: userAgent === undefined ? null : shownAgent(userAgent),
    errorCode: request.errorCode,
    trace: request.trace,
  }
}

const spansOf = ({ method, routeOptions: { url }, headers: { traceparent } }: FastifyRequest) =>
  requestSpans({
    method,
    route: url ?? null,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })

/** What a span says of a request names no caller; the line of the log does, and is found by its id. */
function endSpans(spans: RequestSpans, { status, errorCode, ...of }: FinishedRequest): void {
  const about = {
    'http.response.status_code': status,
    'error.type': errorCode,
    'lodgewire.operation': of.operationId,
    'lodgewire.workspace': of.workspaceId,
    'lodgewire.request': of.id,
  }
  spans.end(about, status >= 500 ? (errorCode ?? String(status)) : null)
}

export type SeeRequest = (request: FinishedRequest) => void

/** To be added before every other hook. */
export function watchRequests(
  app: FastifyInstance,
  { clock, addressOf, see, traced }: { clock: Clock; addressOf: AddressOf; see: SeeRequest; traced: boolean },
): void {
  app.decorateRequest('startedAt', null)
  app.decorateRequest('asking', null)
  app.decorateRequest('trace', null)
  app.decorateRequest('errorCode', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = clock.now()
    if (traced) request.trace = new Trace(tracer === null ? null : spansOf(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { startedAt, trace } = request
    trace?.enter(null)
    // What never was a request to the server's library has none.
    if (startedAt !== null) {
      const seen = finished(request, reply, startedAt, addressOf)
      see(seen)
      if (trace?.spans) endSpans(trace.spans, seen)
    }
    done()
  })
}
