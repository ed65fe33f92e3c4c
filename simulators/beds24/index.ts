import type { FastifyInstance } from 'fastify'
import type {
  SimulatorDefinition,
  SimulatorTools,
  VendorOperations,
  VendorSimulator,
} from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { calendarRanges } from './calendar.ts'
import { Credits } from './credits.ts'
import { failure } from './envelope.ts'
import { inventoryWriteRoutes } from './inventory-write-routes.ts'
import { beds24Projection } from './projection.ts'
import type { Property, Room } from './records.ts'
import { requests } from './requests.ts'
import { readRoutes } from './routes.ts'
import { seedReviews } from './seed-reviews.ts'
import { Store } from './store.ts'
import { tokenRefused, Tokens } from './tokens.ts'
import { Webhooks } from './webhooks.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'

export const beds24: SimulatorDefinition = {
  vendor: 'beds24',
  requests: { prefix: '/v2', shapes: requests },
  habits: { singleUseCode: '1: the invite code works once, as told by third parties' },
  create,
}

const limitReached = failure(429, 'Credit limit exceeded')

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random } = tools
  const properties = new Map<number, Property>()
  const world = new World(tools, beds24Projection(properties))
  seedWorld(world, tools)
  const store = new Store(world, properties, random.fork('blackouts'))
  seedReviews(store, clock.today(), random.fork('reviews'))
  const tokens = new Tokens(clock, random.fork('tokens'), tools.habits.singleUseCode === 1)
  const webhooks = new Webhooks(tools.webhooks, store)
  world.onEvent((event) => {
    if (event.family === 'home' || event.action === 'deleted') return
    if (event.family === 'message' && event.row.source === 'host') {
      for (const message of world.threads.messagesIn(event.stay.id)) message.read = true
    }
    webhooks.send(event.family === 'stay' ? event.row : event.stay)
  })
  const credits = new Credits(clock)

  return {
    credentials: { inviteCode: tokens.inviteCode },
    answers: {
      rateLimited: { ...limitReached, headers: { 'x-fivemincreditlimit-resetsin': '20' } },
      notFound: failure(404, 'Not found'),
      serverError: failure(500, 'Internal server error'),
      badRequest: failure(400, 'Request not valid'),
    },
    expireToken: (request) => tokens.expire(request),
    operations: operationsFor(store, webhooks),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      app.register(
        async (api) => {
          countCredits(api, credits, tools.limitsRates)
          api.get('/authentication/setup', ({ headers }, reply) =>
            sendAnswer(reply, tokens.setup(headers.code)),
          )
          api.get('/authentication/token', ({ headers }, reply) =>
            sendAnswer(reply, tokens.refresh(headers.refreshtoken)),
          )
          api.get('/authentication/details', (request) => tokens.details(request))
          api.register(async (guarded) => {
            guarded.addHook('preHandler', async (request, reply) =>
              tokens.isValid(request) ? undefined : sendAnswer(reply, tokenRefused),
            )
            strict(guarded, requests, ({ text }) => failure(400, text))
            readRoutes(guarded, store)
            bookingWriteRoutes(guarded, store)
            inventoryWriteRoutes(guarded, store)
          })
        },
        { prefix: '/v2' },
      )
    },
  }
}

const everything = {
  includeNumAvail: 'true',
  includeMinStay: 'true',
  includeMaxStay: 'true',
  includeMultiplier: 'true',
  includeOverride: 'true',
  includePrices: 'true',
}

/** The control interface's operations; a listing is a room type. */
function operationsFor(store: Store, { address }: Webhooks): VendorOperations {
  const operations = worldOperations(store.world, {
    webhook: address,
    home: (room: Room) => ({ ...room, property: store.properties.get(room.propertyId ?? 0) ?? null }),
    calendar: (room, range) => calendarRanges(store, room, range, everything),
  })
  return {
    ...operations,
    state: (include) => ({
      ...operations.state(include),
      internalNotes: store.notes,
      reviews: [
        ...store.airbnbReviews.map((review) => ({ ...review, id: `airbnb-${review.id}` })),
        ...store.bookingReviews.map((review) => ({ ...review, id: `booking-${review.review_id}` })),
      ],
    }),
  }
}

/** Every answer has its cost and the rest; without credits a call is refused. Without limits nothing is charged. */
function countCredits(api: FastifyInstance, credits: Credits, isLimited: boolean): void {
  api.addHook('preHandler', async (_request, reply) =>
    isLimited && credits.isUsedUp() ? sendAnswer(reply, limitReached) : undefined,
  )
  api.addHook('preSerialization', async (_request, reply, payload) => {
    const { count = 0 } = payload as { count?: number }
    // A fault's refusal already has its own reset time.
    const isTold = reply.hasHeader('x-fivemincreditlimit-resetsin')
    const isCharged = isLimited && reply.statusCode !== 429
    if (!isTold) reply.headers(isCharged ? credits.charge(count) : credits.headers(0))
    return payload
  })
}
