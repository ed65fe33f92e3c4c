/** The HTTP server: every route gets the same treatment, driven by its flags; no handler repeats any of it. */
import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Answer, IdempotencyKeys } from '../platform/idempotency.ts'
import type { Log } from '../platform/log.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import { apiKeyOf, workspaceHeader } from './credentials.ts'
import { declaredErrors } from './declared-errors.ts'
import { errorAnswer, toApiError } from './error-envelope.ts'
import { createAddressLimit, type AddressLimit } from './hooks/address-limit.ts'
import { burstHeaders, exposedHeaders } from './hooks/headers.ts'
import { createBurstLimiter, type BurstLimiter } from './hooks/rate-limit.ts'
import { answerOnce, storeNothing } from './idempotency.ts'
import { keyOf, requestText } from './idempotency-rules.ts'
import type { CountedOperation, Metering } from './metering.ts'
import { fail, JsonText, Reply, type Method, type Principal, type Route, type WriteParts } from './route.ts'
import { replyViolation, validatorFor } from './validation.ts'

export interface AppOptions<Services> {
  routes: readonly Route<Services>[]
  services: Services & { clock: Clock; db: Queryable }
  log: Log
  /** Where the error pages are: `{publicUrl}/docs/errors`. */
  publicUrl: string
  burstLimit: number
  authenticate(key: string): Promise<Principal | null>
  /** The workspace an `X-Workspace-Id` means for this caller, or null when it is none of theirs. */
  childWorkspace(principal: Principal, workspaceId: string): Promise<Scope | null>
  /** Counts requests and holds them to the plan's quotas. */
  metering?: Metering
  gates: {
    /** Throws `listings_limit_exceeded` when the workspace is over its plan. */
    cap(principal: Principal): Promise<void> | void
    /** Throws `not_found` or `listing_inactive`. */
    listing(scope: Scope, listingId: string): Promise<void>
  }
  idempotency: IdempotencyKeys
  /** Tests: compare every reply with its schema and every error with the route's declared ones. */
  strictReplies?: boolean
}

/** Held against sandbox keys until the account's contact address is confirmed. */
const unconfirmedBurstLimit = 100
const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const jsonType = 'application/json; charset=utf-8'

interface Caller {
  principal: Principal
  scope: Scope
}

/** A request that was let in. */
interface Counted {
  principal: Principal
  operation: CountedOperation
  at: Date
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route<never>
  }
  interface FastifyRequest {
    caller: Caller | null
    counted: Counted | null
    rawBody: Buffer | undefined
  }
}

function requestIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{1,128}$/.test(given) ? given : randomUUID()
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  options: { publicUrl: string; log: Log },
) {
  const error = toApiError(thrown)
  if (error.status >= 500) {
    options.log.error(
      { requestId: request.id, method: request.method, url: request.url, err: error.cause ?? error },
      error.message,
    )
  }
  return sendAnswer(reply, errorAnswer(error, { publicUrl: options.publicUrl, requestId: request.id }))
}

function sendAnswer(reply: FastifyReply, { status, headers, text }: Answer): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', jsonType).send(text)
}

/** JSON bodies as text first, so that a signature over the raw bytes can still be checked. */
function acceptJson(app: FastifyInstance): void {
  // The server would take plain text by itself.
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    const onParsed: typeof done = (error, value) =>
      error
        ? done(
            new ApiError(
              'invalid_json',
              `The body is not valid JSON: ${error.message}`,
              {},
              { cause: error },
            ),
          )
        : done(null, value)
    void parse(request, body.toString('utf8'), onParsed)
  })
}

const noKey = (): never => fail('unauthorized', 'No API key: send `Authorization: Bearer <API_KEY>`.')

/** Without a key only where the body carries what can stand in for it. */
function assertProven(route: Route<never>, request: FastifyRequest): void {
  if (request.caller || route.auth === 'none') return
  const given = (request.body as Record<string, unknown> | null | undefined)?.[route.capability ?? '']
  if (typeof given !== 'string') noKey()
}

