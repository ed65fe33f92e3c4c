import { randomBytes } from 'node:crypto'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { cloudbedsLife } from './daily-life.ts'
import { refused } from './envelope.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { offerRoutes } from './offer-routes.ts'
import { cloudbedsOperations } from './operations.ts'
import { rateWriteRoutes } from './rate-write-routes.ts'
import { requests } from './requests.ts'
import { vendorRoutes } from './routes.ts'
import { seedBlocks, seedHotels } from './seed-hotels.ts'
import { seedReservations } from './seed-reservations.ts'
import { Store } from './store.ts'
import { Webhooks } from './webhooks.ts'

export const cloudbeds: SimulatorDefinition = {
  vendor: 'cloudbeds',
  requests: { prefix: '/api/v1.3', shapes: requests },
  habits: {},
  create,
}

const answers = {
  rateLimited: refused('Too many requests', 429),
  notFound: refused('Not found', 404),
  serverError: refused('Internal server error', 500),
  badRequest: refused('Bad request', 400),
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio } = tools
  const today = clock.today()
  const store = new Store()
  seedHotels(store, portfolio.listings, random.fork('hotels'))
  seedReservations(store, portfolio.reservations, today, random.fork('reservations'), portfolio.guests)
  seedBlocks(store, today, random.fork('blocks'))
  const webhooks = new Webhooks(tools.webhooks, store, () => clock.nowMs())
  const account = new Account(store, tools, webhooks)
  const apiKey = `cbat_${random.fork('key').hex(32)}`

  return {
    credentials: { apiKey },
    answers,
    // Keys do not expire.
    expireToken: () => undefined,
    operations: cloudbedsOperations(account),
    move: cloudbedsLife(account, random.fork('moves')),
    register: (app) => {
      app.register(
        async (api) => {
          api.addHook('onRequest', async (request, reply) => {
            reply.header('x-request-id', randomBytes(8).toString('hex'))
            if (request.headers['x-api-key'] === apiKey) return undefined
            return sendAnswer(reply, refused('Access token is invalid', 401))
          })
          limitRates(api, tools, [{ calls: 5, windowMs: 1000, keyOf: () => 'key' }], answers.rateLimited)
          strict(api, requests, ({ text }) => refused(text))
          vendorRoutes(api, store, webhooks)
          offerRoutes(api, store)
          bookingWriteRoutes(api, account)
          rateWriteRoutes(api, store)
        },
        { prefix: '/api/v1.3' },
      )
    },
  }
}
