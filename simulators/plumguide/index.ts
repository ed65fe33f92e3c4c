import type { FastifyRequest } from 'fastify'
import { dayStartMs, secondOf } from '../kit/clock.ts'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, invalid, notFound, tokenOver, wrongPair } from './answers.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { Calendar } from './calendar.ts'
import { answerRequest, guestCalls } from './guest-calls.ts'
import { plumguideProjection } from './projection.ts'
import type { Booking } from './records.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
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
  const { clock, random } = tools
  const world = new World(tools, plumguideProjection)
  seedWorld(world, tools)
  for (const booking of world.stays.all()) {
    // A request waits for a day at most.
    if (booking.status === 'Requested') booking.createdAt = secondOf(dayStartMs(clock.today()))
  }
  const calendar = new Calendar(world)
  const tokens = new Tokens(clock, random.fork('tokens'))
  const webhooks = new Webhooks(tools.webhooks, clock)
  world.onEvent(({ family, row }) => family === 'stay' && webhooks.send(row.bookingCode))
  const answer = ({ bookingCode, status }: Booking) =>
    status === 'Requested' ? answerRequest(world, bookingCode, random.chance(0.8)) : undefined

  return {
    credentials: { clientId: tokens.clientId, clientSecret: tokens.clientSecret },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Internal server error'),
      badRequest: invalid('The request could not be read.'),
    },
    expireToken: (request) => (tokens.end(request) ? tokenOver : undefined),
    operations: worldOperations(world, {
      stay: (row) => ({ ...row, id: row.bookingCode }),
      isListed: ({ status }) => status === 'Approved',
      calendar: (listing, range) => calendar.shownNights(listing, range),
      shownNights: (listing, range) => calendar.shownNights(listing, range),
    }),
    control: (app) => guestCalls(app, world, calendar),
    move: worldLife(world, random.fork('moves'), [[answer, 2]]),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) => {
          if (request.routeOptions.url === '/authenticate' || tokens.isValid(request)) return undefined
          return sendAnswer(reply, tokenOver)
        })
        strict(api, requests, ({ text }) => invalid(text))
        api.post('/authenticate', ({ body }) => heldOr(tokens.grant(body as object), wrongPair))
        routes(api, world, webhooks)
        calendarRoutes(api, world, calendar)
      })
    },
  }
}
