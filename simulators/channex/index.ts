import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { nested } from '../kit/nested.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { takeGuestBookings } from '../kit/world/guest-bookings.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { ChannexAccount } from './account.ts'
import { badRequest, failure, invalid, momentOf, notFound, tooMany, unauthorized } from './answers.ts'
import { inboxRoutes, webhookRoutes } from './inbox-routes.ts'
import { channexProjection } from './projection.ts'
import type { Property } from './records.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { Webhooks } from './webhooks.ts'
import { writeRoutes } from './write-routes.ts'

const prefix = '/api/v1'

export const channex: SimulatorDefinition = {
  vendor: 'channex',
  requests: { prefix, shapes: requests },
  habits: { feedMinutes: 'how long a revision waits in the feed; 30 by default' },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random } = tools
  const properties = new Map<string, Property>()
  const world = new World(tools, channexProjection(properties))
  seedWorld(world, tools)
  const account = new ChannexAccount(world, properties, tools.habits.feedMinutes ?? 30)
  const webhooks = new Webhooks(tools.webhooks)
  world.onEvent((event) => {
    const before = account.revisions.at(-1)?.id
    account.follow(event)
    const last = account.revisions.at(-1)?.id
    webhooks.send(event, last === before ? undefined : last, momentOf(world.nowMs()))
  })
  const apiKey = random.fork('key').word(60, 'abcdefghijkmnopqrstuvwxyzABCDEFGH0123456789/')
  const isKnown = ({ headers }: FastifyRequest) => headers['user-api-key'] === apiKey

  return {
    credentials: { apiKey },
    answers: {
      rateLimited: tooMany,
      notFound,
      serverError: failure(500, 'internal_server_error', 'Internal Server Error'),
      badRequest: badRequest('The request could not be read.'),
    },
    // A key does not expire, so the fault makes it count as withdrawn.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      calendar: (roomType, range) =>
        account.nights(roomType, range).map(({ isStopped: _isStopped, ...night }) => night),
      shownNights: (roomType, range) => account.shownNights(roomType, range),
    }),
    control: (app) =>
      takeGuestBookings(app, world, {
        shownNights: (roomType, range) => account.shownNights(roomType, range),
        toFields: ({ home, arrival, departure }) => ({
          ...{ room_type_id: home.id, arrival_date: arrival, departure_date: departure },
        }),
        toOutcome: ({ ota_reservation_code: code, id }) => ({ outcome: 'booked', id: code ?? id }),
      }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            isKnown(request) ? undefined : sendAnswer(reply, unauthorized),
          )
          limitRates(api, tools, limits, tooMany, { hook: 'preHandler' })
          strict(api, requests, ({ text, place, at }) =>
            place === 'query' ? badRequest(text) : invalid(at || 'body', text),
          )
          routes(api, account)
          writeRoutes(api, account)
          inboxRoutes(api, account)
          webhookRoutes(api, webhooks, account)
        },
        { prefix },
      )
    },
  }
}

/** Calls for nights are counted by property, those of counts and those of rules apart. */
const limits = ['/availability', '/restrictions'].map((path) => ({
  calls: 10,
  windowMs: 60_000,
  keyOf: ({ url, query, body }: FastifyRequest) => {
    if (!url.startsWith(`${prefix}${path}`)) return undefined
    const { filter } = nested(query as Record<string, unknown>) as { filter?: { property_id?: string } }
    const { values } = (body ?? {}) as { values?: { property_id?: string }[] }
    return `${path} ${filter?.property_id ?? values?.[0]?.property_id ?? ''}`
  },
}))
