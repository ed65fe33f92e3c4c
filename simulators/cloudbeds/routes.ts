import type { FastifyInstance } from 'fastify'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import { ratesOf } from './calendar.ts'
import { filterOf, hotelsAsked, nightsAsked, page, refused } from './envelope.ts'
import { formOf } from './form.ts'
import { roomsOf } from './projection.ts'
import { currencyOf } from './records.ts'
import { selectReservations } from './reservation-list.ts'
import { showReservation } from './show.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

type AccountListRequest = { Querystring: Query }

export function vendorRoutes(app: FastifyInstance, store: Store, webhooks: Webhooks): void {
  hotelRoutes(app, store)
  roomRoutes(app, store)
  app.get<AccountListRequest>('/getReservationsWithRateDetails', ({ query }) => {
    const withGuests = flagParam(query, 'includeGuestsDetails') === true
    return page(selectReservations(store, query), query, 100, (row) =>
      showReservation(store, row, withGuests),
    )
  })
  app.get<AccountListRequest>('/getWebhooks', ({ query }) => webhooks.list(query))
  app.delete<AccountListRequest>('/deleteWebhook', ({ query }, reply) =>
    sendAnswer(reply, webhooks.unsubscribe(query)),
  )
  app.post<{ Body?: Query }>('/postWebhook', (request, reply) =>
    sendAnswer(reply, webhooks.subscribe(formOf(request))),
  )
}

function hotelRoutes(app: FastifyInstance, store: Store): void {
  app.get<AccountListRequest>('/getHotels', ({ query }) =>
    page(hotelsAsked(store.hotels, query), query, 20, (hotel) => ({
      propertyID: hotel.propertyID,
      organizationID: '5501',
      propertyName: hotel.propertyName,
      propertyImage: `https://images.example.com/${hotel.propertyID}/front.jpg`,
      propertyDescription: hotel.details.propertyDescription,
      propertyTimezone: hotel.timeZone,
      // This is a list here and an object in the details.
      propertyCurrency: [currencyOf(hotel)],
    })),
  )
  app.get<AccountListRequest>('/getHotelDetails', ({ query }) => {
    const propertyId = textParam(query, 'propertyID') ?? [...store.hotels.keys()][0]
    const hotel = heldOr(store.hotels.get(propertyId ?? ''), refused('Property not found'))
    const { propertyID, propertyName, details } = hotel
    const data = { propertyID, organizationID: '5501', propertyName, ...details }
    return { success: true, data: { ...data, propertyCurrency: currencyOf(hotel) } }
  })
}

function roomRoutes(app: FastifyInstance, store: Store): void {
  app.get<AccountListRequest>('/getRoomTypes', ({ query }) => {
    const isWanted = filterOf(query, { propertyID: 'propertyIDs', roomTypeID: 'roomTypeIDs' })
    return page(store.world.homes.all().filter(isWanted), query, 20)
  })
  app.get<AccountListRequest>('/getRooms', ({ query }) => {
    const isWanted = filterOf(query, { propertyID: 'propertyIDs', roomTypeID: 'roomTypeID' })
    const rows = store.world.homes.all().flatMap((roomType) => {
      if (!isWanted(roomType)) return []
      const { propertyID, roomTypeName, roomTypeNameShort, maxGuests, isPrivate } = roomType
      const facts = { roomTypeName, roomTypeNameShort, maxGuests, isPrivate }
      return roomsOf(roomType).map((room) => ({
        propertyID,
        room: { ...room, ...facts, isVirtual: false, roomBlocked: false },
      }))
    })
    const answer = page(rows, query, 20)
    // Rooms are grouped by property.
    const groups = Map.groupBy(answer.data, ({ propertyID }) => propertyID)
    const data = [...groups].map(([propertyID, members]) => ({
      propertyID,
      rooms: members.map(({ room }) => room),
    }))
    return { ...answer, data, count: data.length }
  })
  app.get<AccountListRequest>('/getRatePlans', ({ query }) => {
    const range = nightsAsked(query)
    const isWanted = filterOf(query, { roomTypeID: 'roomTypeID' })
    const withShared = flagParam(query, 'includeSharedRooms') === true
    const rows = store.world.homes.all().filter((row) => isWanted(row) && (withShared || row.isPrivate))
    const detailed = flagParam(query, 'detailedRates') === true
    return { success: true, data: rows.flatMap((row) => ratesOf(store, row, range, detailed)) }
  })
}
