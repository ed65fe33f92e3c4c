import type { FastifyInstance } from 'fastify'
import { RateWindow } from '../kit/rate-window.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { refuse, sendAnswer } from '../kit/server.ts'
import * as is from '../kit/shape.ts'
import { connectedHotel, notThere, refuseJson } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import type { BookingRequests } from './booking-requests.ts'

const perMinute = 200
const warnedFrom = 170
const longestText = 255

const reasons = [
  ...(['DATES_NOT_AVAILABLE', 'POLICY_DONT_FIT_NEEDS', 'OUTSIDE_HOURS_CHECKIN'] as const),
  ...(['MISSING_INFORMATION', 'NOT_COMFORTABLE'] as const),
]
const statuses = [
  ...(['CREATED', 'APPROVED', 'REJECTED', 'EXPIRED_PENDING_APPROVAL', 'BOOKED'] as const),
  'EXPIRED_AFTER_APPROVAL' as const,
]

export const requestShapes: is.RouteShapes = {
  'GET /rtb/requests': {
    query: is.some({
      propertyId: is.id,
      status: is.oneOf(...statuses),
      page: is.id,
      pageSize: is.between(1, 100),
      updatedSince: is.moment,
    }),
  },
  'GET /rtb/properties/:pid/requests/:id': {},
  'POST /rtb/properties/:pid/requests/:id': {
    body: is.exactly({
      status: is.oneOf('APPROVED', 'REJECTED'),
      rejectionReason: is.opt(is.oneOf(...reasons)),
      rejectionReasonText: is.opt(is.text),
    }),
  },
}

interface RequestAnswerBody {
  status: 'APPROVED' | 'REJECTED'
  rejectionReason?: (typeof reasons)[number]
  rejectionReasonText?: string
}
type RequestByIdRequest = { Params: { pid: string; id: string } }

/** Requests to book allow 200 calls a minute and warn from the 170th on. */
export function requestRoutes(
  app: FastifyInstance,
  { account, requests, answers, limitsRates }: RequestRouteDeps,
): void {
  const window = new RateWindow(perMinute, 60_000)
  const warnings = (): object[] => {
    if (!limitsRates) return []
    const nowMs = account.nowMs()
    if (window.isFull('account', nowMs)) {
      refuse(answers.jsonErrors(429, { code: codes.restricted, text: 'Too many requests' }))
    }
    window.take('account', nowMs)
    const used = perMinute - window.left('account', nowMs)
    return used < warnedFrom
      ? []
      : [{ code: codes.restricted, message: `${used} of ${perMinute} calls this minute` }]
  }
  const heldOf = ({ pid, id }: RequestByIdRequest['Params']) => {
    const hotel = connectedHotel(account, answers, pid)
    const bookingRequest = requests.of(id)
    return bookingRequest?.room.hotel_id === hotel.id
      ? bookingRequest
      : notThere(answers, `There is no request ${id}`)
  }

  app.get('/rtb/requests', (request, reply) => {
    const warningBody = { warnings: warnings() }
    const query = request.query as Query
    const [property, status, since] = [
      intParam(query, 'propertyId'),
      ...['status', 'updatedSince'].map((name) => textParam(query, name)),
    ]
    if (property !== undefined) connectedHotel(account, answers, property)
    const rows = requests
      .list()
      .filter(({ room }) => account.isConnected(room.hotel_id ?? 0))
      .filter(({ room }) => property === undefined || room.hotel_id === property)
      .filter((bookingRequest) => status === undefined || bookingRequest.status === status)
      .filter(
        (bookingRequest) => since === undefined || bookingRequest.updatedMs >= Date.parse(String(since)),
      )
    const size = intParam(query, 'pageSize') ?? 100
    const page = intParam(query, 'page') ?? 1
    const entries = rows
      .slice((page - 1) * size, page * size)
      .map((bookingRequest) => requests.show(bookingRequest))
    const meta = { page, pageSize: size, totalElements: rows.length }
    return sendAnswer(reply, answers.json(entries, { ...warningBody, meta }))
  })
  app.get<RequestByIdRequest>('/rtb/properties/:pid/requests/:id', (request, reply) => {
    const warningBody = { warnings: warnings() }
    return sendAnswer(reply, answers.json(requests.show(heldOf(request.params)), warningBody))
  })
  app.post<RequestByIdRequest>('/rtb/properties/:pid/requests/:id', (request, reply) => {
    const warningBody = { warnings: warnings() }
    const bookingRequest = heldOf(request.params)
    const { status, rejectionReason, rejectionReasonText } = request.body as RequestAnswerBody
    const missing = (field: string) =>
      refuseJson(answers, 400, { code: codes.missing, text: `${field} is required`, fields: [`$.${field}`] })
    if (status === 'REJECTED' && rejectionReason === undefined) missing('rejectionReason')
    const isOwnWords = rejectionReason === 'NOT_COMFORTABLE'
    if (status === 'REJECTED' && isOwnWords && !rejectionReasonText) missing('rejectionReasonText')
    const rejection =
      status === 'APPROVED' || rejectionReason === undefined
        ? null
        : {
            reason: rejectionReason,
            text: isOwnWords ? (rejectionReasonText ?? '').slice(0, longestText) : null,
          }
    if (!requests.answer(bookingRequest, status, rejection)) {
      refuseJson(answers, 400, { code: codes.unable, text: `The request is ${bookingRequest.status}` })
    }
    return sendAnswer(reply, answers.json(requests.show(bookingRequest), warningBody))
  })
}

interface RequestRouteDeps {
  account: Account
  requests: BookingRequests
  answers: AnswerWriter
  limitsRates: boolean
}
