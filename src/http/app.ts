/** The HTTP server: every route gets the same treatment, driven by its flags; no handler repeats any of it. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { isErrorCode } from '../contract/errors.ts'
import { sendError } from './answers.ts'
import type { AppOptions } from './app-options.ts'
import { createAddressOf } from './client-address.ts'
import { declaredErrors } from './declared-errors.ts'
import { toApiError, unsupportedType } from './error-envelope.ts'
import { createAddressLimit } from './hooks/address-limit.ts'
import { callerHook } from './hooks/caller.ts'
import { preflights } from './hooks/cross-origin.ts'
import { readableByPages } from './hooks/headers.ts'
import { addFormHooks, assertQuery } from './hooks/request-form.ts'
import { createBurstLimiter } from './hooks/rate-limit.ts'
import { knowPathWords, loggedUrl } from './logged-url.ts'
import { watchRequests } from './request-log.ts'
import { statusesOf } from './openapi/error-responses.ts'
import type { Route } from './route.ts'
import { buildOf, createRevalidation } from './revalidation/public.ts'
import { registerRoutes } from './routing.ts'
import { hintsOf, isPersonAtWrongAddress, sendMissingPage } from './docs-pages/missing-page.ts'
import { unknownPath } from './unknown-path.ts'
import { clientErrorHandler, createWireServer, partTimeoutMs } from './wire.ts'
import { ApiError } from '../platform/api-error.ts'
import { readBody } from './read-body.ts'

/** Bytes. The forms that vendors send name a record and what happened to it. */
const longestForm = 64 * 1024

/** Forms, for the routes that take them (`takesForms`): their fields by name, the last of each. */
function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (request, body: Buffer, done) => {
    const route = request.routeOptions.config.route as Route<never> | undefined
    if (!route?.takesForms) return done(unsupportedType())
    if (body.length > longestForm)
      return done(new ApiError('payload_too_large', 'The form is larger than 64 kB; nothing was done.'))
    request.rawBody = body
    done(null, Object.fromEntries(new URLSearchParams(body.toString('utf8'))))
  })
}

function requestIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{1,128}$/.test(given) ? given : randomUUID()
}

/** In tests an error that the route does not declare is a fault of the route, not of the caller. */
function undeclared<Services>(route: Route<Services> | undefined, error: unknown): unknown {
  const { code, status } = toApiError(error)
  if (!route || !isErrorCode(code)) return error
  if (!declaredErrors(route).has(code))
    return new Error(`${route.id} answered ${code}, which it does not declare`, { cause: error })
  if (statusesOf(route, code).includes(status)) return error
  return new Error(`${route.id} answered ${code} with ${status}, which it does not declare`, { cause: error })
}

/** Code units: the longest key of the key-value store, 512 characters of two each, and a little, so that its validator answers what is longer. */
const longestParam = 1100

