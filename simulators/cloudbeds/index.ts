import { randomBytes } from 'node:crypto'
import type {
  SimulatorDefinition,
  SimulatorTools,
  VendorOperations,
  VendorSimulator,
} from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { nightsOf } from './calendar.ts'
import { refused } from './envelope.ts'
import { offerRoutes } from './offer-routes.ts'
import { rateWriteRoutes } from './rate-write-routes.ts'
import { requests } from './requests.ts'
import { vendorRoutes } from './routes.ts'
import type { Reservation } from './records.ts'
import { bookedRooms, bookingOf, Store } from './store.ts'
import { Webhooks } from './webhooks.ts'

export const cloudbeds: SimulatorDefinition = {
  vendor: 'cloudbeds',
  requests: { prefix: '/api/v1.3', shapes: requests },
  habits: {},
  create,
}

const answers = {
  rateLimited: refused('Too many requests', 429),
  notFound: refused('Not found', 404),
  serverError: refused('Internal server error', 500),
  badRequest: refused('Bad request', 400),
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random } = tools
  const store = new Store(tools)
  const webhooks = new Webhooks(tools.webhooks, store)
  store.world.onEvent((event) => webhooks.follow(event))
  const apiKey = `cbat_${random.fork('key').hex(32)}`

  return {
    credentials: { apiKey },
    answers,
    // Keys do not expire.
    expireToken: () => undefined,
    operations: operationsFor(store),
    move: worldLife(store.world, random.fork('moves')),
    register: (app) => {
      app.register(
        async (api) => {
          api.addHook('onRequest', async (request, reply) => {
            reply.header('x-request-id', randomBytes(8).toString('hex'))
            if (request.headers['x-api-key'] === apiKey) return undefined
            return sendAnswer(reply, refused('Access token is invalid', 401))
          })
          limitRates(api, tools, [{ calls: 5, windowMs: 1000, keyOf: () => 'key' }], answers.rateLimited)
          strict(api, requests, ({ text }) => refused(text))
          vendorRoutes(api, store, webhooks)
          offerRoutes(api, store)
          bookingWriteRoutes(api, store)
          rateWriteRoutes(api, store)
        },
        { prefix: '/api/v1.3' },
      )
    },
  }
}

/** The control interface's operations. A listing is a room type, and a reservation one booked room. */
function operationsFor(store: Store): VendorOperations {
  const { world } = store
  const operations = worldOperations(world, {
    home: (row) => ({ id: row.roomTypeID, ...row }),
    stay: (row: Reservation) => ({ id: row.reservationID, ...row }),
    calendar: (row, range) => nightsOf(store, row, range),
  })
  const reservations = () =>
    world.stays
      .all()
      .flatMap((row) => bookedRooms(row).map(({ number: _number, ...room }) => ({ ...row, ...room })))
  return {
    ...operations,
    state: (include) => ({ ...operations.state(include), reservations: reservations() }),
    updateReservation: (id, fields) => operations.updateReservation(bookingOf(id), fields),
    cancelReservation: (id, options) => operations.cancelReservation(bookingOf(id), options),
    // The vendor keeps deleted bookings and shows them on request.
    deleteReservation: (id) => void world.apply(world.stay(bookingOf(id)), { isDeleted: true }),
  }
}