/** Counts the request against the plan's quotas, or refuses it; the headers say what is left either way. */
function letIn(
  request: FastifyRequest,
  reply: FastifyReply,
  counted: Counted,
  { metering }: { metering?: Metering },
): void {
  if (!metering) return
  const { principal, operation, at } = counted
  try {
    metering.admit(principal, operation, at)
    request.counted = counted
  } finally {
    reply.headers(metering.headers(principal, at))
  }
}

function callerHook<Services>(
  options: AppOptions<Services>,
  limiter: BurstLimiter,
  addressLimit: AddressLimit,
) {
  const { clock } = options.services
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const route = request.routeOptions.config.route
    const key = apiKeyOf(request.headers)
    if (route === undefined || route.auth === 'none' || (key === null && route.capability !== undefined)) {
      return addressLimit.admit(request, reply, route?.countAddress)
    }
    const principal = key === null ? null : await options.authenticate(key)
    const limit =
      principal?.mode === 'sandbox' && !principal.contactConfirmed
        ? Math.min(options.burstLimit, unconfirmedBurstLimit)
        : options.burstLimit
    const now = clock.now()
    const state = limiter.hit(principal?.keyId ?? `address:${request.ip}`, limit, now.getTime(), true)
    reply.headers(burstHeaders(state, now))
    if (!state.allowed) {
      const retryAfter = Math.max(1, Math.ceil((state.opensAt - now.getTime()) / 1000))
      fail(
        'rate_limit_exceeded',
        `More than ${limit} requests in 60 seconds with this key; wait ${retryAfter} s.`,
        {
          scope: 'per_api_key',
          limit,
          window_seconds: 60,
          retry_after: retryAfter,
        },
      )
    }
    if (!principal) {
      return key === null
        ? noKey()
        : fail('unauthorized', 'Invalid API key: it does not exist or was revoked.')
    }
    letIn(request, reply, { principal, operation: { id: route.id, ai: route.ai ?? false }, at: now }, options)
    request.caller = { principal, scope: await scopeOf(request, principal, options) }
    if (route.overCap !== 'allow' && request.method !== 'DELETE') await options.gates.cap(principal)
    if (route.sandboxOnly && principal.mode !== 'sandbox') {
      fail('forbidden', 'This operation works on sandbox data only: use a `sk_test_` key.')
    }
  }
}

async function scopeOf<Services>(
  request: FastifyRequest,
  principal: Principal,
  options: AppOptions<Services>,
): Promise<Scope> {
  const asked = workspaceHeader(request.headers)
  if (asked === null || asked === principal.workspaceId) return { workspaceId: principal.workspaceId }
  const scope = /^[1-9]\d{0,17}$/.test(asked) ? await options.childWorkspace(principal, asked) : null
  return (
    scope ??
    fail('not_found', `No workspace ${asked.slice(0, 40)} was created by yours.`, { field: 'X-Workspace-Id' })
  )
}

/** The answer as it is sent, of what a handler returned. */
function rendererFor<Services>(route: Route<Services>, strict: boolean): (result: unknown) => Answer {
  const violation = strict ? replyViolation(route.reply) : undefined
  return (result) => {
    const { body, status, headers } = result instanceof Reply ? result : new Reply(result)
    const text = body instanceof JsonText ? body.text : JSON.stringify(body)
    const wrong = violation?.(JSON.parse(text))
    if (wrong) throw new Error(`${route.id} sent a reply that breaks its schema: ${wrong}`)
    return { status: status ?? route.status ?? 200, headers, text }
  }
}

function runnerFor<Services>(route: Route<Services>, options: AppOptions<Services>) {
  const validator = validatorFor(route)
  const listingParam = route.listing?.slice('params.'.length)
  return async (request: FastifyRequest, caller: Caller, write: WriteParts): Promise<unknown> => {
    const params = validator.params(request.params)
    const query = validator.query(request.query)
    const body = validator.body(request.body)
    if (listingParam) await options.gates.listing(caller.scope, String(params[listingParam]))
    return route.handle({
      services: options.services,
      scope: caller.scope,
      principal: caller.principal,
      params: params as never,
      query: query as never,
      body: body as never,
      fail,
      headers: request.headers,
      rawBody: request.rawBody,
      requestId: request.id,
      routeId: route.id,
      ...write,
    })
  }
}

