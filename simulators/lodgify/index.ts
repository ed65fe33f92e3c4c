import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { bookingRoutes } from './booking-routes.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { calendarWriteRoutes } from './calendar-write-routes.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { lodgifyLife } from './daily-life.ts'
import { failure, notFound, problem, rateLimited, unauthorized } from './failure.ts'
import { lodgifyOperations } from './operations.ts'
import { propertyRoutes } from './property-routes.ts'
import { requests } from './requests.ts'
import { seedBookings, seedClosedPeriods } from './seed-bookings.ts'
import { seedProperties } from './seed-properties.ts'
import { Store } from './store.ts'
import { seedThreads } from './threads.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { Webhooks } from './webhooks.ts'

const isNewer = ({ url }: FastifyRequest) => url.startsWith('/v2/')
/** The older and the newer version of the API have limits of their own. */
const limits = [
  {
    calls: 600,
    windowMs: 60_000,
    keyOf: (request: FastifyRequest) => (isNewer(request) ? undefined : request.ip),
  },
  {
    calls: 750,
    windowMs: 60_000,
    keyOf: (request: FastifyRequest) => (isNewer(request) ? request.ip : undefined),
  },
]
// The vendor's keys are long lines of letters and digits.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

export const lodgify: SimulatorDefinition = {
  vendor: 'lodgify',
  requests: { prefix: '', shapes: requests },
  habits: {
    bareWebhooks: '1: a webhook is the object alone, as documented, and not a list of one, as seen',
    bookingOrder: 'of the list of bookings: 0 newest first, 1 changed last first, 2 changed last at the end',
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio } = tools
  const today = clock.today()
  const store = new Store()
  seedProperties(store, portfolio.listings, today, random.fork('properties'))
  seedBookings(store, portfolio.reservations, today, random.fork('bookings'), portfolio.guests)
  seedClosedPeriods(store, today, random.fork('closed'))
  seedThreads(store, today, random.fork('threads'))
  const apiKey = random.fork('key').word(88, letters)
  const webhooks = new Webhooks(tools.webhooks, random.fork('webhooks'), tools.habits.bareWebhooks === 1)
  const account = new Account(store, tools, webhooks)
  const isKnown = (request: FastifyRequest) => request.headers['x-apikey'] === apiKey

  return {
    credentials: { apiKey },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Unknown', 'An error has occurred.'),
      badRequest: failure(400, 'ArgumentError', 'The request could not be read.'),
    },
    // A key does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: lodgifyOperations(account),
    move: lodgifyLife(account, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, limits, rateLimited)
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) =>
          isKnown(request) ? undefined : sendAnswer(reply, unauthorized),
        )
        strict(api, requests, ({ text }, { url }) =>
          /^\/(webhooks|v2\/messaging)/.test(url)
            ? problem(400, text)
            : failure(400, 'ValidationError', text),
        )
        propertyRoutes(api, store)
        calendarRoutes(api, store, clock)
        bookingRoutes(api, store, clock, tools.habits.bookingOrder ?? 0)
        bookingWriteRoutes(api, account)
        calendarWriteRoutes(api, account)
        webhookRoutes(api, webhooks)
      })
    },
  }
}
