/** The HTTP server: every route gets the same treatment, driven by its flags; no handler repeats any of it. */
import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import { isErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import { sendError } from './answers.ts'
import type { AppOptions } from './app-options.ts'
import { declaredErrors } from './declared-errors.ts'
import { toApiError } from './error-envelope.ts'
import { createAddressLimit } from './hooks/address-limit.ts'
import { callerHook } from './hooks/caller.ts'
import { exposedHeaders } from './hooks/headers.ts'
import { createBurstLimiter } from './hooks/rate-limit.ts'
import { acceptJson } from './json-body.ts'
import type { Route } from './route.ts'
import { allMethods, registerRoutes } from './routing.ts'

function requestIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{1,128}$/.test(given) ? given : randomUUID()
}

/** In tests an error that the route does not declare is a fault of the route, not of the caller. */
function undeclared<Services>(route: Route<Services> | undefined, error: unknown): unknown {
  const { code } = toApiError(error)
  if (!route || !isErrorCode(code) || declaredErrors(route).has(code)) return error
  return new Error(`${route.id} answered ${code}, which it does not declare`, { cause: error })
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
