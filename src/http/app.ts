/**
 * Builds the HTTP server. All routes are treated alike, driven by their flags, so that handlers repeat none
 * of it.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { isErrorCode } from '../contract/errors.ts'
import { sendError } from './answers.ts'
import type { AppOptions } from './app-options.ts'
import { createAddressOf } from './client-address.ts'
import { declaredErrors } from './declared-errors.ts'
import { toApiError, unsupportedType } from './error-envelope.ts'
import { createAddressLimit, type AddressLimit } from './limits/address-limit.ts'
import { callerHook } from './hooks/caller.ts'
import { preflights } from './hooks/cross-origin.ts'
import { readableByPages } from './limits/headers.ts'
import { addFormHooks, assertQuery } from './hooks/request-form.ts'
import { createBurstLimiter } from './limits/rate-limit.ts'
import { knowPathWords, loggedUrl } from './logged-url.ts'
import { watchRequests } from './request-log.ts'
import { statusesOf } from './openapi/error-responses.ts'
import type { Route } from './route.ts'
import { buildOf, createRevalidation, type Revalidation } from './revalidation/public.ts'
import { registerRoutes } from './routing.ts'
import { hintsOf, isPersonAtWrongAddress, sendMissingPage } from './docs-pages/missing-page.ts'
import { unknownPath } from './unknown-path.ts'
import { clientErrorHandler, createWireServer, partTimeoutMs } from './wire.ts'
import { ApiError } from '../platform/api-error.ts'
import { readBody } from './read-body.ts'

/** The limit is in bytes: a vendor's form only names a record and the event. */
const longestForm = 64 * 1024

/** Parses forms for routes with `takesForms`: fields by name; the last value wins. */
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
  const requestId = request.headers['x-request-id']
  return typeof requestId === 'string' && /^[A-Za-z0-9_.-]{1,128}$/.test(requestId) ? requestId : randomUUID()
}

/** In tests an undeclared error is a fault of the route, not of the caller. */
function undeclared<Services>(route: Route<Services> | undefined, error: unknown): unknown {
  const { code, status } = toApiError(error)
  if (!route || !isErrorCode(code)) return error
  if (!declaredErrors(route).has(code))
    return new Error(`${route.id} answered ${code}, which it does not declare`, { cause: error })
  if (statusesOf(route, code).includes(status)) return error
  return new Error(`${route.id} answered ${code} with ${status}, which it does not declare`, { cause: error })
}

/**
 * The limit is in code units: the longest key of the key-value store takes 512 characters of two each. A
 * little more lets its validator answer longer ones.
 */
const longestParam = 1100

function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('counted', null)
  app.decorateRequest('notice', null)
  app.decorateRequest('rawBody', undefined)
}

/** Has to come before routes and hooks, because they keep the error handler of the moment they are registered. */
function answerFailures<Services>(
  app: FastifyInstance,
  options: AppOptions<Services>,
  {
    shared,
    explainUnknownPath,
  }: { shared: Parameters<typeof sendError>[3]; explainUnknownPath: ReturnType<typeof unknownPath> },
): void {
  app.setErrorHandler((error, request, reply) => {
    const route = request.routeOptions.config.route as Route<Services> | undefined
    return sendError(request, reply, options.strictReplies ? undeclared(route, error) : error, shared)
  })
  app.setNotFoundHandler((request, reply) =>
    isPersonAtWrongAddress(request)
      ? sendMissingPage(reply, options.publicUrl, hintsOf(explainUnknownPath('GET', request.url)))
      : sendError(request, reply, explainUnknownPath(request.method, request.url), shared),
  )
}

/** Has to come before hooks that answer by themselves: refusals of the form, preflights. */
function addCommonHeaders(app: FastifyInstance, addressLimit: AddressLimit): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, vary: 'Origin', ...readableByPages })
    const { route } = request.routeOptions.config
    // With a key the headers show the key's limits; earlier refusals show those of the address.
    if (!route || (route.auth && route.auth !== 'key') || route.capability)
      reply.headers(addressLimit.headers(request))
    done()
  })
}

/** Hooks run in the order of adding: they check the form of a request before its caller. */
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
    // Clients that join URLs leave a trailing slash, which would otherwise be an empty id.
    routerOptions: { maxParamLength: longestParam, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // While closing, `lifecycle` answers in the envelope.
    return503OnClosing: false,
    serverFactory: (handler) => createWireServer(handler, shared),
    clientErrorHandler: clientErrorHandler(shared),
    frameworkErrors: (error, request, reply) => {
      reply.headers(addressLimit.headers(request))
      void sendError(request, reply, error, shared)
    },
  })
  decorateRequests(app)
  acceptJson(app)
  acceptForms(app)
  const explainUnknownPath = unknownPath(options.routes)
  knowPathWords(options.routes.map(({ url }) => url))
  answerFailures(app, options, { shared, explainUnknownPath })
  watchRequests(app, {
    clock,
    addressOf,
    see: (request) => options.seen?.(request),
    traced: options.traced ?? true,
  })
  addCommonHeaders(app, addressLimit)
  addFormHooks(app, { ...shared, bodyPauseMs: partTimeoutMs(options.wire) })
  await app.register(preflights)
  app.addHook(
    'onRequest',
    callerHook(options, { limiter: options.limiter ?? local, addressOf, explainUnknownPath }),
  )
  // This runs after the caller is known, so that a refusal shows what is left of the limits.
  app.addHook('onRequest', (request, _reply, done) => {
    const { route } = request.routeOptions.config
    // A route without parameters refuses each of them; preflights have no query of their own.
    if ((!route || route.query) && request.method !== 'OPTIONS') assertQuery(request)
    done()
  })
  countAnswers(app, options)
  registerRoutes(app, options, { addressLimit, addressOf, revalidation: revalidationFor(options) })
  return app
}

/** Meters each answer and logs it for those who search for a fault. */
function countAnswers<Services>(app: FastifyInstance, { log, metering }: AppOptions<Services>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.counted) {
      const { principal, operation, at } = request.counted
      metering?.seen(principal, { operation, at, status: reply.statusCode, ms: reply.elapsedTime })
    }
    if (log.isLevelEnabled('debug')) {
      const { id: requestId, method } = request
      const ms = Math.round(reply.elapsedTime)
      log.debug({ requestId, method, url: loggedUrl(request), status: reply.statusCode, ms }, 'request')
    }
    done()
  })
}

const revalidationFor = <Services>(options: AppOptions<Services>): Revalidation | undefined =>
  options.revalidation &&
  createRevalidation(
    { ...options.revalidation, build: buildOf(options.routes) },
    {
      clock: options.services.clock,
      strict: options.strictReplies ?? false,
      publicUrl: () => options.publicUrl,
    },
  )

/** Parses JSON bodies and keeps the raw bytes, so that signatures over them can be checked. */
function acceptJson(app: FastifyInstance): void {
  // Fastify would accept plain text by default.
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
    // The parser calls back synchronously.
    void parseCarefully({} as never, text, (error, value) => {
      if (error) throw error
      parsed = value
    })
    return parsed
  }
}

/** Returns why the text is no JSON; Fastify hides the reason and the position. */
function whyNot(text: string): string {
  try {
    JSON.parse(text)
    return 'No field may be called `__proto__`, and no `constructor` have a `prototype`.'
  } catch (error) {
    // V8 adds a piece of the body to some reasons, which is cut off.
    const reason = (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '')
    return `The body is not valid JSON: ${reason}.`
  }
}
