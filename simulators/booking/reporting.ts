/** Reports of a property about a stay: a card that fails, a guest who did not come, another length. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, textIn, type Xml } from '../../src/connector-kit/xml.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import type { Reservation } from './records.ts'
import * as is from './xml-shape.ts'

const field = (text: is.Check): is.ShapePart => ({ most: 1, text })

const kinds = ['cc_is_invalid', 'cancel_reservation_invalid_cc', 'is_no_show', 'stay_change'] as const

const shape: is.Shape = {
  has: {
    report: {
      least: 1,
      most: 1,
      has: {
        reservation_id: { least: 1, ...field(is.number) },
        cc_is_invalid: field(is.bit),
        cancel_reservation_invalid_cc: field(is.bit),
        is_no_show: { ...field(is.bit), may: { waived_fees: is.word('yes', 'no') } },
        stay_change: {
          most: 1,
          has: {
            roomreservation_id: { least: 1, ...field(is.number) },
            checkin: { least: 1, ...field(is.day) },
            checkout: { least: 1, ...field(is.day) },
            price: field(is.decimal),
          },
        },
      },
    },
  },
}

export function reportingRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  app.post('/hotels/xml/reporting', (request, reply) => sendAnswer(reply, report(account, answers, request)))
}

function report(account: Account, answers: AnswerWriter, request: FastifyRequest): VendorAnswer {
  const read = is.readRoot(request.body, 'request', shape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const element = childOf(read.root, 'report')
  const reservation = account.store.reservations.get(Number(textIn(element, 'reservation_id')))
  if (reservation === undefined || !account.isConnected(reservation.hotel_id ?? 0)) {
    return answers.wrong(request, 403, { code: codes.forbidden, text: 'No access to reservation' })
  }
  const kindsInReport = kinds.filter((kind) => childOf(element, kind) !== undefined)
  if (element === undefined || kindsInReport.length !== 1) {
    return answers.wrong(request, 400, { code: codes.invalid, text: 'A report tells one thing' })
  }
  const wrong = act(account, reservation, element)
  if (wrong !== undefined) return answers.wrong(request, 400, { code: codes.invalid, text: wrong })
  return answers.xml(xml('status', {}, 'enqueued'))
}

/** The queues send the report's effect. Returns in words what is wrong with it. */
function act(account: Account, reservation: Reservation, report: Xml): string | undefined {
  const isOver = reservation.status === 'cancelled'
  if (isOver) return 'The reservation is cancelled'
  const change = childOf(report, 'stay_change')
  if (change !== undefined) {
    const [arrival_date = '', departure_date = ''] = ['checkin', 'checkout'].map((name) =>
      textIn(change, name),
    )
    const id = Number(textIn(change, 'roomreservation_id'))
    if (!reservation.rooms.some(({ roomreservation_id }) => roomreservation_id === id)) {
      return `The reservation has no room ${id}`
    }
    if (departure_date <= arrival_date) return 'checkout must be after checkin'
    const price = textIn(change, 'price')
    account.apply(reservation, {
      ...{ arrival_date, departure_date },
      ...(price === undefined ? {} : { totalprice: Number(price) }),
    })
    return undefined
  }
  const came = (reservation.arrival_date ?? '') <= account.today()
  if (textIn(report, 'is_no_show') === '1') {
    if (!came) return 'The guest is not expected yet'
    account.apply(reservation, { status: 'cancelled' })
  }
  if (textIn(report, 'cancel_reservation_invalid_cc') === '1')
    account.apply(reservation, { status: 'cancelled' })
  return undefined
}
