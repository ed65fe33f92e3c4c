/** Shows a room's nights as the channel holds them, so that a writer can check its writes. */
import type { FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { textIn, type Xml } from '../../src/connector-kit/xml.ts'
import { addDays } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { daysOf } from '../kit/nights.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import { rateNightOf } from './inventory.ts'
import { noAccess } from './listing-routes.ts'
import type { RatePlan, Room } from './records.ts'
import { placesOf } from './ota-reservation.ts'
import * as is from './xml-shape.ts'

const field = (text: is.Check): is.ShapePart => ({ most: 1, text })

const shape: is.Shape = {
  has: {
    hotel_id: { least: 1, ...field(is.number) },
    room_id: field(is.number),
    number_of_days: field(is.like(/^([1-9]|[12]\d|3[01])$/, 'a number from 1 to 31')),
    start_date: field(is.day),
    room_level: field(is.bit),
  },
}

export function readAvailability(
  account: Account,
  answers: AnswerWriter,
  request: FastifyRequest,
): VendorAnswer {
  const read = is.readRoot(request.body, 'request', shape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const [hotel = '', roomId = '', days = '31', start = addDays(account.today(), 1), level = '0'] = [
    ...['hotel_id', 'room_id', 'number_of_days', 'start_date', 'room_level'],
  ].map((name) => textIn(read.root, name)?.trim())
  if (!account.isConnected(Number(hotel))) {
    return answers.wrong(request, 403, { code: codes.forbidden, text: noAccess(hotel) })
  }
  // Without a room, every room of the hotel is returned.
  const rooms = [...account.store.rooms.values()].filter(
    (room) => room.hotel_id === Number(hotel) && (roomId === '' || room.id === Number(roomId)),
  )
  if (roomId !== '' && rooms.length === 0) {
    return answers.wrong(request, 400, { code: codes.invalid, text: `Hotel ${hotel} has no room ${roomId}` })
  }
  const readback: ReadbackRequest = {
    nights: daysOf({ from: start, to: addDays(start, Number(days) - 1) }),
    end: addDays(start, Number(days)),
    withClosed: request.headers['accept-version'] === '1.1',
    withRates: level !== '1',
  }
  return answers.xml(
    xml(
      'result',
      {},
      rooms.map((room) => roomRow(account, room, readback)),
    ),
  )
}

interface ReadbackRequest {
  nights: readonly string[]
  /** The day after the last. */
  end: string
  withClosed: boolean
  withRates: boolean
}

function roomRow(account: Account, room: Room, { nights, end, withClosed, withRates }: ReadbackRequest): Xml {
  const { store } = account
  const start = nights[0] ?? end
  const booked = occupiedUnits(store.staysIn(room.id), start, end)
  const cancelled = occupiedUnits(store.calledOffIn(room.id), start, end)
  const rows = nights.map((value, index) => {
    const { rooms_to_sell, closed } = store.roomNight(room, value)
    const sold = { rooms_to_sell, booked: booked[index], cancelled: cancelled[index] }
    const attributes = { value, ...sold, ...(withClosed ? { closed: closed ? 1 : 0 } : {}) }
    const rates = withRates ? store.ratesOf(room.hotel_id) : []
    return xml(
      'date',
      attributes,
      rates.map((rate) => rateRow(account, room, rate, value)),
    )
  })
  return xml('room', { room_id: room.id }, rows)
}

function rateRow({ store }: Account, room: Room, rate: RatePlan, day: string): Xml {
  const { price, byGuests = {}, ...rules } = rateNightOf(store, room, rate, day)
  const places = placesOf(store.hotelOf(room).currency)
  const of = (amount: number, guests?: string) => xml('price', { guests }, amount.toFixed(places))
  const attributes = Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )
  return xml(
    'rate',
    { rate_id: rate.id, closed: 0, ...attributes },
    price === undefined ? undefined : of(price),
    Object.entries(byGuests).map(([guests, amount]) => of(amount, guests)),
  )
}
