/** Two queues of reservations return everything that was not acknowledged with each reading. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, childrenOf, type Xml } from '../../src/connector-kit/xml.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { refuse, sendAnswer } from '../kit/server.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter, type Wrong } from './answers.ts'
import { otaNames, otaReservation } from './ota-reservation.ts'
import type { QueueName } from './queue.ts'
import * as is from './xml-shape.ts'

const largestPage = 200
const wrongType: Wrong = { code: codes.unable, text: 'transaction message of the wrong type' }

export function queueRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  for (const queue of ['new', 'modify'] as const) {
    const path = `/hotels/ota/${otaNames[queue].message}`
    app.get(path, (request, reply) => sendAnswer(reply, read(account, answers, queue, request)))
    app.post(path, (request, reply) => sendAnswer(reply, acknowledge(account, answers, queue, request)))
  }
}

function read(
  account: Account,
  answers: AnswerWriter,
  queue: QueueName,
  request: FastifyRequest,
): VendorAnswer {
  const query = request.query as Query
  const { message, list } = otaNames[queue]
  const hotels = textParam(query, 'hotel_ids')?.split(',').map(Number)
  const strange = hotels?.find((id) => !account.isConnected(id))
  if (strange !== undefined) {
    const text = `Access denied for hotel ${strange}`
    refuse(answers.wrong(request, 403, { code: codes.forbidden, text }))
  }
  const [id, since] = [intParam(query, 'id'), textParam(query, 'last_change')]
  const waiting = account.queue
    .waiting(queue)
    .flatMap((one) => account.store.reservations.get(one) ?? [])
    .filter((row) => account.isConnected(row.hotel_id ?? 0))
    .filter((row) => hotels === undefined || hotels.includes(row.hotel_id ?? 0))
    .filter((row) => id === undefined || row.id === id)
    .filter((row) => since === undefined || (row.modified_at ?? '') >= since)
    .slice(0, intParam(query, 'limit') ?? largestPage)
  for (const row of waiting) account.queue.deliver(row.id)
  const rows = waiting.map((row) => otaReservation(account.store, row, queue, account.hasSpans))
  return answers.ota(`${message}RQ`, [xml(list, {}, rows)], 200, '2.001')
}

const ids: is.ShapePart = {
  least: 1,
  most: 1,
  has: {
    HotelReservationIDs: {
      least: 1,
      most: 1,
      has: {
        HotelReservationID: {
          least: 1,
          needs: { ResID_Value: is.number },
          may: { ResID_Type: is.number, ResID_Date: is.day, ResID_Source: is.anyText },
        },
      },
    },
  },
}

const shapeOf = (queue: QueueName): is.Shape => ({
  ...is.otaRoot,
  has: {
    Success: { most: 1 },
    Errors: {
      most: 1,
      has: {
        Error: {
          least: 1,
          needs: { Code: is.number, RecordID: is.number },
          may: { ShortText: is.anyText, Type: is.number, Status: is.word('NotProcessed') },
        },
      },
    },
    [otaNames[queue].list]: {
      most: 1,
      has: { [otaNames[queue].one]: { least: 1, has: { ResGlobalInfo: ids } } },
    },
  },
})

/** A message reports which reservations were stored and which were not; the latter are sent again. */
function acknowledge(
  account: Account,
  answers: AnswerWriter,
  queue: QueueName,
  request: FastifyRequest,
): VendorAnswer {
  const root = `${otaNames[queue].message}RS`
  const read = is.readRoot(request.body, root, shapeOf(queue))
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const recordIds = takenIn(read.root, queue)
  const failed = childrenOf(childOf(read.root, 'Errors'), 'Error')
  const isSuccess = childOf(read.root, 'Success') !== undefined
  if (isSuccess === failed.length > 0 || isSuccess !== recordIds.length > 0) {
    const text = 'A message tells of success or of errors, and of at least one reservation'
    return answers.wrong(request, 400, { code: codes.unable, text })
  }
  const confirmedIds = isSuccess ? recordIds : failed.map(({ attributes }) => Number(attributes.RecordID))
  for (const id of confirmedIds) {
    const record = String(id)
    const reservation = account.store.reservations.get(id)
    if (reservation === undefined) return answers.wrong(request, 400, { ...wrongType, record })
    if (!account.isConnected(reservation.hotel_id ?? 0)) {
      const text = `Access denied for hotel ${reservation.hotel_id}`
      return answers.wrong(request, 403, { code: codes.forbidden, text, record })
    }
    if (!account.queue.mayAcknowledge(id, queue)) return answers.wrong(request, 400, { ...wrongType, record })
  }
  if (isSuccess) for (const id of confirmedIds) account.queue.forget(id)
  return answers.ota(root, [xml('Success')])
}

function takenIn(root: Xml, queue: QueueName): number[] {
  const { list, one } = otaNames[queue]
  return childrenOf(childOf(root, list), one)
    .map((row) => childOf(childOf(row, 'ResGlobalInfo'), 'HotelReservationIDs'))
    .flatMap((row) => childrenOf(row, 'HotelReservationID'))
    .map(({ attributes }) => Number(attributes.ResID_Value))
}
