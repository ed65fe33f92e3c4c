import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, invalid, notFound, unauthorized } from './answers.ts'
import { bookingsyncProjection } from './projection.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { shownRental } from './rows.ts'
import { Tokens } from './tokens.ts'
import { Webhooks } from './webhooks.ts'
import { AccountExtras, writeRoutes } from './write-routes.ts'

export const bookingsync: SimulatorDefinition = {
  vendor: 'bookingsync',
  requests: { prefix: '/api/v3', shapes: requests },
  habits: { singleUseCode: '1: the authorization code works once' },
  create,
}

const hourMs = 3_600_000
/** The vendor counts calls by application, whichever account they are for. */
const limit = {
  calls: 1000,
  windowMs: hourMs,
  keyOf: ({ url }: FastifyRequest) => (url.startsWith('/api') ? 'app' : undefined),
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random, clock } = tools
  const world = new World(tools, bookingsyncProjection)
  seedWorld(world, tools)
  const tokens = new Tokens(clock, random.fork('tokens'), tools.habits.singleUseCode === 1)
  const extras = new AccountExtras(world)
  const webhooks = new Webhooks(tools.webhooks, tokens.clientSecret)
  world.onEvent((event) => webhooks.send(event))
  const limited = (waitMs: number) => ({
    ...failure(429, 'API v3 rate limit exceeded.'),
    headers: {
      'x-ratelimit-limit': String(limit.calls),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil((clock.nowMs() + waitMs) / 1000)),
    },
  })

  return {
    credentials: { clientId: tokens.clientId, clientSecret: tokens.clientSecret, code: tokens.code },
    answers: {
      rateLimited: () => limited(30_000),
      notFound,
      serverError: failure(500, 'internal_server_error'),
      badRequest: failure(400, 'bad_request'),
    },
    expireToken: (request) => (tokens.expire(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      webhook: webhooks.address,
      calendar: (rental) => shownRental(world, rental, { include: 'availability' }),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], limited)
      app.post('/oauth/token', (request, reply) => sendAnswer(reply, tokens.grant(request.body)))
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) => {
            return tokens.isValid(request) ? undefined : sendAnswer(reply, unauthorized)
          })
          strict(api, requests, ({ at, text }) => invalid(at || 'base', text))
          routes(api, world, extras)
          writeRoutes(api, world, extras)
        },
        { prefix: '/api/v3' },
      )
    },
  }
}
