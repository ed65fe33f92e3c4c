import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { badRequest, notFound, rateLimited, serverError, unauthorized } from './answers.ts'
import { vrboLife } from './daily-life.ts'
import { Engine, type GraphqlRequest } from './engine.ts'
import { vrboOperations } from './operations.ts'
import { Files } from './files.ts'
import { guestCalls } from './guest-calls.ts'
import { Happenings } from './happenings.ts'
import { Inbox } from './inbox.ts'
import { mutations } from './mutations.ts'
import { notificationRoots } from './notification-roots.ts'
import { Notifications } from './notifications.ts'
import { queries } from './queries.ts'
import { requests } from './requests.ts'
import { Reviews } from './reviews.ts'
import { seedBookings, seedProperties, seedThreads } from './seed.ts'
import { Store } from './store.ts'
import { tokenPath, Tokens } from './tokens.ts'

/** The whole API has this limit, beside one for each kind of call. */
const limit = { calls: 50, windowMs: 1000, keyOf: ({ ip }: FastifyRequest) => ip }

const usualModeration = 30
/** The vendor does not publish this event's name. */
const reservationEvent = 'ReservationChanged'

export const vrbo: SimulatorDefinition = {
  vendor: 'vrbo',
  requests: { prefix: '', shapes: requests },
  habits: {
    moderationSeconds: `how long a message is looked at, instead of ${usualModeration}`,
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio, habits } = tools
  const store = new Store(`ADV${random.fork('advertiser').digits(7)}`)
  seedProperties(store, portfolio.listings, random.fork('properties'))
  seedBookings(store, portfolio.reservations, clock.today(), random.fork('bookings'))
  const tokens = new Tokens(tools)
  const inbox = new Inbox(store, habits.moderationSeconds ?? usualModeration)
  const reviews = new Reviews(store)
  const files = new Files()
  const notifications = new Notifications(tools, reservationEvent)
  const account = new Account(store, tools, {
    inbox,
    files,
    reviews,
    happenings: new Happenings(notifications),
  })
  seedThreads(account, clock.today(), random.fork('threads'))
  reviews.seed(clock.today(), random.fork('reviews'))
  const engine = new Engine(tools)
  const roots = {
    ...queries(account, engine),
    ...mutations(account, engine),
    ...notificationRoots(notifications, account, engine),
  }

  return {
    credentials: { advertiserId: store.advertiserId },
    partner: {
      VRBO_CLIENT_ID: tokens.clientId,
      VRBO_CLIENT_SECRET: tokens.clientSecret,
      VRBO_CONTACT_EMAIL: 'ops@example.com',
    },
    answers: {
      rateLimited,
      notFound,
      serverError,
      badRequest: badRequest('The request could not be read.'),
    },
    expireToken: (request) => (tokens.end(request) ? unauthorized : undefined),
    operations: vrboOperations(account),
    control: (app) => guestCalls(app, account, notifications),
    move: vrboLife(account, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.addHook('onRequest', async () => account.catchUp())
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) => {
          if (request.routeOptions.url === tokenPath || tokens.isValid(request)) return undefined
          return sendAnswer(reply, unauthorized)
        })
        strict(api, requests, ({ text }) => badRequest(text))
        tokens.register(api)
        files.register(api, inbox, () => clock.nowMs())
        api.post('/supply/lodging/graphql', async ({ body }, reply) =>
          sendAnswer(reply, await engine.answer(body as GraphqlRequest, roots)),
        )
      })
    },
  }
}
