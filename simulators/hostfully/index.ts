import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, invalid, notFound, tooMany, unauthorized } from './answers.ts'
import { calendarEntries } from './calendar.ts'
import { agencyUid, hostfullyProjection } from './projection.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { Webhooks } from './webhooks.ts'
import { webhookRoutes, writeRoutes } from './write-routes.ts'

const prefix = '/api/v3.3'
/** Two pages of the vendor differ by ten times; this is the lower number. */
const hourly = 1000

export const hostfully: SimulatorDefinition = {
  vendor: 'hostfully',
  requests: { prefix, shapes: requests },
  habits: {},
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random } = tools
  const world = new World(tools, hostfullyProjection)
  seedWorld(world, tools)
  const apiKey = random.fork('key').word(16, 'abcdefghijkmnopqrstuvwxyzABCDEFGH0123456789')
  const webhooks = new Webhooks(tools.webhooks)
  world.onEvent((event) => webhooks.send(event))
  const isKnown = ({ headers }: FastifyRequest) => headers['x-hostfully-apikey'] === apiKey

  return {
    credentials: { apiKey, agencyUid },
    answers: {
      rateLimited: tooMany,
      notFound,
      serverError: failure(500, 'Internal error.'),
      badRequest: invalid('The request could not be read.'),
    },
    // A key does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      calendar: (home, range) => calendarEntries(world, home, range),
      home: (row) => ({ ...row, id: row.uid }),
      stay: (row) => ({ ...row, id: row.uid }),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [{ calls: hourly, windowMs: 3_600_000, keyOf: () => apiKey }], tooMany, {
        tell: (reply, [left = 0]) =>
          void reply.headers({ 'x-ratelimit-limit': String(hourly), 'x-ratelimit-remaining': String(left) }),
      })
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            isKnown(request) ? undefined : sendAnswer(reply, unauthorized),
          )
          strict(api, requests, ({ text }) => invalid(text))
          routes(api, world)
          writeRoutes(api, world)
          webhookRoutes(api, webhooks)
        },
        { prefix },
      )
    },
  }
}
