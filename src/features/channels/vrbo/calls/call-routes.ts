/**
 * Answers Vrbo's calls: quotes, availability, bookings and changed bookings. Vrbo does not publish for which partners
 * it makes them, so an account takes calls only where enabled; elsewhere the routes answer as missing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { childOf, readXml, textIn, XmlError, type Xml } from '../../../../connector-kit/xml.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Services } from '../../../../services.ts'
import { createFeedGate, type CallingAccount } from '../../../calendar/public.ts'
import {
  renderBookingAnswer,
  renderBookingIndex,
  renderQuote,
  renderRefusal,
  renderUpdate,
} from './render-answers.ts'
import { book, isBooked } from './book.ts'
import { bookedStay, changedBookings } from './queries.ts'
import { readBooking, readStay } from './read-request.ts'
import { findPossibleStay, priceAtVrbo } from './possible-stay.ts'

const path = '/vrbo/calls'
const largestBody = 256 * 1024
const deepest = 24
/** The largest request, a booking with all fields, has some two hundred elements. */
const widest = 2_000

type CallServerDeps = Pick<Services, 'db' | 'clock' | 'config' | 'publicUrl'>

export async function registerCallRoutes(app: FastifyInstance, services: CallServerDeps): Promise<void> {
  const { db, clock } = services
  const admitted = createFeedGate(services)
  app.addContentTypeParser(
    ['text/xml', 'application/xml'],
    { parseAs: 'buffer', bodyLimit: largestBody },
    (_request, body, finish) => finish(null, body),
  )

  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<CallingAccount> => {
    const account = await admitted(request, reply)
    if (account.takesCalls) return account
    throw new ApiError(
      'not_found',
      'This account takes no calls.',
      {},
      { fix: 'Switch them on with `PATCH /v1/channels/vrbo/accounts/{accountId}` and `takesCalls`.' },
    )
  }
  const xmlType = 'text/xml; charset=utf-8'

  app.post(`${path}/booking`, async (request, reply) => {
    const account = await enter(request, reply)
    const outcome = await book(db, account, readBooking(readDocument(request, 'bookingRequest')), clock.now())
    void reply.type(xmlType)
    return isBooked(outcome)
      ? renderBookingAnswer(outcome.reservationId)
      : renderRefusal('bookingResponse', outcome)
  })

  app.post(`${path}/quote`, async (request, reply) => {
    const account = await enter(request, reply)
    const stayRequest = readStay(childOf(readDocument(request, 'quoteRequest'), 'quoteRequestDetails'))
    const answer = await quote(db, account, stayRequest, clock.now())
    return reply.type(xmlType).send(answer)
  })

  app.post(`${path}/booking-index`, async (request, reply) => {
    const account = await enter(request, reply)
    const root = readDocument(request, 'bookingContentIndexRequest')
    const since = readSince(textIn(root, 'startDate'))
    const changed = await changedBookings(db, { workspaceId: account.workspaceId }, account.id, since)
    const entries = changed.map(({ reservationId, updatedAt }) => ({
      url: `${services.publicUrl}${path}/bookings/${reservationId}.xml`,
      updatedAt,
    }))
    return reply.type(xmlType).send(renderBookingIndex(account.id, entries))
  })

  app.get<{ Params: { file: string } }>(`${path}/bookings/:file`, async (request, reply) => {
    const account = await enter(request, reply)
    const [, id] = /^([1-9][0-9]{0,17})\.xml$/.exec(request.params.file) ?? []
    const scope = { workspaceId: account.workspaceId }
    const stay = id === undefined ? undefined : await bookedStay(db, scope, account.id, id, clock.now())
    if (!stay) throw new ApiError('not_found', 'This account made no such booking.')
    return reply.type(xmlType).header('cache-control', 'private, no-store').send(renderUpdate(stay))
  })
}

async function quote(
  db: Services['db'],
  account: CallingAccount,
  stayRequest: ReturnType<typeof readStay>,
  now: Date,
): Promise<string> {
  const scope = { workspaceId: account.workspaceId }
  const stay = await findPossibleStay(db, scope, account.id, stayRequest, now)
  if ('reason' in stay) return renderRefusal('quoteResponse', stay)
  const price = await priceAtVrbo(db, scope, stay, stayRequest.adults + stayRequest.children)
  if (!price) throw new Error('a listing at Vrbo has no price')
  const { currency } = price
  const items = price.items.map(({ type, amount }) => ({
    feeType: type === 'nights' || type === 'weekend_nights' ? ('RENTAL' as const) : ('MISC' as const),
    name: type,
    total: { amount, currency },
  }))
  const on = now.toISOString().slice(0, 10)
  return renderQuote(currency, items, { total: { amount: price.total, currency }, on })
}

/** Errors never quote the request. */
function readDocument(request: FastifyRequest, root: string): Xml {
  try {
    const document = readXml(Buffer.isBuffer(request.body) ? request.body : '', {
      largest: largestBody,
      deepest,
      widest,
    })
    if (document.root.name === root) return document.root
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new ApiError(
      'invalid_body',
      `The body is no XML that can be read: ${error.reason}.`,
      {},
      { cause: error },
    )
  }
  throw new ApiError('invalid_body', `The body is no \`${root}\`.`, { valid_values: [root] })
}

function readSince(text: string | undefined): Date {
  const since = new Date(text?.trim() ?? '')
  return Number.isNaN(since.getTime()) ? new Date(0) : since
}
