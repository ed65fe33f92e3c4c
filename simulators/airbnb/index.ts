import type { FastifyInstance } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { failure, invalid, mistaken, notFound, rateLimited, unauthorized } from './answers.ts'
import { Alterations } from './alterations.ts'
import { alterationRoutes } from './alteration-routes.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { controlCalls } from './control-calls.ts'
import { airbnbLife } from './daily-life.ts'
import { demandVersion, Desk } from './desk.ts'
import { guestCalls } from './guest-calls.ts'
import { Guests } from './guests.ts'
import { guideRoutes } from './guide-routes.ts'
import { Grants, tokenOf } from './grants.ts'
import { limitHabits, limitsWith } from './limits.ts'
import { listingRoutes } from './listing-routes.ts'
import { mediaRoutes } from './media.ts'
import { offerRoutes } from './offer-routes.ts'
import { consentRoutes, tokenRoutes } from './oauth-routes.ts'
import { airbnbOperations } from './operations.ts'
import { bookingRequests } from './requests-bookings.ts'
import { photoRoutes } from './photo-routes.ts'
import { contentRequests } from './requests-content.ts'
import { inboxRequests } from './requests-inbox.ts'
import { listingRequests, tokenRequests } from './requests.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { seedHosts, seedListings } from './seed-listings.ts'
import { seedStays } from './seed-stays.ts'
import { talkCalls } from './talk-calls.ts'
import { threadRoutes } from './thread-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { Store } from './store.ts'
import { Webhooks } from './webhooks.ts'

const usualDeadlineSeconds = 8
const usualHosts = 1
const requests = { ...listingRequests, ...bookingRequests, ...inboxRequests, ...contentRequests }

export const airbnb: SimulatorDefinition = {
  vendor: 'airbnb',
  requests: { prefix: '/v2', shapes: { ...tokenRequests, ...requests } },
  habits: {
    deadlineSeconds: `how long a guest waits for the app’s answer, instead of ${usualDeadlineSeconds}`,
    hosts: `how many hosts have listings, up to three, instead of ${usualHosts}`,
    ...limitHabits,
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio, habits } = tools
  const store = new Store()
  const grants = new Grants(clock, random.fork('grants'))
  const deadline = habits.deadlineSeconds ?? usualDeadlineSeconds
  const webhooks = new Webhooks(tools.webhooks, clock, grants, deadline)
  const account = new Account(store, tools, webhooks)
  const hosts = seedHosts(store, random.fork('hosts'))
  const owners = hosts.slice(0, habits.hosts ?? usualHosts)
  seedListings(store, portfolio.listings, owners, random.fork('listings'))
  if (portfolio.listings > 0) {
    seedStays(account, portfolio.reservations, clock.today(), random.fork('stays'))
  }
  const guests = new Guests(account, webhooks)
  const alterations = new Alterations(account, guests)
  const desk = new Desk(account, grants)

  return {
    credentials: { code: grants.standingCode(hosts[0]?.id ?? '') },
    partner: { AIRBNB_CLIENT_ID: grants.clientId, AIRBNB_CLIENT_SECRET: grants.clientSecret },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'internal_error', 'Something went wrong.'),
      badRequest: invalid('The request could not be read.'),
    },
    expireToken: (request) => (grants.endToken(tokenOf(request)) ? unauthorized : undefined),
    operations: airbnbOperations(account, guests, webhooks),
    control: (app) => {
      controlCalls(desk, webhooks)(app)
      guestCalls(account, guests)(app)
      talkCalls({ account, guests, alterations, media: account.media })(app)
    },
    move: airbnbLife({ account, guests, alterations }, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, limitsWith(habits), rateLimited)
      app.addHook('onRequest', async () => account.timetable.catchUp())
      consentRoutes(app, store.hosts, grants)
      app.register(async (links) => mediaRoutes(links, account.media))
      app.register(async (api) => tokens(api, desk), { prefix: '/v2' })
      app.register(async (api) => homes(api, desk, alterations), { prefix: '/v2' })
    },
  }
}

function tokens(api: FastifyInstance, { grants }: Desk): void {
  demandVersion(api)
  strict(api, tokenRequests, mistaken)
  tokenRoutes(api, grants)
}

function homes(api: FastifyInstance, desk: Desk, alterations: Alterations): void {
  demandVersion(api)
  desk.guard(api)
  strict(api, requests, mistaken)
  listingRoutes(api, desk)
  calendarRoutes(api, desk)
  contentRoutes(api, desk)
  photoRoutes(api, desk)
  settingsRoutes(api, desk)
  guideRoutes(api, desk)
  reservationRoutes(api, desk)
  threadRoutes(api, desk, desk.account.media)
  reviewRoutes(api, desk)
  alterationRoutes(api, desk, alterations)
  offerRoutes(api, desk)
}
