import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools } from '../kit/definition.ts'
import type { VendorOperations, VendorSimulator } from '../kit/definition.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { textParam, type Query } from '../kit/query.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { bookingWriteRoutes, cancelBooking } from './booking-write-routes.ts'
import { calendarDays } from './calendar.ts'
import { calendarWriteRoutes } from './calendar-write-routes.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { failure, notFound, success } from './envelope.ts'
import { listingRoutes } from './listing-routes.ts'
import { unitsIn } from './listing-row.ts'
import { lookupRoutes } from './lookups.ts'
import { requests } from './requests.ts'
import { hostawayProjection } from './projection.ts'
import { accountId, conversationOf, reservationFields } from './records.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { markSeen, Store } from './store.ts'
import { tokenRefused, Tokens } from './tokens.ts'
import { webhookRoutes, Webhooks } from './webhooks.ts'

const rateLimited = failure(429, 'Too many requests were made in a given period of time')

export const hostaway: SimulatorDefinition = {
  vendor: 'hostaway',
  requests: { prefix: '/v1', shapes: requests },
  habits: {
    tokenDelaySeconds: 'a new token works only after so many seconds; the vendor documents 1',
    wholeHomes: 'no listing is made of units',
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random } = tools
  const unitsOf = tools.habits.wholeHomes ? () => [] : unitsIn
  const world = new World(tools, hostawayProjection(unitsOf, clock))
  seedWorld(world, tools)
  const store = new Store(world, unitsOf, random.fork('details'))
  const tokens = new Tokens(clock, random.fork('tokens'), tools.habits.tokenDelaySeconds ?? 0)
  const webhooks = new Webhooks(tools.webhooks)
  world.onEvent((event) => {
    if (event.family === 'stay' && event.action === 'created') store.assignUnit(event.row)
    if (event.family === 'message' && event.row.isIncoming === 0)
      markSeen(world.threads.messagesIn(event.row.conversationId))
    webhooks.tell(event)
  })

  return {
    credentials: { accountId: String(accountId), apiKey: tokens.apiKey },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Internal server error'),
      badRequest: failure(400, 'The request could not be read'),
    },
    expireToken: (request) => tokens.expire(request),
    operations: operationsOf(store),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, limitsOf(tokens), rateLimited)
      app.register(async (api) => tokenRoutes(api, tokens), { prefix: '/v1' })
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) =>
            tokens.granted.isValid(request) ? undefined : sendAnswer(reply, tokenRefused),
          )
          strict(api, requests, ({ text }) => failure(400, text))
          listingRoutes(api, store)
          reservationRoutes(api, store)
          bookingWriteRoutes(api, store)
          calendarWriteRoutes(api, store)
          conversationRoutes(api, store)
          reviewRoutes(api, store)
          webhookRoutes(api, store, webhooks)
          lookupRoutes(api)
        },
        { prefix: '/v1' },
      )
    },
  }
}

function operationsOf(store: Store): VendorOperations {
  const { world } = store
  const operations = worldOperations(world, {
    calendar: (listing, range) => calendarDays(store, listing, range, false),
    parts: {
      listingUnits: () =>
        world.homes.all().map((row) => ({ listingMapId: row.id, units: store.unitsOf(row) })),
    },
  })
  return {
    ...operations,
    state: (include) => {
      const conversations = world.threads.all().map(conversationOf)
      return { ...operations.state(include), conversations }
    },
    updateReservation: (id, fields) => {
      // The vendor never moves a booking to another listing.
      readFields(reservationFields, fields, ['listingMapId', 'hostawayReservationId'])
      return operations.updateReservation(id, fields)
    },
    cancelReservation: (id, options) => {
      const reservation = world.stay(id)
      const body = readObject(options)
      refuseUnknown(body, ['cancelledBy'])
      const { cancelledBy = 'guest' } = body
      if (cancelledBy !== 'guest' && cancelledBy !== 'host')
        throw new ControlError('cancelledBy must be guest or host')
      if (reservation.status === 'cancelled') throw new ControlError(`reservation ${id} is already cancelled`)
      return cancelBooking(store, reservation, cancelledBy)
    },
  }
}

/** The vendor limits each address and each account. */
const limitsOf = (tokens: Tokens) => {
  const accountOf = (request: FastifyRequest) =>
    tokens.granted.isValid(request) ? String(accountId) : undefined
  const windowMs = 10_000
  return [
    { calls: 15, windowMs, keyOf: ({ ip }: FastifyRequest) => ip },
    { calls: 20, windowMs, keyOf: accountOf },
  ]
}

function tokenRoutes(app: FastifyInstance, tokens: Tokens): void {
  app.post('/accessTokens', (request, reply) => sendAnswer(reply, tokens.issue(request.body)))
  app.delete<{ Querystring: Query }>('/accessTokens', (request, reply) => {
    const token = textParam(request.query, 'token')
    if (token === undefined) return sendAnswer(reply, failure(400, 'token is required'))
    tokens.granted.revoke(token)
    return success([])
  })
}
