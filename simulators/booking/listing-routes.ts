/** Hotels with their connections, rooms and rates, and reservations by B.XML. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../src/connector-kit/xml.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import { bxmlReservation } from './bxml-reservation.ts'
import { parentOf } from './inventory.ts'
import type { Hotel, RatePlan, Reservation, Room } from './records.ts'
import type { Store } from './store.ts'
import * as is from './xml-shape.ts'

type ListingByIdRequest = { Params: { id: string } }

export const noAccess = (id: string | number): string => `Access denied for hotel ${id}`

export function listingRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  const { store } = account
  app.post('/hotels/ota/OTA_HotelSearch', (request, reply) =>
    sendAnswer(reply, search(account, answers, request)),
  )
  app.get<ListingByIdRequest>('/connections-api/properties/:id/status', (request, reply) => {
    const hotel = store.hotels.get(Number(request.params.id))
    if (hotel === undefined) {
      return sendAnswer(
        reply,
        answers.jsonErrors(403, { code: codes.forbidden, text: noAccess(request.params.id) }),
      )
    }
    const { id: property_id, connection, connected_at } = hotel
    return sendAnswer(reply, answers.json({ property_id, status: connection.toUpperCase(), connected_at }))
  })
  app.post('/hotels/xml/roomrates', (request, reply) =>
    sendAnswer(reply, roomRates(account, answers, request)),
  )
  app.post('/hotels/xml/reservations', (request, reply) =>
    sendAnswer(reply, reservations(account, answers, request)),
  )
}

const hotelRef: is.ShapePart = { needs: { HotelCode: is.number } }
const pagination: is.ShapePart = { needs: { Page: is.number, PageSize: is.upTo(100) } }
const searchShape: is.Shape = {
  ...is.otaRoot,
  has: {
    Criteria: {
      most: 1,
      has: {
        Criterion: { has: { HotelRef: hotelRef, TPA_Extensions: { has: { Pagination: pagination } } } },
      },
    },
    TPA_Extensions: { most: 1, has: { Pagination: pagination } },
  },
}

function search(account: Account, answers: AnswerWriter, request: FastifyRequest): VendorAnswer {
  const read = is.readRoot(request.body, 'OTA_HotelSearchRQ', searchShape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const criteria = childrenOf(childOf(read.root, 'Criteria'), 'Criterion')
  const references = criteria.flatMap((one) => childrenOf(one, 'HotelRef'))
  const pages = [read.root, ...criteria].flatMap((one) =>
    childrenOf(childOf(one, 'TPA_Extensions'), 'Pagination'),
  )
  if (references.length > 0 && pages.length > 0) {
    const text = 'HotelRef and Pagination cannot be given together'
    return answers.wrong(request, 400, { code: codes.invalid, text })
  }
  const ids = references.map(({ attributes }) => Number(attributes.HotelCode))
  const hotels = [...account.store.hotels.values()].filter(({ id }) => ids.length === 0 || ids.includes(id))
  const size = Number(pages[0]?.attributes.PageSize ?? 100)
  const page = Math.max(1, Number(pages[0]?.attributes.Page ?? 1))
  const rows = hotels.slice((page - 1) * size, page * size).map(property)
  return answers.ota('OTA_HotelSearchRS', [xml('Success'), xml('Properties', {}, rows)], 200, '2.001')
}

function property(hotel: Hotel): Xml {
  const isActive = hotel.connection === 'active'
  const states = ['Reservations', 'Rates and Availability', 'Messaging', 'Guest reviews', 'Content'].map(
    (ConnectionType) =>
      xml('Connection', { ConnectionType, ConnectionState: isActive ? 'XML Active' : 'Pending Property' }),
  )
  return xml(
    'Property',
    { HotelCode: hotel.id, HotelName: hotel.name, CurrencyCode: hotel.currency },
    xml(
      'TPA_Extensions',
      {
        HotelStatus: hotel.status,
        Created: hotel.created,
        LastChange: hotel.created,
        ContentScore: hotel.content_score,
        ConnectionStatus: isActive ? 'XML Active' : 'Pending Property',
      },
      xml('Connections', {}, states),
    ),
  )
}

const field = (text: is.Check): is.ShapePart => ({ most: 1, text })
const roomRatesShape: is.Shape = { has: { hotel_id: field(is.number), show_rates_status: field(is.upTo(5)) } }

function roomRates(account: Account, answers: AnswerWriter, request: FastifyRequest): VendorAnswer {
  const read = is.readRoot(request.body, 'request', roomRatesShape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const hotelId = textIn(read.root, 'hotel_id')?.trim()
  // Rooms of a hotel can be read before it is connected, since providers map them to claim it.
  if (hotelId !== undefined && !account.store.hotels.has(Number(hotelId))) {
    return answers.wrong(request, 403, { code: codes.forbidden, text: noAccess(hotelId) })
  }
  const { store } = account
  const rooms = [...store.rooms.values()].filter(
    ({ hotel_id }) => hotelId === undefined || hotel_id === Number(hotelId),
  )
  const row = (room: Room) => {
    const hotel = store.hotelOf(room)
    const attributes = {
      id: room.id,
      hotel_id: hotel.id,
      hotel_name: hotel.name,
      room_name: room.room_name ?? '',
    }
    const rates = store.ratesOf(hotel.id).map((rate) => rateRow(store, room, rate))
    return xml('room', { ...attributes, max_children: room.max_children ?? 0 }, xml('rates', {}, rates))
  }
  return answers.xml(xml('rooms', {}, rooms.map(row)))
}

function rateRow(store: Store, room: Room, rate: RatePlan): Xml {
  const { id, rate_name, policy, policy_id, is_child_rate, follows_price = true, readonly } = rate
  const parent = is_child_rate ? parentOf(store, rate) : undefined
  const attributes = {
    ...{ id, rate_name, max_persons: room.max_persons ?? 0, policy, policy_id },
    is_child_rate: is_child_rate ? 1 : undefined,
    readonly: readonly ? 1 : undefined,
  }
  // A child whose parent is not listed gives no relation.
  if (parent === undefined) return xml('rate', attributes)
  const follows = { follows_price: follows_price ? 1 : 0, follows_restrictions: 0, follows_closed: 0 }
  return xml('rate', attributes, xml('rate_relation', { parent_rate_id: parent.id, ...follows }))
}

const reservationsShape: is.Shape = {
  has: { hotel_id: field(is.number), last_change: field(is.stamp), id: field(is.number) },
}

/** Finds reservations by id, hotel or last change, without touching the queues. */
function reservations(account: Account, answers: AnswerWriter, request: FastifyRequest): VendorAnswer {
  const read = is.readRoot(request.body, 'request', reservationsShape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const [hotel, since, id] = ['hotel_id', 'last_change', 'id'].map((name) => textIn(read.root, name)?.trim())
  if (hotel !== undefined && !account.isConnected(Number(hotel))) {
    return answers.wrong(request, 403, { code: codes.forbidden, text: noAccess(hotel) })
  }
  const isMeant = (row: Reservation) =>
    account.isConnected(row.hotel_id ?? 0) &&
    (hotel === undefined || row.hotel_id === Number(hotel)) &&
    (id === undefined || row.id === Number(id)) &&
    (since === undefined || (row.modified_at ?? '') >= since)
  const rows = [...account.store.reservations.values()].filter(isMeant)
  return answers.xml(
    xml(
      'reservations',
      {},
      rows.map((row) => bxmlReservation(account.store, row)),
    ),
  )
}
