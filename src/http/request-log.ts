/** Reports how each request ended, for the request log. */
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
  /** This id is unique, while callers may repeat an `X-Request-ID`. It begins with the time. */
  id: string
  requestId: string
  startedAt: Date
  /** The key's principal is null where no key was needed or known. */
  principal: Principal | null
  /** This is the requested workspace, or the key's if the request was refused earlier. */
  workspaceId: string | null
  method: string
  operationId: string | null
  /** The route's pattern is null for an unknown path. */
  route: string | null
  /** Query values and secrets are left out of the URL. */
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
    trace: Trace | null
    /** The error answer has this code. */
    errorCode: string | null
    /** Set once the key is known, even when the request is then refused. */
    asking: Principal | null
  }
}

const longestUserAgent = 200

/** Most callers are a few programs, so their agents are cached. */
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
    // An id made here holds no secret.
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

/** Spans name no caller; the log line does, and has the same id. */
function endSpans(spans: RequestSpans, { status, errorCode, ...request }: FinishedRequest): void {
  const about = {
    'http.response.status_code': status,
    'error.type': errorCode,
    'lodgewire.operation': request.operationId,
    'lodgewire.workspace': request.workspaceId,
    'lodgewire.request': request.id,
  }
  spans.end(about, status >= 500 ? (errorCode ?? String(status)) : null)
}

export type SeeRequest = (request: FinishedRequest) => void

/** This hook must precede every other one. */
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
    // Bytes that Fastify never saw as a request have no start time.
    if (startedAt !== null) {
      const entry = finished(request, reply, startedAt, addressOf)
      see(entry)
      if (trace?.spans) endSpans(trace.spans, entry)
    }
    done()
  })
}
