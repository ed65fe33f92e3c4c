import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, invalid, notFound, unauthorized } from './answers.ts'
import { availabilities, type ListingPrices } from './calendar.ts'
import { limitCalls, tooMany } from './limits.ts'
import { hostexProjection } from './projection.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { Webhooks } from './webhooks.ts'
import { webhookRoutes, writeRoutes } from './write-routes.ts'

export const hostex: SimulatorDefinition = {
  vendor: 'hostex',
  requests: { prefix: '/v3', shapes: requests },
  habits: { readOnly: '1: the token may only read' },
  create,
}

const readOnly = failure(401, 'Not authorized for this action.')
/** This call reads, although its method writes. */
const readByPost = '/v3/listings/calendar'

function create(tools: SimulatorTools): VendorSimulator {
  const { random, habits, clock } = tools
  const world = new World(tools, hostexProjection)
  seedWorld(world, tools)
  const token = random.fork('token').word(40, 'abcdefghijkmnopqrstuvwxyz0123456789')
  const webhooks = new Webhooks(tools.webhooks, random.fork('webhooks'), () => clock.nowMs())
  world.onEvent((event) => webhooks.send(event))
  const prices: ListingPrices = new Map()
  const isKnown = ({ headers }: FastifyRequest) => headers['hostex-access-token'] === token
  const mayWrite = ({ method, url }: FastifyRequest) =>
    (habits.readOnly ?? 0) === 0 || method === 'GET' || url === readByPost

  return {
    credentials: { accessToken: token, webhookSecret: webhooks.secret },
    answers: {
      rateLimited: tooMany(30_000, 'user'),
      notFound,
      serverError: failure(500, 'Internal Server Error.'),
      badRequest: invalid('The request could not be read.'),
    },
    // A token does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      calendar: (home, range) => availabilities(world, home, range),
      stay: (row) => ({ ...row, id: row.stay_code }),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitCalls(app, tools)
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) => {
            if (!isKnown(request)) return sendAnswer(reply, unauthorized)
            return mayWrite(request) ? undefined : sendAnswer(reply, readOnly)
          })
          strict(api, requests, ({ text }) => invalid(text))
          routes(api, world, prices)
          writeRoutes(api, world, prices)
          webhookRoutes(api, webhooks)
        },
        { prefix: '/v3' },
      )
    },
  }
}
