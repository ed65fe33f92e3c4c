import type { FastifyInstance } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { selectBookings } from './booking-list.ts'
import { calendarRanges } from './calendar.ts'
import { failure, idsParam, manyParam, page } from './envelope.ts'
import type { Property, Room } from './records.ts'
import type { Store } from './store.ts'

type AccountListRequest = { Querystring: Query }

export function readRoutes(app: FastifyInstance, store: Store): void {
  propertyRoutes(app, store)
  bookingRoutes(app, store)
  reviewRoutes(app, store)
  app.get<AccountListRequest>('/inventory/rooms/calendar', ({ query }) => {
    const [from = '', to = ''] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
    const [ids, properties] = [idsParam(query, 'roomId'), idsParam(query, 'propertyId')]
    const matches = store.world.homes
      .all()
      .filter(({ id, propertyId }) => ids?.has(id) !== false && properties?.has(propertyId ?? 0) !== false)
    const rooms = matches.map((room) => ({
      roomId: room.id,
      propertyId: room.propertyId,
      calendar: calendarRanges(store, room, { from, to }, query),
    }))
    return page('calendar', rooms, query)
  })
}

function propertyRoutes(app: FastifyInstance, store: Store): void {
  app.get<AccountListRequest>('/properties', ({ query }) => {
    const ids = idsParam(query, 'id')
    const roomIds = idsParam(query, 'roomId')
    const rows = [...store.properties.values()].flatMap((property) => {
      const rooms = store.roomsOf(property.id)
      if (ids?.has(property.id) === false) return []
      if (roomIds !== undefined && !rooms.some(({ id }) => roomIds.has(id))) return []
      // Without `includeAllRooms` only the requested room types are shown.
      const isShown = ({ id }: Room) =>
        flagParam(query, 'includeAllRooms') === true || roomIds?.has(id) === true
      return [showProperty(property, rooms.filter(isShown), query)]
    })
    return page('property', rows, query)
  })
}

function showProperty(property: Property, rooms: Room[], query: Query): object {
  const texts = manyParam(query, 'includeTexts')
  const withTexts = (kind: string) => texts.includes('all') || texts.includes(kind)
  const { texts: propertyTexts, ...rest } = property
  return {
    ...rest,
    ...(withTexts('property') ? { texts: propertyTexts } : {}),
    roomTypes: rooms.map(({ texts: roomTexts, units, ...room }) => ({
      ...room,
      ...(withTexts('roomType') ? { texts: roomTexts } : {}),
      ...(flagParam(query, 'includeUnitDetails') === true ? { units } : {}),
    })),
  }
}

function bookingRoutes(app: FastifyInstance, store: Store): void {
  app.get<AccountListRequest>('/bookings', ({ query }) =>
    page('booking', selectBookings(store, query), query),
  )
  app.get<AccountListRequest>('/bookings/messages', ({ query }) => {
    const bookings = idsParam(query, 'bookingId')
    const ids = idsParam(query, 'id')
    const rooms = idsParam(query, 'roomId')
    const maxAge = intParam(query, 'maxAge')
    const source = textParam(query, 'source')
    const oldest = maxAge === undefined ? '' : secondOf(store.world.nowMs() - maxAge * 86_400_000)
    const booking =
      bookings === undefined
        ? [...store.world.threads.all().flatMap(({ messages }) => messages), ...store.notes]
        : [...bookings].flatMap((id) => store.messagesOf(id))
    const rows = booking.filter(
      (message) =>
        ids?.has(message.id) !== false &&
        rooms?.has(message.roomId) !== false &&
        (source === undefined || message.source === source) &&
        message.time >= oldest,
    )
    return page(
      'message',
      rows.toSorted((left, right) => (left.time === right.time ? 0 : left.time < right.time ? 1 : -1)),
      query,
    )
  })
}

function reviewRoutes(app: FastifyInstance, store: Store): void {
  app.get<AccountListRequest>('/channels/airbnb/users', ({ query }) => {
    const rows = [...store.airbnbHosts].map((airbnbUserId) => ({
      airbnbUser: { airbnbUserId, firstName: 'Robin', picture: '' },
    }))
    return page('airbnbUser', rows, query)
  })
  app.get<AccountListRequest>('/channels/airbnb/listings', ({ query }) => {
    const user = textParam(query, 'airbnbUserId') ?? ''
    if (!store.airbnbHosts.has(user)) refuse(failure(400, 'airbnbUserId not valid'))
    const rows = store.airbnbListings
      .filter(({ host }) => host === user)
      .map(({ id, roomId, name }) => ({
        ...(roomId === null ? {} : { roomId }),
        name,
        enabled: roomId !== null,
        airbnbListing: { id, name, has_availability: true },
      }))
    return page('airbnbListing', rows, query)
  })
  app.get<AccountListRequest>('/channels/airbnb/reviews', ({ query }) => {
    const room = heldOr(store.world.homes.get(intParam(query, 'roomId')), failure(400, 'roomId not valid'))
    const reviews = store.airbnbReviews.filter(({ roomId }) => roomId === room.id)
    // For a room that is not connected to the channel the vendor fails with status 200.
    if (reviews.length === 0) refuse(failure(400, 'Room is not connected to Airbnb', 200))
    return page(
      'airbnbReview',
      reviews.map(({ roomId: _roomId, ...review }) => review),
      query,
    )
  })
  app.get<AccountListRequest>('/channels/booking/reviews', ({ query }) => {
    const owner = store.properties.get(intParam(query, 'propertyId') ?? 0)
    const property = heldOr(owner, failure(400, 'propertyId or from not valid'))
    const from = textParam(query, 'from') ?? ''
    const reviews = store.bookingReviews.filter(
      (review) => review.propertyId === property.id && review.created_timestamp >= from,
    )
    return page(
      'bookingReview',
      reviews.map(({ propertyId: _propertyId, ...review }) => review),
      query,
    )
  })
}
