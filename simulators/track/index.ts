import type { FastifyRequest } from 'fastify'
import { addDays } from '../kit/clock.ts'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { invalid, mostRows, notFound, problem, unauthorized } from './answers.ts'
import { trackProjection, type TrackWorld } from './projection.ts'
import { requests } from './requests.ts'
import { calendarNights, routes } from './routes.ts'
import { writeRoutes } from './write-routes.ts'

const limit = { calls: 10_000, windowMs: 300_000, keyOf: () => 'customer' }
const rateLimited = { ...problem(429, 'Rate limit exceeded.'), headers: { 'retry-after': '30' } }

export const track: SimulatorDefinition = {
  vendor: 'track',
  requests: { prefix: '/api', shapes: requests },
  habits: {
    pageCap: 'the most rows of a page, however many are requested; 0 is as many as requested',
    resultWindow: `the most rows that a search gives; ${mostRows} by default`,
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random, habits } = tools
  const world = new World(tools, trackProjection)
  seedWorld(world, tools)
  blockNights(world)
  const [apiKey, apiSecret] = [random.fork('key').hex(32), random.fork('secret').hex(32)]
  const pair = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const isKnown = (request: FastifyRequest) => request.headers.authorization === pair
  const limits = { pageCap: habits.pageCap ?? 0, rows: habits.resultWindow ?? mostRows }

  return {
    credentials: { domain: `stays-${apiKey.slice(0, 8)}.trackhs.com`, apiKey, apiSecret },
    answers: {
      rateLimited,
      notFound,
      serverError: problem(500, 'An unexpected error occurred.'),
      badRequest: problem(400, 'The request could not be read.'),
    },
    // A key does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, { calendar: (unit, range) => calendarNights(world, unit, range) }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            isKnown(request) ? undefined : sendAnswer(reply, unauthorized),
          )
          strict(api, requests, ({ text, place }) => (place === 'query' ? problem(400, text) : invalid(text)))
          routes(api, world, limits)
          writeRoutes(api, world, limits)
        },
        { prefix: '/api' },
      )
    },
  }
}

/** Blocks are records of their own, which no reservation shows; only the nights tell of them. */
function blockNights(world: TrackWorld): void {
  for (const [index, unit] of world.homes.all().entries()) {
    if (index % 3 !== 1) continue
    const from = addDays(world.today(), 40 + index)
    world.setNights(unit, { from, to: addDays(from, 2) }, { isClosed: true, closedBy: 'host' })
  }
}