function handlerFor<Services>(route: Route<Services>, options: AppOptions<Services>) {
  const { db } = options.services
  const run = runnerFor(route, options)
  const render = rendererFor(route, options.strictReplies ?? false)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    assertProven(route as unknown as Route<never>, request)
    const caller = request.caller ?? ({} as Caller)
    // Answers are kept per workspace, so a key of a caller without one is left alone.
    const key = request.caller ? keyOf(route, request) : undefined
    if (key === undefined) {
      const result = await run(request, caller, { idempotencyKey: undefined, storeAnswer: storeNothing })
      return sendAnswer(reply, render(result))
    }
    const { publicUrl } = options
    const { answer, replayed } = await answerOnce({
      db,
      log: options.log,
      request: { key, operation: route.id, request: requestText(request) },
      claim: (wanted) => options.idempotency.claim(caller.scope, wanted),
      render: (result) =>
        result instanceof ApiError
          ? errorAnswer(result, { publicUrl, requestId: request.id })
          : render(result),
      work: async (storeAnswer) => render(await run(request, caller, { idempotencyKey: key, storeAnswer })),
    })
    if (replayed) reply.header('idempotency-status', 'cached')
    return sendAnswer(reply, answer)
  }
}

/** In tests an error that the route does not declare is a fault of the route, not of the caller. */
function undeclared<Services>(route: Route<Services> | undefined, error: unknown): unknown {
  const { code } = toApiError(error)
  if (!route || !isErrorCode(code) || declaredErrors(route).has(code)) return error
  return new Error(`${route.id} answered ${code}, which it does not declare`, { cause: error })
}

function registerRoutes<Services>(app: FastifyInstance, options: AppOptions<Services>): void {
  for (const route of options.routes) {
    app.route({
      method: route.method,
      url: route.url,
      config: { route: route as unknown as Route<never> },
      handler: handlerFor(route, options),
    })
  }
  const byUrl = Map.groupBy(options.routes, (route) => route.url.replaceAll(/:\w+/g, ':'))
  for (const routes of byUrl.values()) {
    const allow = routes.map((route) => route.method)
    const [first] = routes
    if (!first) continue
    app.route({
      method: allMethods.filter((method) => !allow.includes(method)),
      url: first.url,
      handler: (request) =>
        fail(
          'method_not_allowed',
          `This path answers ${allow.join(', ')} only.`,
          { value_received: request.method, valid_values: allow, endpoint: first.url },
          { headers: { allow: allow.join(', ') } },
        ),
    })
  }
}

export async function createApp<Services>(options: AppOptions<Services>): Promise<FastifyInstance> {
  const limiter = createBurstLimiter()
  const addressLimit = createAddressLimit(
    { clock: options.services.clock, limit: options.burstLimit },
    limiter,
  )
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      addressLimit.admit(request, reply, undefined)
      return sendError(request, reply, error, options)
    },
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('counted', null)
  app.decorateRequest('rawBody', undefined)
  acceptJson(app)
  // Before CORS, which answers preflights without going further.
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await app.register(cors, {
    origin: '*',
    methods: [...allMethods],
    exposedHeaders,
    maxAge: 600,
  })
  app.addHook('onRequest', callerHook(options, limiter, addressLimit))
  app.setErrorHandler((error, request, reply) => {
    const route = request.routeOptions.config.route as Route<Services> | undefined
    return sendError(request, reply, options.strictReplies ? undeclared(route, error) : error, options)
  })
  app.setNotFoundHandler((request, reply) =>
    sendError(
      request,
      reply,
      new ApiError(
        'not_found',
        `No such path: ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}.`,
      ),
      options,
    ),
  )
  app.addHook('onResponse', async (request, reply) => {
    if (request.counted) {
      const { principal, ...rest } = request.counted
      options.metering?.seen(principal, { ...rest, status: reply.statusCode, ms: reply.elapsedTime })
    }
    const route = request.routeOptions.config.route
    if (route?.countAddress === 'misses' && !request.caller) addressLimit.noteMiss(request, reply.statusCode)
    options.log.debug(
      {
        requestId: request.id,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  registerRoutes(app, options)
  return app
}
