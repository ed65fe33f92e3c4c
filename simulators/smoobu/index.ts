import type { FastifyInstance } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { World } from '../kit/world/world.ts'
import { failure, limitHeaders, notFound, rateLimited, unauthorized } from './failure.ts'
import { smoobuProjection } from './projection.ts'
import { nightsOf } from './rates.ts'
import { readRoutes } from './routes.ts'
import { requests } from './requests.ts'
import { Signatures } from './signature.ts'
import { Webhooks } from './webhooks.ts'
import { writeRoutes } from './write-routes.ts'

export const smoobu: SimulatorDefinition = {
  vendor: 'smoobu',
  requests: { prefix: '', shapes: requests },
  habits: { bookingOrder: 'of the list of bookings: 0 newest first, 1 changed last first' },
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random } = tools
  const world = new World(tools, smoobuProjection)
  seedWorld(world, tools)
  const signatures = new Signatures(clock, random.fork('signatures'))
  const webhooks = new Webhooks(tools.webhooks)
  world.onEvent((event) => webhooks.send(event))

  return {
    credentials: { apiKey: signatures.apiKey, apiSecret: signatures.apiSecret },
    answers: {
      rateLimited: rateLimited(15),
      notFound,
      serverError: failure(500, 'Internal Server Error', 'Internal Server Error'),
      badRequest: failure(400, 'Bad Request', 'The request could not be read'),
    },
    // A key does not expire, so the fault makes it count as revoked.
    expireToken: (request) => (signatures.carriesKey(request) ? unauthorized : undefined),
    operations: worldOperations(world, {
      webhook: webhooks.address,
      calendar: (apartment, range) => nightsOf(world, apartment, range),
    }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      app.register(async (signed) => {
        if (tools.limitsRates) addRateLimit(signed, tools)
        checkSignatures(signed, signatures)
        strict(signed, requests, ({ text }) => failure(422, 'Unprocessable Entity', text))
        readRoutes(signed, world, tools.habits.bookingOrder === 1)
        writeRoutes(signed, world)
      })
    },
  }
}

function checkSignatures(app: FastifyInstance, signatures: Signatures): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, finish) => {
    signatures.keepBody(request, String(body))
    try {
      finish(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch (error) {
      finish(error as Error)
    }
  })
  app.addHook('preHandler', async (request, reply) =>
    signatures.accepts(request) ? undefined : sendAnswer(reply, unauthorized),
  )
}

/** The account has 700 requests a minute, and every answer's headers say what is left. */
function addRateLimit(api: FastifyInstance, { clock }: SimulatorTools): void {
  const window = new RateWindow(700, 60_000)
  const key = 'account'
  api.addHook('onRequest', async (_request, reply) => {
    const nowMs = clock.nowMs()
    if (window.isFull(key, nowMs)) {
      return sendAnswer(reply, rateLimited(Math.ceil(window.opensInMs(key, nowMs) / 1000)))
    }
    window.take(key, nowMs)
    reply.headers(limitHeaders(window.left(key, nowMs)))
    return undefined
  })
}
