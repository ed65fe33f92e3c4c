import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RecordedCall } from './call-record.ts'
import { ControlError } from './control-error.ts'
import { controlRoutes, type ControlParts } from './control.ts'
import type { VendorAnswer, VendorSimulator } from './definition.ts'
import type { FaultKind } from './faults.ts'
import { Refusal } from './refusal.ts'

const controlPrefix = '/_control'
const page =
  '<!DOCTYPE html><html><head><title>Service page</title></head><body><h1>Please wait</h1></body></html>'

const onRequests = [
  'drop',
  'hang',
  '429',
  '429_page',
  '429_bare',
  '429_odd',
  '500',
  'html',
  'timeout',
  'malformed',
  'lost_answer',
  'late_500',
] as const satisfies readonly FaultKind[]

interface Visit {
  call: RecordedCall
  /** This fault strikes after the vendor has acted. */
  afterwards?: FaultKind
}

export function buildServer(simulator: VendorSimulator, parts: ControlParts): FastifyInstance {
  // Requests left hanging on purpose must not keep the server from closing.
  const app = fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 * 1024 })
  addBodyParsers(app)
  addFaults(app, simulator, parts)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return sendAnswer(reply, error.answer)
    const isTheirs = isClientError(error)
    if (!isTheirs) console.error(error)
    return sendAnswer(reply, said(simulator, isTheirs ? 'badRequest' : 'serverError', request))
  })
  app.setNotFoundHandler((request, reply) => sendAnswer(reply, said(simulator, 'notFound', request)))
  simulator.register(app)
  const own = (control: FastifyInstance) => simulator.control?.(control)
  app.register(controlRoutes({ ...parts, own }), { prefix: controlPrefix })
  return app
}

/** Returns the vendor's answer that the kit gives in its name. */
function said(
  { answers }: VendorSimulator,
  kind: keyof VendorSimulator['answers'],
  request: FastifyRequest,
): VendorAnswer {
  const answer = answers[kind]
  return typeof answer === 'function' ? answer(request) : answer
}

export function sendAnswer(reply: FastifyReply, answer: VendorAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}

/** Ends a route with an answer of the vendor. */
export function refuse(answer: VendorAnswer): never {
  throw new Refusal(answer)
}

/** Returns the row, or ends the route with this answer if there is none. */
export function heldOr<T>(row: T | undefined, otherwise: VendorAnswer): T {
  return row === undefined ? refuse(otherwise) : row
}

/** Runs the work; a mistake in the request ends the route in the vendor's words. */
export function orRefuse<T>(work: () => T, answerOf: (mistake: string) => VendorAnswer): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ControlError) refuse(answerOf(error.message))
    throw error
  }
}

export function isControlCall(request: FastifyRequest): boolean {
  return request.url === controlPrefix || request.url.startsWith(`${controlPrefix}/`)
}

/** JSON has many names, such as `application/vnd.api+json`. */
const jsonTypes = /^application\/(?:[\w.-]+\+)?json/

function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonTypes, { parseAs: 'string' }, (_request, body, finish) => {
    try {
      finish(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      finish(Object.assign(new Error('the body is not valid JSON'), { statusCode: 400 }))
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, finish) => finish(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, finish) => finish(null, undefined))
}

/** Records every vendor call, and lets faults strike before the vendor acts or on its answer. */
function addFaults(
  app: FastifyInstance,
  simulator: VendorSimulator,
  { faults, clock, calls }: ControlParts,
): void {
  const visits = new WeakMap<FastifyRequest, Visit>()

  app.addHook('onRequest', async (request, reply) => {
    // Callers compare clocks by this header, so a changed clock must not send one.
    if (clock.isWallClock) reply.header('date', new Date(clock.nowMs()).toUTCString())
    else reply.raw.sendDate = false
    if (isControlCall(request)) return
    const call = calls.begin(clock.nowMs(), request.method, request.url)
    const visit: Visit = { call }
    visits.set(request, visit)
    const kind = faults.take(onRequests, call.path, request.method)
    if (kind !== undefined) call.fault = kind
    if (kind === 'drop') return cutOff(request, reply)
    // The vendor does nothing and sends no answer.
    if (kind === 'hang') return reply.hijack()
    if (kind === '429') return sendAnswer(reply, said(simulator, 'rateLimited', request))
    // Proxies in front of a vendor refuse in words of their own and without a pause.
    if (kind === '429_page') return reply.code(429).type('text/html; charset=utf-8').send(page)
    if (kind === '429_bare') return reply.code(429).send()
    if (kind === '429_odd')
      return reply
        .code(429)
        .headers({ 'retry-after': 'soon' })
        .send({ wait: ['a little'] })
    if (kind === '500') return sendAnswer(reply, said(simulator, 'serverError', request))
    if (kind === 'html') return reply.code(200).type('text/html; charset=utf-8').send(page)
    if (kind !== undefined) visit.afterwards = kind
    return undefined
  })

  app.addHook('preValidation', async (request, reply) => {
    const visit = visits.get(request)
    if (visit === undefined || !faults.isDue('token_expired', visit.call.path, request.method))
      return undefined
    const answer = simulator.expireToken(request)
    if (answer === undefined) return undefined
    visit.call.fault = faults.take(['token_expired'], visit.call.path, request.method) ?? 'token_expired'
    return sendAnswer(reply, answer)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const visit = visits.get(request)
    if (visit === undefined) return payload
    calls.watcher?.act(visit.call, request.body)
    if (visit.afterwards === 'timeout') return new Promise<never>(() => {})
    if (visit.afterwards === 'lost_answer') return cutOff(request, reply)
    if (visit.afterwards === 'late_500') reply.code(500)
    visit.call.status = reply.statusCode
    calls.watcher?.end(visit.call)
    if (typeof payload !== 'string') return payload
    if (visit.afterwards === 'malformed') return payload.slice(0, Math.floor(payload.length * 0.6))
    const body = faults.spoil(payload, visit.call.path, request.method)
    if (body !== payload) visit.call.fault = 'spoilt'
    return body
  })
}

function cutOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function isClientError(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status >= 400 && status < 500
}
