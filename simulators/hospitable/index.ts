import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound, unauthorized } from './failure.ts'
import { hospitableProjection } from './projection.ts'
import { propertyRoutes } from './property-routes.ts'
import { requests } from './requests.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { seedDetails } from './seed-details.ts'
import { Webhooks } from './webhooks.ts'
import { messageRoutes } from './message-routes.ts'
import { writeRoutes } from './write-routes.ts'

// The vendor publishes no number; this one only makes a limit noticeable.
const limit = {
  calls: 120,
  windowMs: 60_000,
  keyOf: ({ headers, ip }: FastifyRequest) => headers.authorization ?? ip,
}
const rateLimited = {
  ...failure(429, 'Too many requests.'),
  headers: { 'retry-after': '10' },
}

export const hospitable: SimulatorDefinition = {
  vendor: 'hospitable',
  requests: { prefix: '/v2', shapes: requests },
  habits: {},
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random } = tools
  const world = new World(tools, hospitableProjection())
  seedWorld(world, tools)
  seedDetails(world, random.fork('details'))
  const token = inventToken(tools)
  const webhooks = new Webhooks(tools.webhooks, clock, random.fork('webhooks'))
  world.onEvent((event) => webhooks.tell(world, event))
  const isKnown = (request: FastifyRequest) => request.headers.authorization === `Bearer ${token}`

  return {
    credentials: { accessToken: token, webhookSecret: webhooks.secret },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Something went wrong.'),
      badRequest: failure(400, 'The request could not be read.'),
    },
    // A token lives for a year, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      webhook: webhooks.address,
      calendar: (home, range) => calendarDays(world, home, range),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            isKnown(request) ? undefined : sendAnswer(reply, unauthorized),
          )
          strict(api, requests, ({ text }, { url }) =>
            failure(/\/(messages|respond|quote)$/.test(url) ? 400 : 422, text),
          )
          propertyRoutes(api, world)
          reservationRoutes(api, world)
          writeRoutes(api, world)
          messageRoutes(api, world, tools.limitsRates)
        },
        { prefix: '/v2' },
      )
    },
  }
}

/** The vendor's tokens are three parts of letters and digits joined by dots. */
function inventToken({ random }: SimulatorTools): string {
  const draw = random.fork('token')
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'
  const part = (length: number) => draw.word(length, letters)
  return `eyJ${part(33)}.eyJ${part(120)}.${part(86)}`
}
