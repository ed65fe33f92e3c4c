import type { FastifyInstance } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { Credits } from './credits.ts'
import { beds24Life } from './daily-life.ts'
import { failure } from './envelope.ts'
import { seedMessages } from './messages.ts'
import { beds24Operations } from './operations.ts'
import { inventoryWriteRoutes } from './inventory-write-routes.ts'
import { requests } from './requests.ts'
import { readRoutes } from './routes.ts'
import { seedBookings } from './seed-bookings.ts'
import { seedAirbnb, seedBlackouts, seedProperties } from './seed-properties.ts'
import { seedReviews } from './seed-reviews.ts'
import { Store } from './store.ts'
import { tokenRefused, Tokens } from './tokens.ts'
import { Webhooks } from './webhooks.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'

export const beds24: SimulatorDefinition = {
  vendor: 'beds24',
  requests: { prefix: '/v2', shapes: requests },
  habits: { singleUseCode: '1: the invite code works once, as told by third parties' },
  create,
}

const limitReached = failure(429, 'Credit limit exceeded')

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio } = tools
  const today = clock.today()
  const store = new Store()
  seedProperties(store, portfolio.listings, random.fork('properties'))
  seedAirbnb(store)
  seedBookings(store, portfolio.reservations, today, random.fork('bookings'), portfolio.guests)
  seedBlackouts(store, today, random.fork('blackouts'))
  seedMessages(store, today, random.fork('messages'))
  seedReviews(store, today, random.fork('reviews'))
  const tokens = new Tokens(clock, random.fork('tokens'), tools.habits.singleUseCode === 1)
  const webhooks = new Webhooks(tools.webhooks, store, () => clock.nowMs())
  const account = new Account(store, tools, webhooks)
  const credits = new Credits(clock)

  return {
    credentials: { inviteCode: tokens.inviteCode },
    answers: {
      rateLimited: { ...limitReached, headers: { 'x-fivemincreditlimit-resetsin': '20' } },
      notFound: failure(404, 'Not found'),
      serverError: failure(500, 'Internal server error'),
      badRequest: failure(400, 'Request not valid'),
    },
    expireToken: (request) => tokens.expire(request),
    operations: beds24Operations(account, webhooks),
    move: beds24Life(account, random.fork('moves')),
    register: (app) => {
      app.register(
        async (api) => {
          countCredits(api, credits, tools.limitsRates)
          api.get('/authentication/setup', ({ headers }, reply) =>
            sendAnswer(reply, tokens.setup(headers.code)),
          )
          api.get('/authentication/token', ({ headers }, reply) =>
            sendAnswer(reply, tokens.refresh(headers.refreshtoken)),
          )
          api.get('/authentication/details', (request) => tokens.details(request))
          api.register(async (guarded) => {
            guarded.addHook('preHandler', async (request, reply) =>
              tokens.isValid(request) ? undefined : sendAnswer(reply, tokenRefused),
            )
            strict(guarded, requests, ({ text }) => failure(400, text))
            readRoutes(guarded, store, clock)
            bookingWriteRoutes(guarded, account)
            inventoryWriteRoutes(guarded, account)
          })
        },
        { prefix: '/v2' },
      )
    },
  }
}

/** Every answer has its cost and the rest; without credits a call is refused. Without limits nothing is charged. */
function countCredits(api: FastifyInstance, credits: Credits, isLimited: boolean): void {
  api.addHook('preHandler', async (_request, reply) =>
    isLimited && credits.isUsedUp() ? sendAnswer(reply, limitReached) : undefined,
  )
  api.addHook('preSerialization', async (_request, reply, payload) => {
    const { count = 0 } = payload as { count?: number }
    // A fault's refusal already has its own reset time.
    const isTold = reply.hasHeader('x-fivemincreditlimit-resetsin')
    const isCharged = isLimited && reply.statusCode !== 429
    if (!isTold) reply.headers(isCharged ? credits.charge(count) : credits.headers(0))
    return payload
  })
}
