import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import type { SimulatorDefinition, SimulatorTools, VendorAnswer, VendorSimulator } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { sendAnswer } from '../kit/server.ts'
import { strict, type Mistake } from '../kit/strict.ts'
import { Account } from './account.ts'
import { AnswerWriter, codes, type Wrong } from './answers.ts'
import { Buildings } from './building.ts'
import { contentRoutes } from './content-routes.ts'
import { Contracts, contractRoutes } from './contracts.ts'
import { policyRoutes } from './policy-routes.ts'
import { propertyRoutes } from './property-routes.ts'
import { chargeRoutes } from './charges.ts'
import { reviewRoutes } from './review-routes.ts'
import { Reviews } from './reviews.ts'
import { BookingRequests } from './booking-requests.ts'
import { bookingControl } from './control-routes.ts'
import { bookingLife } from './daily-life.ts'
import { Inbox } from './inbox.ts'
import { messageRoutes } from './message-routes.ts'
import { reportingRoutes } from './reporting.ts'
import { requestRoutes } from './request-routes.ts'
import { listingRoutes } from './listing-routes.ts'
import { bookingOperations } from './operations.ts'
import { bxmlAriRoutes } from './bxml-ari-routes.ts'
import { otaAriRoutes } from './ota-ari-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { requests } from './requests.ts'
import { seedHotels } from './seed-hotels.ts'
import { seedReservations } from './seed-reservations.ts'
import { Store } from './store.ts'
import { sunsetRoutes } from './sunset-routes.ts'
import { Tokens } from './tokens.ts'

export const booking: SimulatorDefinition = {
  vendor: 'booking',
  requests: { prefix: '', shapes: requests },
  habits: {
    deprecated: '1 warns in a header that the queue of new bookings ends, and in bodies that a field does',
    replenish: 'a room that was called off: 0 stays closed until it is written again, 1 can be sold at once',
    retryAfter: 'seconds told with a 429; 0 tells none',
    span: '1 tells the dates of a room in OTA in an element of their own as well as by its nights',
    hotels:
      '1 puts one to four rooms into a hotel each, 2 one room; otherwise all are in the one that is connected',
  },
  create,
}

/** The habit picks the number of rooms that hotels have in turn. */
const sizes: readonly (readonly number[] | undefined)[] = [undefined, [3, 1, 4, 2], [1]]

function create(tools: SimulatorTools): VendorSimulator {
  const { clock, random, portfolio, habits } = tools
  const store = new Store()
  const today = clock.today()
  const seeded = { rooms: portfolio.listings, roomsPerHotel: sizes[habits.hotels ?? 0], today }
  const hotelId = seedHotels(store, seeded, random.fork('hotels'))
  seedReservations(store, portfolio.reservations, today, random.fork('reservations'))
  const answers = new AnswerWriter(
    random.fork('ruids'),
    () => secondOf(clock.nowMs()),
    habits.deprecated === 1,
  )
  const tokens = new Tokens(tools, answers)
  const account = new Account(store, tools)
  const requestsToBook = new BookingRequests(account)
  const inbox = new Inbox(account)
  const reviews = new Reviews(account, random.fork('reviews'))
  const contracts = new Contracts(account)
  const buildings = new Buildings(account, contracts)
  account.onRemoved((id) => inbox.forget(id))
  account.onRemoved((id) => reviews.forget(id))

  const report =
    (status: number, wrong: Wrong, headers: Record<string, string> = {}) =>
    (request: FastifyRequest): VendorAnswer => {
      const answer = answers.wrong(request, status, wrong)
      return { ...answer, headers: { ...answer.headers, ...headers } }
    }
  const { retryAfter = 0 } = habits
  const wait: Record<string, string> = retryAfter > 0 ? { 'retry-after': String(retryAfter) } : {}
  const rateLimited = report(429, { code: codes.restricted, text: 'Too many requests' }, wait)
  const unauthorized = report(401, { code: codes.forbidden, text: 'Unauthorized' })

  return {
    credentials: { hotelId: String(hotelId) },
    partner: { BOOKING_CLIENT_ID: tokens.clientId, BOOKING_CLIENT_SECRET: tokens.clientSecret },
    answers: {
      rateLimited,
      notFound: report(404, { code: codes.unable, text: 'Unable to process: there is nothing at this URL' }),
      serverError: report(500, { code: codes.system, text: 'System error' }),
      badRequest: report(400, { code: codes.unable, text: 'Unable to process: the request cannot be read' }),
    },
    expireToken: (request) => (tokens.end(request) ? unauthorized(request) : undefined),
    operations: bookingOperations(account, requestsToBook, inbox, reviews),
    control: (app) => bookingControl(app, account, { requests: requestsToBook, inbox, reviews, contracts }),
    move: bookingLife(account, inbox, random.fork('moves')),
    register: (app) => {
      tokens.register(app)
      app.register(async (api) => {
        takeXml(api)
        api.addHook('onRequest', async (request, reply) =>
          tokens.isValid(request) ? undefined : sendAnswer(reply, unauthorized(request)),
        )
        if (habits.deprecated === 1) api.addHook('onSend', warnOfQueue)
        // The vendor publishes no table of limits; third parties report 75 to 700 a minute.
        limitRates(
          api,
          tools,
          [{ calls: 700, windowMs: 60_000, keyOf: () => 'account' }],
          (_waitMs, request) => rateLimited(request),
        )
        strict(api, requests, (mistake, request) => answers.wrong(request, 400, wrongOf(mistake)))
        listingRoutes(api, account, answers)
        queueRoutes(api, account, answers)
        otaAriRoutes(api, account, answers)
        bxmlAriRoutes(api, account, answers)
        reportingRoutes(api, account, answers)
        reviewRoutes(api, account, reviews, answers)
        chargeRoutes(api, account, answers)
        contractRoutes(api, contracts, answers)
        propertyRoutes(api, account, { buildings, contracts }, answers)
        contentRoutes(api, account, answers)
        policyRoutes(api, account, answers)
        sunsetRoutes(api, clock, answers)
        const { limitsRates } = tools
        requestRoutes(api, { account, requests: requestsToBook, answers, limitsRates })
        api.register(async (messaging) => messageRoutes(messaging, account, inbox, answers))
      })
    },
  }
}

/** A warning in a header is documented for an endpoint that ends as a whole, the name of the header is not. */
async function warnOfQueue({ url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (url.startsWith('/hotels/ota/OTA_HotelResNotif'))
    reply.header('warning', '299 - "OTA_HotelResNotif 1.1 is deprecated and sunset on 2027-06-30"')
}

function takeXml(app: FastifyInstance): void {
  const types = ['application/xml', 'text/xml']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, finish) => finish(null, body))
}

const codeOf: Readonly<Record<Mistake['kind'], number>> = {
  ...{ missing: codes.missing, unknown: codes.unknown, type: codes.invalid, value: codes.invalid },
}

const wrongOf = ({ kind, at, text }: Mistake): Wrong => ({
  ...{ code: codeOf[kind], text },
  fields: [`$.${at.replaceAll(/\.(\d+)/g, '[$1]')}`],
})
