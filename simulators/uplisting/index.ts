import type { FastifyRequest } from 'fastify'
import { addDays } from '../kit/clock.ts'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, invalid, invalidResource, notFound, unauthorized } from './answers.ts'
import { NightQueue } from './night-queue.ts'
import { uplistingProjection, type UplistingWorld } from './projection.ts'
import { requests } from './requests.ts'
import { calendarDays, routes } from './routes.ts'
import { Hooks } from './webhooks.ts'
import { hookRoutes, writeRoutes } from './write-routes.ts'

const minuteMs = 60_000
const addressOf = ({ ip }: FastifyRequest) => ip
const propertyOf = ({ url }: FastifyRequest) => /^\/(?:bookings|calendar)\/(\d+)/.exec(url)?.[1]

/** The vendor counts calls by address, and by property. */
const limits = [
  { calls: 5, windowMs: 1000, keyOf: addressOf },
  { calls: 100, windowMs: minuteMs, keyOf: addressOf },
  { calls: 15, windowMs: minuteMs, keyOf: propertyOf },
]

export const uplisting: SimulatorDefinition = {
  vendor: 'uplisting',
  requests: { prefix: '', shapes: requests },
  habits: {
    calendarDelaySeconds: 'nights are written so much later than the call that sends them was answered',
    withoutClientId: '1: the account has no client id, as one that is no partner',
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random, habits, clock } = tools
  const world = new World(tools, uplistingProjection)
  seedWorld(world, tools)
  blockNights(world)
  const apiKey = uuidOf(random.fork('key').hex(32))
  const clientId = random.fork('client').hex(24)
  // The key stands alone, without the colon of Basic authentication.
  const proof = `Basic ${Buffer.from(apiKey).toString('base64')}`
  const isKnown = ({ headers }: FastifyRequest) => headers.authorization === proof
  const isPartner = ({ url, headers }: FastifyRequest) =>
    !url.startsWith('/v2/') || headers['x-uplisting-client-id'] === clientId
  const hooks = new Hooks(tools.webhooks, () => clock.nowMs())
  world.onEvent((event) => hooks.send(event))
  const queue = new NightQueue(world, habits.calendarDelaySeconds ?? 0)

  return {
    credentials: { apiKey, ...(habits.withoutClientId === 1 ? {} : { clientId }) },
    answers: {
      rateLimited: failure(429, 'Too many requests'),
      notFound,
      serverError: failure(500, 'Internal server error'),
      badRequest: failure(400, 'The request could not be read'),
    },
    // A key does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      calendar: (property, range) => calendarDays(world, property, range),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, limits, failure(429, 'Too many requests'))
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) =>
          isKnown(request) && isPartner(request) ? undefined : sendAnswer(reply, unauthorized),
        )
        strict(api, requests, ({ text }, { url }) =>
          url.startsWith('/v2/') ? invalidResource(text) : invalid(text),
        )
        routes(api, world, queue)
        writeRoutes(api, world, queue)
        hookRoutes(api, hooks)
      })
    },
  }
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Nights that the host keeps show in the calendar alone. */
function blockNights(world: UplistingWorld): void {
  for (const [index, property] of world.homes.all().entries()) {
    if (index % 3 !== 1) continue
    const from = addDays(world.today(), 40 + index)
    world.setNights(property, { from, to: addDays(from, 2) }, { isClosed: true, closedBy: 'host' })
  }
}
