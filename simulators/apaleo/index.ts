import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ClientCredentials, unsignedToken } from '../kit/client-credentials.ts'
import type { SimulatorDefinition, SimulatorTools, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { worldLife, worldOperations } from '../kit/world/world-control.ts'
import { badRequest, notFound, rateLimited, refusal, serverError, unauthorized } from './answers.ts'
import { House } from './house.ts'
import { maintenanceRoutes } from './maintenances.ts'
import { requests } from './requests.ts'
import { bookingRoutes, inventoryRoutes } from './routes.ts'
import { Webhooks, webhookRoutes } from './webhooks.ts'
import { writeRoutes } from './write-routes.ts'

/** The vendor publishes no numbers. */
const limit = { calls: 20, windowMs: 1000, keyOf: () => 'client' }
const tokenSeconds = 3600

export const apaleo: SimulatorDefinition = {
  vendor: 'apaleo',
  requests: { prefix: '', shapes: requests },
  habits: {},
  create,
}

function create(tools: SimulatorTools): VendorSimulator {
  const { random, clock } = tools
  const house = new House(tools)
  const { world } = house
  const webhooks = new Webhooks(tools.webhooks, () => clock.nowMs())
  world.onEvent((event) => webhooks.send(event))
  const client = { id: 'LWHT-SP-LODGEWIRE', secret: random.fork('secret').hex(40), scope: '' }
  const tokens = new ClientCredentials(client, clock)

  return {
    credentials: { clientId: client.id, clientSecret: client.secret },
    answers: { rateLimited, notFound, serverError, badRequest },
    expireToken: (request) => (tokens.end(request) ? unauthorized : undefined),
    operations: worldOperations(world, { calendar: (group, range) => house.calendar(group, range) }),
    move: worldLife(world, random.fork('moves')),
    register: (app) => {
      limitRates(app, tools, [limit], rateLimited)
      tokenRoute(app, tokens, () => unsignedToken({ alg: 'RS256' }, { sub: client.id }, random.hex(32)))
      app.register(async (api) => {
        api.addHook('preHandler', async (request, reply) =>
          tokens.isValid(request) ? undefined : sendAnswer(reply, unauthorized),
        )
        strict(api, requests, ({ text, place }) => (place === 'query' ? badRequest : refusal(text)))
        inventoryRoutes(api, house)
        bookingRoutes(api, house)
        writeRoutes(api, house)
        maintenanceRoutes(api, house)
        webhookRoutes(api, webhooks)
      })
    },
  }
}

/** The client's id and secret come as a Basic login. */
function tokenRoute(app: FastifyInstance, tokens: ClientCredentials, newToken: () => string): void {
  app.post('/connect/token', (request, reply) => {
    const [client_id, client_secret] = loginIn(request)
    const form = { ...(request.body as object | undefined), client_id, client_secret, scope: '' }
    const error = tokens.mistakeIn(form)
    if (error !== undefined) return sendAnswer(reply, { status: 400, body: { error } })
    const access_token = newToken()
    tokens.grant(access_token, tokenSeconds)
    return reply.send({ access_token, expires_in: tokenSeconds, token_type: 'Bearer' })
  })
}

function loginIn({ headers }: FastifyRequest): string[] {
  const pair = /^Basic (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return Buffer.from(pair, 'base64').toString('utf8').split(':')
}
