/**
 * The simulator does not send these messages: a cancellation without rooms, a booking without any, amounts in
 * all places.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { rememberIn } from '../../connector-kit/remember.ts'
import { xmlDocument, XmlDocument } from '../../connector-kit/xml-document.ts'
import { writeXml } from '../../connector-kit/xml-write.ts'
import { amountOf } from './read-ota.ts'
import { reservations } from './reservations.ts'

const message = (rows: string) =>
  `<OTA_HotelResModifyNotifRQ><HotelResModifies>${rows}</HotelResModifies></OTA_HotelResModifyNotifRQ>`
const row = (id: string, status: string, rooms = '') =>
  `<HotelResModify ResStatus="${status}">${rooms}<ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Value="${id}"/></HotelReservationIDs></ResGlobalInfo></HotelResModify>`

/** The queue holds these rows, and the test sees which are acknowledged. */
function queueOf(rows: string): { context: VendorContext; acknowledged: string[] } {
  const acknowledged: string[] = []
  const refuse = () => Promise.reject(new Error('nothing of this is called'))
  const http = {
    get: () => Promise.resolve(xmlDocument(message(rows))),
    post: (_path: string, { body }: { body?: unknown } = {}) => {
      const text = body instanceof XmlDocument ? writeXml(body.root) : ''
      acknowledged.push(...[...text.matchAll(/ResID_Value="(\d+)"/g)].map(([, id]) => id ?? ''))
      return Promise.resolve(xmlDocument('<OTA_HotelResModifyNotifRS><Success/></OTA_HotelResModifyNotifRS>'))
    },
    put: refuse,
    patch: refuse,
    delete: refuse,
  }
  rememberIn(http, { work: new Map(), settings: new Map(), identity: 'booking:4012300' })
  return { context: { http, now: () => new Date('2026-05-11T09:30:00Z') }, acknowledged }
}

async function read(rows: string) {
  const { context, acknowledged } = queueOf(rows)
  const cursor = JSON.stringify({ list: 'modified', startedAt: '2026-05-11T09:30:00Z' })
  const page = await reservations.page(context, { cursor, since: '2026-05-11T09:29:00Z' })
  const unstored = new Set(page.failures.map(({ externalId }) => externalId))
  await reservations.acknowledge?.(context, { receipt: page.receipt, unstored })
  return { ...page, acknowledged }
}

test('a cancellation without rooms ends every stay of its booking, and is acknowledged', async () => {
  const { records, failures, whole, acknowledged } = await read(row('2914006001', 'Cancel'))
  assert.deepEqual([records, failures], [[], []])
  assert.deepEqual(whole, [{ confirmationCode: '2914006001', stays: [] }])
  assert.deepEqual(acknowledged, ['2914006001'])
})

test('a change that tells no rooms ends nothing, and stays in the queue', async () => {
  const { failures, whole, acknowledged } = await read(row('2914006001', 'Modify'))
  assert.deepEqual(failures, [{ externalId: '2914006001', message: 'a booking without rooms' }])
  assert.deepEqual([whole, acknowledged], [[], []])
})

test('one room that cannot be read keeps its booking in the queue, and not the others', async () => {
  const stay = (id: string, start: string, type: string) =>
    `<RoomStay IndexNumber="${id}"><RoomTypes><RoomType RoomTypeCode="${type}"/></RoomTypes><TimeSpan Start="${start}" End="2026-07-04"/><Total AmountAfterTax="13350" DecimalPlaces="2" CurrencyCode="EUR"/></RoomStay>`
  const rooms = (...texts: string[]) => `<RoomStays>${texts.join('')}</RoomStays>`
  const bad = row('1000001', 'Modify', rooms(stay('1', '2026-07-01', '7'), stay('2', 'tomorrow', '7')))
  const good = row('1000002', 'Modify', rooms(stay('3', '2026-07-01', '7')))
  const { records, failures, whole, acknowledged } = await read(bad + good)
  assert.deepEqual(
    records.map((record) => record.kind === 'reservation' && [record.externalId, record.totalPrice]),
    [
      ['1000001-1', '133.50'],
      ['1000002-3', '133.50'],
    ],
  )
  assert.deepEqual(
    failures.map(({ externalId }) => externalId),
    ['1000001-2'],
  )
  // An unreadable room still belongs to its booking.
  assert.deepEqual(whole?.[0], { confirmationCode: '1000001', stays: ['1000001-1', '1000001-2'] })
  assert.deepEqual(acknowledged, ['1000002'])
})

test('amounts are whole numbers with their places', () => {
  assert.deepEqual(
    [
      amountOf('13350', '2'),
      amountOf('5', '2'),
      amountOf('-13350', '3'),
      amountOf('900', '0'),
      amountOf('900'),
    ],
    ['133.50', '0.05', '-13.350', '900', '900'],
  )
  assert.match(amountOf('133.50', '2') ?? '', /with 2 places/)
})
