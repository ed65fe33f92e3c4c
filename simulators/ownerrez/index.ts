import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, invalid, nameless, notFound, unauthorized } from './answers.ts'
import { calendarDays } from './calendar.ts'
import { ownerrezProjection } from './projection.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { writeRoutes } from './write-routes.ts'
import { Webhooks } from './webhooks.ts'

/** The vendor counts calls by source address. */
const limit = { calls: 300, windowMs: 300_000, keyOf: ({ ip }: FastifyRequest) => ip }
const email = 'owner.7@example.com'
const rateLimited = {
  ...failure(429, 'too_many_requests', 'Too many requests.'),
  headers: { 'retry-after': '30' },
}

export const ownerrez: SimulatorDefinition = {
  vendor: 'ownerrez',
  requests: { prefix: '/v2', shapes: requests },
  habits: { withoutFeatures: '1: texts, messages and reviews are refused, as to accounts without them' },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random, habits } = tools
  const world = new World(tools, ownerrezProjection)
  seedWorld(world, tools)
  const token = `pt_${random.fork('token').word(32, 'abcdefghijkmnopqrstuvwxyz0123456789')}`
  const webhooks = new Webhooks(tools.webhooks, random.fork('webhooks'))
  world.onEvent((event) => webhooks.send(event))
  const pair = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`
  const isKnown = (request: FastifyRequest) => request.headers.authorization === pair

  return {
    credentials: {
      email,
      accessToken: token,
      webhookUser: webhooks.user,
      webhookPassword: webhooks.password,
    },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'error', 'An error occurred.'),
      badRequest: invalid('The request could not be read.'),
    },
    // A token does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      webhook: webhooks.address,
      calendar: (property, range) => calendarDays(world, property, range),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) => {
            if (!request.headers['user-agent']) return sendAnswer(reply, nameless)
            return isKnown(request) ? undefined : sendAnswer(reply, unauthorized)
          })
          strict(api, requests, ({ text }) => invalid(text))
          routes(api, world, (habits.withoutFeatures ?? 0) === 0)
          writeRoutes(api, world)
        },
        { prefix: '/v2' },
      )
    },
  }
}
