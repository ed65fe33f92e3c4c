import type { FastifyRequest } from 'fastify'
import type {
  SimulatorDefinition,
  SimulatorTools,
  VendorOperations,
  VendorSimulator,
} from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { known } from '../kit/asked.ts'
import { readFields, readObject } from '../kit/fields.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { periodsOf } from './availability.ts'
import { bookingRoutes } from './booking-routes.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { failure, invalid, notFound, problem, rateLimited, unauthorized } from './failure.ts'
import { listingIdOf } from './home-row.ts'
import { moment } from './moment.ts'
import { inboxUid, lodgifyProjection } from './projection.ts'
import { propertyRoutes } from './property-routes.ts'
import { isBooking, propertyFields, roomTypeFields } from './records.ts'
import type { Booking, Enquiry, Property, Room } from './records.ts'
import { requests } from './requests.ts'
import { Store } from './store.ts'
import { Webhooks } from './webhooks.ts'

/** The older and the newer version of the API have limits of their own. */
const limitOf = (isNewer: boolean, calls: number) => ({
  calls,
  windowMs: 60_000,
  keyOf: ({ url, ip }: FastifyRequest) => (url.startsWith('/v2/') === isNewer ? ip : undefined),
})
const limits = [limitOf(false, 600), limitOf(true, 750)]
// The vendor's keys are long lines of letters and digits.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

export const lodgify: SimulatorDefinition = {
  vendor: 'lodgify',
  requests: { prefix: '', shapes: requests },
  habits: {
    bareWebhooks: '1: a webhook is the object alone, as documented, and not a list of one, as seen',
    bookingOrder: 'of the list of bookings: 0 newest first, 1 changed last first, 2 changed last at the end',
  },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, habits } = tools
  const properties = new Map<number, Property>()
  const world = new World(tools, lodgifyProjection(properties, clock.today()))
  seedWorld(world, tools)
  const store = new Store(world, properties, random.fork('details'))
  const apiKey = random.fork('key').word(88, letters)
  const webhooks = new Webhooks(store, tools)
  world.onEvent((event) => webhooks.follow(event))
  const isKnown = (request: FastifyRequest) => request.headers['x-apikey'] === apiKey

  return {
    credentials: { apiKey },
    answers: {
      rateLimited,
      notFound,
      serverError: failure(500, 'Unknown', 'An error has occurred.'),
      badRequest: failure(400, 'ArgumentError', 'The request could not be read.'),
    },
    // A key does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (isKnown(request) ? unauthorized : undefined),
    operations: operationsFor(store),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, limits, rateLimited)
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) =>
          isKnown(request) ? undefined : sendAnswer(reply, unauthorized),
        )
        strict(api, requests, ({ text }, { url }) =>
          /^\/(webhooks|v2\/messaging)/.test(url) ? problem(400, text) : invalid(text),
        )
        propertyRoutes(api, store)
        calendarRoutes(api, store, webhooks)
        bookingRoutes(api, store, habits.bookingOrder ?? 0)
        bookingWriteRoutes(api, store)
        webhooks.register(api)
      })
    },
  }
}

/** An enquiry's number gets its letter, because a booking can have the same number. */
const stay = (row: Booking | Enquiry): object =>
  isBooking(row) ? row : { ...row, id: inboxUid(row), type: 'Enquiry' }

/** The control interface's operations; a listing is a room type with its property, under both their numbers. */
function operationsFor(store: Store): VendorOperations {
  const { world } = store
  const home = (room: Room) => {
    return { ...room, id: listingIdOf(room), room_type_id: room.id, property: store.property(room) }
  }
  return {
    ...worldOperations(world, { home, stay, calendar: (room, range) => periodsOf(store, room, range) }),
    /** Changes fields of the room type, or of its property if the room type lacks the name. */
    updateListing: (id, input) => {
      const room = known(world.homes.get(id), `no listing ${id}`)
      const entries = Object.entries(readObject(input))
      const partOf = (isOfRoom: boolean) =>
        Object.fromEntries(entries.filter(([name]) => Object.hasOwn(roomTypeFields, name) === isOfRoom))
      const fields = readFields(propertyFields, partOf(false), ['id'])
      world.changeListing(id, partOf(true))
      Object.assign(store.property(room) ?? {}, fields, { updated_at: moment(world.nowMs()) })
      return home(room)
    },
  }
}
