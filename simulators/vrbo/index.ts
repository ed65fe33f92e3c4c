import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { badRequest, notFound, rateLimited, serverError, unauthorized } from './answers.ts'
import { vrboLife } from './daily-life.ts'
import { Engine, type Asked } from './engine.ts'
import { vrboOperations } from './operations.ts'
import { queries } from './queries.ts'
import { requests } from './requests.ts'
import { seedBookings, seedProperties } from './seed.ts'
import { Store } from './store.ts'
import { tokenPath, Tokens } from './tokens.ts'

/** Of the whole API; each kind of call has a limit of its own. */
const limit = { calls: 50, windowMs: 1000, keyOf: ({ ip }: FastifyRequest) => ip }

export const vrbo: SimulatorDefinition = {
  vendor: 'vrbo',
  requests: { prefix: '', shapes: requests },
  habits: {},
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio } = tools
  const store = new Store(`ADV${random.fork('advertiser').digits(7)}`)
  seedProperties(store, portfolio.listings, random.fork('properties'))
  seedBookings(store, portfolio.reservations, clock.today(), random.fork('bookings'))
  const tokens = new Tokens(tools)
  const account = new Account(store, tools)
  const engine = new Engine(tools)
  const roots = queries(account, engine)

  return {
    credentials: { advertiserId: store.advertiserId },
    partner: { VRBO_CLIENT_ID: tokens.clientId, VRBO_CLIENT_SECRET: tokens.clientSecret },
    answers: {
      rateLimited,
      notFound,
      serverError,
      badRequest: badRequest('The request could not be read.'),
    },
    expireToken: (request) => (tokens.end(request) ? unauthorized : undefined),
    operations: vrboOperations(account),
    move: vrboLife(account, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) => {
          if (request.routeOptions.url === tokenPath || tokens.isValid(request)) return undefined
          return sendAnswer(reply, unauthorized)
        })
        strict(api, requests, ({ text }) => badRequest(text))
        tokens.register(api)
        api.post('/supply/lodging/graphql', async ({ body }, reply) =>
          sendAnswer(reply, await engine.answer(body as Asked, roots)),
        )
      })
    },
  }
}
