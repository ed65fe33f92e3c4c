import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { accountRoutes } from './account-routes.ts'
import { Account } from './account.ts'
import { refusal, tooMany, unauthorized } from './answers.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { calendarWriteRoutes } from './calendar-write-routes.ts'
import { guestyLife } from './daily-life.ts'
import { inboxOf } from './inbox.ts'
import { listingRoutes, listingWriteRoutes } from './listing-routes.ts'
import { folioRoutes } from './folio-routes.ts'
import { guestyOperations } from './operations.ts'
import { addRateLimits } from './rate-limits.ts'
import { mistaken } from './mistaken.ts'
import { requests } from './requests.ts'
import { requestRoutes } from './request-routes.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { seedPortfolio } from './seed-portfolio.ts'
import { stayRoutes } from './stay-routes.ts'
import { Store } from './store.ts'
import { threadRoutes } from './thread-routes.ts'
import { tokensOf } from './tokens.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { Webhooks } from './webhooks.ts'

/** Announced by the vendor: from this day on the older reservation endpoints are gone. */
const retiredFromMs = Date.parse('2027-03-01T00:00:00Z')

export const guesty: SimulatorDefinition = {
  vendor: 'guesty',
  requests: { prefix: '/v1', shapes: requests },
  habits: {
    secretDelaySeconds: 'the key of a new webhook address can be asked for only after so many seconds',
    legacyRetired: '1: the older reservation endpoints have been switched off, as announced for 2027-03-01',
    noUpdatedFilter: '1: the search of the newer endpoints refuses `filter[lastUpdatedAt]`',
    newerClosed:
      '1: the account has no access to the newer reservation endpoints and reads by the older ones',
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, habits } = tools
  const store = new Store()
  seedPortfolio(store, tools.portfolio, clock.today(), random)
  const tokens = tokensOf(clock, random.fork('tokens'), tools.limitsRates)
  const webhooks = new Webhooks(tools.webhooks, clock, random.fork('keys'), habits.secretDelaySeconds ?? 0)
  const account = new Account(store, tools, webhooks)
  const inbox = inboxOf(store, tools, webhooks)

  return {
    credentials: tokens.credentials,
    answers: {
      rateLimited: tooMany(1),
      notFound: refusal(404, 'Not Found', 'NOT_FOUND'),
      serverError: { status: 500, body: { message: 'Internal Server Error' } },
      badRequest: refusal(400, 'The request could not be read'),
    },
    expireToken: (request) => tokens.expire(request),
    operations: guestyOperations(account, inbox),
    move: guestyLife(account, inbox, random.fork('moves')),
    register: (app) => {
      addRateLimits(app, tools)
      app.post('/oauth2/token', (request, reply) => sendAnswer(reply, tokens.issue(request.body)))
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            tokens.isValid(request) ? undefined : sendAnswer(reply, unauthorized),
          )
          strict(api, requests, mistaken)
          accountRoutes(api, account)
          listingRoutes(api, store)
          const isRetired = () => habits.legacyRetired === 1 || clock.nowMs() >= retiredFromMs
          reservationRoutes(api, store, isRetired)
          stayRoutes(api, store, {
            isClosed: habits.newerClosed === 1,
            hasNoUpdatedFilter: habits.noUpdatedFilter === 1,
          })
          folioRoutes(api, store)
          threadRoutes(api, store, inbox)
          bookingWriteRoutes(api, account)
          requestRoutes(api, account)
          calendarWriteRoutes(api, account)
          listingWriteRoutes(api, account)
          webhookRoutes(api, store, webhooks, clock)
        },
        { prefix: '/v1' },
      )
    },
  }
}
