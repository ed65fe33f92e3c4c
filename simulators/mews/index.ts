import type { FastifyRequest } from 'fastify'
import type { SimulatorDefinition, SimulatorTools, VendorAnswer, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict } from '../kit/strict.ts'
import { Account } from './account.ts'
import { failure, notFound, unauthorized } from './answers.ts'
import { bookingWriteRoutes } from './booking-write-routes.ts'
import { calendarWriteRoutes } from './calendar-write-routes.ts'
import { mewsLife } from './daily-life.ts'
import { guid, token } from './guid.ts'
import { listRoutes } from './list-routes.ts'
import { mewsOperations } from './operations.ts'
import { otherRoutes } from './other-routes.ts'
import { bodyOf } from './requests.ts'
import { routeShapes } from './requests-taken.ts'
import { seedHotels } from './seed-hotels.ts'
import { Store } from './store.ts'
import { Webhooks } from './webhooks.ts'
import { Writer } from './writer.ts'

const prefix = '/api/connector/v1'
/** The limit is for each access token, and there is one. */
const limit = { calls: 200, windowMs: 30_000, keyOf: () => 'token' }
const tooMany = failure(429, 'Too many requests. Try again later.')

export const mews: SimulatorDefinition = {
  vendor: 'mews',
  requests: { prefix, shapes: routeShapes },
  habits: {
    portfolio: 'the access token reaches so many hotels',
    noRetryAfter: '1: a 429 does not say how long to wait',
  },
  create,
}

interface Tokens {
  clientToken: string
  accessToken: string
}

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, habits } = tools
  const store = new Store()
  seedHotels(store, { ...tools.portfolio, hotels: habits.portfolio ?? 1 }, clock.today(), random)
  const names = random.fork('tokens')
  const tokens: Tokens = { clientToken: token(names), accessToken: token(names) }
  const webhooks = new Webhooks(tools.webhooks, guid(names))
  const account = new Account(store, tools, webhooks)
  const writer = new Writer(account, tools)
  const tellsWait = habits.noRetryAfter !== 1
  return {
    credentials: { ...tokens, environment: 'demo' },
    answers: {
      rateLimited: tellsWait ? waiting(5000) : tooMany,
      notFound,
      serverError: failure(500, 'An unexpected error occurred.'),
      badRequest: failure(400, 'Invalid JSON.'),
    },
    // Access tokens do not expire, so the fault means that the hotel switched the integration off.
    expireToken: (request) =>
      bodyOf(request.body).AccessToken === undefined ? undefined : unauthorized('AccessToken'),
    operations: mewsOperations(account, webhooks),
    move: mewsLife(account, random.fork('moves')),
    register: (app) => {
      app.register(
        async (api) => {
          api.addHook('preHandler', async (request, reply) => {
            const refused = refusal(request, tokens)
            return refused === undefined ? undefined : sendAnswer(reply, refused)
          })
          limitRates(api, tools, [limit], tellsWait ? waiting : tooMany, { hook: 'preHandler' })
          strict(api, routeShapes, ({ at, kind, text }) =>
            failure(400, kind === 'unknown' ? text : `Invalid ${at.split('.').at(-1) || 'body'}.`),
          )
          listRoutes(api, store)
          otherRoutes(api, store, clock)
          bookingWriteRoutes(api, account, writer)
          calendarWriteRoutes(api, store, writer)
        },
        { prefix },
      )
    },
  }
}

/** Every request carries its credentials in the body. */
function refusal(request: FastifyRequest, tokens: Tokens): VendorAnswer | undefined {
  const { ClientToken, AccessToken, Client } = bodyOf(request.body)
  if (ClientToken !== tokens.clientToken) return unauthorized('ClientToken')
  if (AccessToken !== tokens.accessToken) return unauthorized('AccessToken')
  return typeof Client === 'string' && Client !== '' ? undefined : failure(400, 'Invalid Client.')
}

function waiting(ms: number): VendorAnswer {
  return { ...tooMany, headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) } }
}
