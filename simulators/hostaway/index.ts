import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { textParam, type Query } from '../kit/query.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { calendarWriteRoutes } from './calendar-write-routes.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { hostawayLife } from './daily-life.ts'
import { failure, notFound, success } from './envelope.ts'
import { listingRoutes } from './listing-routes.ts'
import { listingWriteRoutes } from './listing-write-routes.ts'
import { lookupRoutes } from './lookup-routes.ts'
import { requests } from './requests.ts'
import { hostawayOperations } from './operations.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { seedPortfolio } from './seed-portfolio.ts'
import { accountId, Store } from './store.ts'
import { tokenRefused, Tokens } from './tokens.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { Webhooks } from './webhooks.ts'

const rateLimited = failure(429, 'Too many requests were made in a given period of time')

export const hostaway: SimulatorDefinition = {
  vendor: 'hostaway',
  requests: { prefix: '/v1', shapes: requests },
  habits: {
    tokenDelaySeconds: 'a new token works only after so many seconds; the vendor documents 1',
    wholeHomes: 'no listing is made of units',
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random } = tools
  const store = new Store()
  const portfolio = { ...tools.portfolio, multiUnit: !tools.habits.wholeHomes }
  seedPortfolio(store, portfolio, clock.today(), random)
  const tokens = new Tokens(clock, random.fork('tokens'), tools.habits.tokenDelaySeconds ?? 0)
  const webhooks = new Webhooks(tools.webhooks)
  const account = new Account(store, tools, webhooks)

  return {
    credentials: { accountId: String(accountId), apiKey: tokens.apiKey },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Internal server error'),
      badRequest: failure(400, 'The request could not be read'),
    },
    expireToken: (request) => tokens.expire(request),
    operations: hostawayOperations(account),
    move: hostawayLife(account, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, limitsOf(tokens), rateLimited)
      app.register(async (api) => tokenRoutes(api, tokens), { prefix: '/v1' })
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            tokens.isValid(request) ? undefined : sendAnswer(reply, tokenRefused),
          )
          strict(api, requests, ({ text }) => failure(400, text))
          listingRoutes(api, store, clock)
          reservationRoutes(api, store)
          bookingWriteRoutes(api, account)
          calendarWriteRoutes(api, account)
          listingWriteRoutes(api, account)
          conversationRoutes(api, store)
          reviewRoutes(api, store)
          webhookRoutes(api, store, webhooks)
          lookupRoutes(api)
        },
        { prefix: '/v1' },
      )
    },
  }
}

/** The vendor limits each address and each account. */
const limitsOf = (tokens: Tokens) => [
  { calls: 15, windowMs: 10_000, keyOf: ({ ip }: FastifyRequest) => ip },
  {
    calls: 20,
    windowMs: 10_000,
    keyOf: (request: FastifyRequest) => (tokens.isValid(request) ? String(accountId) : undefined),
  },
]

function tokenRoutes(app: FastifyInstance, tokens: Tokens): void {
  app.post('/accessTokens', (request, reply) => sendAnswer(reply, tokens.issue(request.body)))
  app.delete<{ Querystring: Query }>('/accessTokens', (request, reply) => {
    const token = textParam(request.query, 'token')
    if (token === undefined) return sendAnswer(reply, failure(400, 'token is required'))
    tokens.revoke(token)
    return success([])
  })
}
