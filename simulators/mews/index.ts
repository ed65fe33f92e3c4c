import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorAnswer, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { worldLife } from '../kit/world/world-control.ts'
import { failure, notFound, unauthorized } from './answers.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { calendarWriteRoutes } from './calendar-write-routes.ts'
import { repriceNights } from './charges.ts'
import { mewsOperations } from './control.ts'
import { listRoutes } from './list-routes.ts'
import { otherRoutes } from './other-routes.ts'
import { Portfolio } from './portfolio.ts'
import { bodyOf } from './requests.ts'
import { routeShapes } from './requests-taken.ts'
import { Webhooks } from './webhooks.ts'

const prefix = '/api/connector/v1'
/** The limit is for each access token, and there is one. */
const limit = { calls: 200, windowMs: 30_000, keyOf: () => 'token' }
const tooMany = failure(429, 'Too many requests. Try again later.')

export const mews: SimulatorDefinition = {
  vendor: 'mews',
  requests: { prefix, shapes: routeShapes },
  habits: {
    portfolio: 'the access token reaches so many hotels',
    noRetryAfter: '1: a 429 does not say how long to wait',
  },
  create,
}

interface Tokens {
  clientToken: string
  accessToken: string
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random, habits } = tools
  const portfolio = new Portfolio(tools, habits.portfolio ?? 1)
  const { store, world } = portfolio
  const names = random.fork('tokens')
  // The vendor's tokens are two blocks of capital hex digits.
  const token = () => `${names.hex(32)}-${names.hex(31)}`.toUpperCase()
  const tokens: Tokens = { clientToken: token(), accessToken: token() }
  const webhooks = new Webhooks(tools.webhooks, store)
  world.onEvent((event) => webhooks.follow(event))
  const moves = random.fork('moves')
  const live = worldLife(world, moves, [[(row) => repriceNights(store, row, moves.int(60, 300)), 2]])
  const tellsWait = habits.noRetryAfter !== 1
  return {
    credentials: { ...tokens, environment: 'demo' },
    answers: {
      rateLimited: tellsWait ? waiting(5000) : tooMany,
      notFound,
      serverError: failure(500, 'An unexpected error occurred.'),
      badRequest: failure(400, 'Invalid JSON.'),
    },
    // Access tokens do not expire, so the fault means that the hotel switched the integration off.
    expireToken: (request) =>
      bodyOf(request.body).AccessToken === undefined ? undefined : unauthorized('AccessToken'),
    operations: mewsOperations(portfolio, webhooks),
    move: () => {
      store.lateGuests.deliver()
      live()
    },
    register: (app) => {
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) => {
            const refused = refusal(request, tokens)
            return refused === undefined ? undefined : sendAnswer(reply, refused)
          })
          limitRates(api, tools, [limit], tellsWait ? waiting : tooMany, { hook: 'preHandler' })
          strict(api, routeShapes, ({ at, kind, text }) =>
            failure(400, kind === 'unknown' ? text : `Invalid ${at.split('.').at(-1) || 'body'}.`),
          )
          listRoutes(api, store)
          otherRoutes(api, store, portfolio.own)
          bookingWriteRoutes(api, portfolio)
          calendarWriteRoutes(api, store)
        },
        { prefix },
      )
    },
  }
}

/** Every request carries its credentials in the body. */
function refusal(request: FastifyRequest, tokens: Tokens): VendorAnswer | undefined {
  const { ClientToken, AccessToken, Client } = bodyOf(request.body)
  if (ClientToken !== tokens.clientToken) return unauthorized('ClientToken')
  if (AccessToken !== tokens.accessToken) return unauthorized('AccessToken')
  return typeof Client === 'string' && Client !== '' ? undefined : failure(400, 'Invalid Client.')
}

function waiting(ms: number): VendorAnswer {
  return { ...tooMany, headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) } }
}
