import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { failure, invalid, nameless, notFound, unauthorized } from './answers.ts'
import { ownerrezLife } from './daily-life.ts'
import { ownerrezOperations } from './operations.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { seedBookings, seedProperties } from './seed.ts'
import { Store } from './store.ts'
import { writeRoutes } from './write-routes.ts'
import { Webhooks } from './webhooks.ts'

/** The vendor counts calls by source address. */
const limit = { calls: 300, windowMs: 300_000, keyOf: ({ ip }: FastifyRequest) => ip }
const email = 'owner.7@example.com'
const rateLimited = {
  ...failure(429, 'too_many_requests', 'Too many requests.'),
  headers: { 'retry-after': '30' },
}

export const ownerrez: SimulatorDefinition = {
  vendor: 'ownerrez',
  requests: { prefix: '/v2', shapes: requests },
  habits: { withoutFeatures: '1: texts, messages and reviews are refused, as to accounts without them' },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio } = tools
  const store = new Store()
  seedProperties(store, portfolio.listings, random.fork('properties'))
  if (portfolio.listings > 0) {
    seedBookings(store, portfolio.reservations, clock.today(), random.fork('bookings'), portfolio.guests)
  }
  const token = `pt_${random.fork('token').word(32, 'abcdefghijkmnopqrstuvwxyz0123456789')}`
  const webhooks = new Webhooks(tools.webhooks, random.fork('webhooks'))
  const account = new Account(store, tools, webhooks)
  const pair = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`
  const isKnown = (request: FastifyRequest) => request.headers.authorization === pair

  return {
    credentials: {
      email,
      accessToken: token,
      webhookUser: webhooks.user,
      webhookPassword: webhooks.password,
    },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'error', 'An error occurred.'),
      badRequest: invalid('The request could not be read.'),
    },
    // A token does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: ownerrezOperations(account, webhooks),
    move: ownerrezLife(account, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) => {
            if (!request.headers['user-agent']) return sendAnswer(reply, nameless)
            return isKnown(request) ? undefined : sendAnswer(reply, unauthorized)
          })
          strict(api, requests, ({ text }) => invalid(text))
          routes(api, store, tools)
          writeRoutes(api, account, clock)
        },
        { prefix: '/v2' },
      )
    },
  }
}
