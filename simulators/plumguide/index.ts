import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { failure, invalid, notFound, tokenOver, wrongPair } from './answers.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { plumguideLife } from './daily-life.ts'
import { guestCalls } from './guest-calls.ts'
import { plumguideOperations } from './operations.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { seedBookings, seedListings } from './seed.ts'
import { Store } from './store.ts'
import { Tokens } from './tokens.ts'
import { Webhooks } from './webhooks.ts'

/** The vendor documents no limit; this one is the connector's own. */
const limit = { calls: 60, windowMs: 10_000, keyOf: ({ ip }: FastifyRequest) => ip }
const rateLimited = { ...failure(429, 'Too many requests'), headers: { 'retry-after': '5' } }

export const plumguide: SimulatorDefinition = {
  vendor: 'plumguide',
  requests: { prefix: '', shapes: requests },
  habits: {},
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio } = tools
  const store = new Store()
  seedListings(store, portfolio.listings, random.fork('listings'))
  seedBookings(store, portfolio.reservations, clock.today(), random.fork('bookings'))
  const tokens = new Tokens(clock, random.fork('tokens'))
  const webhooks = new Webhooks(tools.webhooks, clock)
  const account = new Account(store, tools, webhooks)

  return {
    credentials: { clientId: tokens.clientId, clientSecret: tokens.clientSecret },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Internal server error'),
      badRequest: invalid('The request could not be read.'),
    },
    expireToken: (request) => (tokens.end(request) ? tokenOver : undefined),
    operations: plumguideOperations(account),
    control: (app) => guestCalls(app, account),
    move: plumguideLife(account, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) => {
          if (request.routeOptions.url === '/authenticate' || tokens.isValid(request)) return undefined
          return sendAnswer(reply, tokenOver)
        })
        strict(api, requests, ({ text }) => invalid(text))
        api.post('/authenticate', ({ body }) => heldOr(tokens.grant(body as object), wrongPair))
        routes(api, account, webhooks)
        calendarRoutes(api, account)
      })
    },
  }
}