/** The first that is added runs first: what may be asked at all comes before who asks. */
export async function createApp<Services>(options: AppOptions<Services>): Promise<FastifyInstance> {
  const { clock } = options.services
  const local = options.limiter?.local ?? createBurstLimiter(clock)
  const addressOf = createAddressOf(options.trustedProxies)
  const addressLimit = createAddressLimit({ clock, limit: options.burstLimit, addressOf }, local)
  const { log, lifecycle } = options
  const shared = {
    log,
    lifecycle,
    addressLimit,
    limits: options.wire,
    get publicUrl() {
      return options.publicUrl
    },
  }
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    // Clients that join addresses leave a slash at the end; with an id expected there it would be an empty one.
    routerOptions: { maxParamLength: longestParam, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // While closing `lifecycle` answers, in the envelope.
    return503OnClosing: false,
    serverFactory: (handler) => createWireServer(handler, shared),
    clientErrorHandler: clientErrorHandler(shared),
    frameworkErrors: (error, request, reply) => {
      reply.headers(addressLimit.headers(request))
      void sendError(request, reply, error, shared)
    },
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('counted', null)
  app.decorateRequest('notice', null)
  app.decorateRequest('rawBody', undefined)
  acceptJson(app)
  acceptForms(app)
  // Before anything is registered that answers: it would keep the library's own.
  app.setErrorHandler((error, request, reply) => {
    const route = request.routeOptions.config.route as Route<Services> | undefined
    return sendError(request, reply, options.strictReplies ? undeclared(route, error) : error, shared)
  })
  const explainUnknownPath = unknownPath(options.routes)
  knowPathWords(options.routes.map(({ url }) => url))
  app.setNotFoundHandler((request, reply) =>
    isPersonAtWrongAddress(request)
      ? sendMissingPage(reply, options.publicUrl, hintsOf(explainUnknownPath('GET', request.url)))
      : sendError(request, reply, explainUnknownPath(request.method, request.url), shared),
  )
  watchRequests(app, {
    clock,
    addressOf,
    see: (request) => options.seen?.(request),
    traced: options.traced ?? true,
  })
  // Before whatever answers without going further: refusals of the form, preflights.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, vary: 'Origin', ...readableByPages })
    const { route } = request.routeOptions.config
    // Whoever has a key is told of the limits of the key, and a refusal before that is told of those of the address.
    if (!route || (route.auth && route.auth !== 'key') || route.capability)
      reply.headers(addressLimit.headers(request))
    done()
  })
  addFormHooks(app, { ...shared, bodyPauseMs: partTimeoutMs(options.wire) })
  await app.register(preflights)
  app.addHook(
    'onRequest',
    callerHook(options, { limiter: options.limiter ?? local, addressOf, explainUnknownPath }),
  )
  // After the caller is known, so that the refusal shows what is left of the limits.
  app.addHook('onRequest', (request, _reply, done) => {
    const { route } = request.routeOptions.config
    // Where no parameter is known, each is refused as such. A preflight has none of its own.
    if ((!route || route.query) && request.method !== 'OPTIONS') assertQuery(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.counted) {
      const { principal, operation, at } = request.counted
      options.metering?.seen(principal, { operation, at, status: reply.statusCode, ms: reply.elapsedTime })
    }
    if (log.isLevelEnabled('debug')) {
      const { id: requestId, method } = request
      const ms = Math.round(reply.elapsedTime)
      log.debug({ requestId, method, url: loggedUrl(request), status: reply.statusCode, ms }, 'request')
    }
    done()
  })
  const { revalidation: asked } = options
  const revalidation =
    asked &&
    createRevalidation(
      { ...asked, build: buildOf(options.routes) },
      { clock, strict: options.strictReplies ?? false, publicUrl: () => options.publicUrl },
    )
  registerRoutes(app, options, { addressLimit, addressOf, revalidation })
  return app
}

/** JSON bodies, whose raw bytes are kept as well, so that a signature over them can still be checked. */
function acceptJson(app: FastifyInstance): void {
  // The server would take plain text by itself.
  app.removeAllContentTypeParsers()
  const parseCarefully = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(request, payload, (text, mayPoison) => {
      try {
        return mayPoison ? carefully(text) : JSON.parse(text)
      } catch (error) {
        throw new ApiError('invalid_json', whyNot(text), {}, { cause: error })
      }
    }),
  )
  const carefully = (text: string): unknown => {
    let parsed: unknown
    // The parser calls back at once.
    void parseCarefully({} as never, text, (error, value) => {
      if (error) throw error
      parsed = value
    })
    return parsed
  }
}

/** Fastify keeps to itself why, and as a rule where. */
function whyNot(text: string): string {
  try {
    JSON.parse(text)
    return 'No field may be called `__proto__`, and no `constructor` have a `prototype`.'
  } catch (error) {
    // Without the piece of the body that V8 adds to some of its reasons.
    const reason = (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '')
    return `The body is not valid JSON: ${reason}.`
  }
}
