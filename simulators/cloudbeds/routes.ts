import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { flagParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { ratesOf } from './calendar.ts'
import { listParam, page, refused } from './envelope.ts'
import { selectReservations } from './reservation-list.ts'
import { showReservation } from './show.ts'
import type { Hotel } from './records.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

type Asked = { Querystring: Query }

export function vendorRoutes(app: FastifyInstance, store: Store, webhooks: Webhooks): void {
  hotelRoutes(app, store)
  roomRoutes(app, store)
  app.get<Asked>('/getReservationsWithRateDetails', ({ query }, reply) => {
    const rows = selectReservations(store, query)
    if (!Array.isArray(rows)) return sendAnswer(reply, refused(`Parameter ${rows.wrong} is invalid`))
    const withGuests = flagParam(query, 'includeGuestsDetails') === true
    const answer = page(rows, query, 100) as { data: typeof rows }
    return { ...answer, data: answer.data.map((row) => showReservation(store, row, withGuests)) }
  })
  app.get<Asked>('/getWebhooks', ({ query }) => webhooks.list(query))
  app.delete<Asked>('/deleteWebhook', ({ query }, reply) => sendAnswer(reply, webhooks.unsubscribe(query)))
  app.post<{ Body?: Query }>('/postWebhook', ({ body, headers }, reply) => {
    // Only forms are read.
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    return sendAnswer(reply, webhooks.subscribe(isForm ? (body ?? {}) : {}))
  })
}

function hotelRoutes(app: FastifyInstance, store: Store): void {
  app.get<Asked>('/getHotels', ({ query }) => {
    const ids = listParam(query, 'propertyIDs')
    const rows = [...store.hotels.values()].filter(({ propertyID }) => ids?.has(propertyID) !== false)
    return page(
      rows.map((hotel) => ({
        propertyID: hotel.propertyID,
        organizationID: '5501',
        propertyName: hotel.propertyName,
        propertyImage: `https://images.example.com/${hotel.propertyID}/front.jpg`,
        propertyDescription: hotel.details.propertyDescription,
        propertyTimezone: hotel.timeZone,
        // A list here, an object in the details.
        propertyCurrency: [currencyOf(hotel)],
      })),
      query,
      20,
    )
  })
  app.get<Asked>('/getHotelDetails', ({ query }, reply) => {
    const hotel = store.hotels.get(textParam(query, 'propertyID') ?? [...store.hotels.keys()][0] ?? '')
    if (hotel === undefined) return sendAnswer(reply, refused('Property not found'))
    const { propertyID, propertyName, details } = hotel
    const data = { propertyID, organizationID: '5501', propertyName, ...details }
    return { success: true, data: { ...data, propertyCurrency: currencyOf(hotel) } }
  })
}

function currencyOf({ currency }: Hotel): object {
  return { currencyCode: currency, currencySymbol: currency, currencyPosition: 'before' }
}

function roomRoutes(app: FastifyInstance, store: Store): void {
  app.get<Asked>('/getRoomTypes', ({ query }) => {
    const properties = listParam(query, 'propertyIDs')
    const ids = listParam(query, 'roomTypeIDs')
    const rows = [...store.roomTypes.values()].filter(
      (row) => properties?.has(row.propertyID) !== false && ids?.has(row.roomTypeID) !== false,
    )
    return page(rows, query, 20)
  })
  app.get<Asked>('/getRooms', ({ query }) => {
    const properties = listParam(query, 'propertyIDs')
    const types = listParam(query, 'roomTypeID')
    const rows = store.rooms.flatMap((room) => {
      const roomType = store.roomTypes.get(room.roomTypeID)
      if (roomType === undefined || types?.has(room.roomTypeID) === false) return []
      if (properties?.has(roomType.propertyID) === false) return []
      const { propertyID, roomTypeName, roomTypeNameShort, maxGuests, isPrivate } = roomType
      const facts = { roomTypeName, roomTypeNameShort, maxGuests, isPrivate }
      return [{ propertyID, room: { ...room, ...facts, isVirtual: false, roomBlocked: false } }]
    })
    const answer = page(rows, query, 20) as { data: typeof rows }
    // Rooms stand under their property.
    const groups = Map.groupBy(answer.data, ({ propertyID }) => propertyID)
    const data = [...groups].map(([propertyID, members]) => ({
      propertyID,
      rooms: members.map(({ room }) => room),
    }))
    return { ...answer, data, count: data.length }
  })
  app.get<Asked>('/getRatePlans', ({ query }, reply) => {
    const [from, to] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
    if (!isDay(from) || !isDay(to) || to <= from) return sendAnswer(reply, refused('Invalid dates'))
    const types = listParam(query, 'roomTypeID')
    const withShared = flagParam(query, 'includeSharedRooms') === true
    const rows = [...store.roomTypes.values()].filter(
      ({ roomTypeID, isPrivate }) => types?.has(roomTypeID) !== false && (withShared || isPrivate === true),
    )
    const detailed = flagParam(query, 'detailedRates') === true
    return { success: true, data: rows.flatMap((row) => ratesOf(store, row, from, to, detailed)) }
  })
}
