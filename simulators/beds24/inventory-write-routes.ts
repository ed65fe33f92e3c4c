import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { readFields } from '../kit/fields.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import { isSold, nightsOf } from './calendar.ts'
import { failure, idsParam, page } from './envelope.ts'
import { propertyFields, roomFields, type Room } from './records.ts'
import type { NightSettings, Store } from './store.ts'
import { heldAs, listRoute, untaken } from './written.ts'

interface CalendarSent {
  roomId: number
  calendar: ({ from: string; to: string } & NightSettings)[]
}

interface PropertySent extends Record<string, unknown> {
  id?: number
  roomTypes?: Record<string, unknown>[]
}

/** Routes that write nights, properties and room types, and price a stay. */
export function inventoryWriteRoutes(app: FastifyInstance, store: Store): void {
  listRoute(
    app,
    '/inventory/rooms/calendar',
    () => 'modify calendar',
    (entry: CalendarSent) => writeCalendar(store, entry),
  )
  listRoute(
    app,
    '/properties',
    () => 'modify property',
    (entry: PropertySent) => writeProperty(store, entry),
  )
  app.get<{ Querystring: Query }>('/inventory/rooms/offers', ({ query }) => {
    const [arrival = '', departure = ''] = [textParam(query, 'arrival'), textParam(query, 'departure')]
    if (departure <= arrival) refuse(failure(400, 'arrival or departure not valid'))
    const people = (intParam(query, 'numAdults') ?? 0) + (intParam(query, 'numChildren') ?? 0)
    const rooms = idsParam(query, 'roomId')
    const rows = store.world.homes.all().flatMap((room) => {
      if (rooms?.has(room.id) === false) return []
      const offers = offersOf(store, room, { arrival, departure, people })
      return offers.length === 0 ? [] : [{ roomId: room.id, propertyId: room.propertyId, offers }]
    })
    return page('offer', rows, query)
  })
}

/** The ranges of one element are taken whole or refused. */
function writeCalendar(store: Store, { roomId, calendar }: CalendarSent) {
  const room = heldAs(store.world.homes.get(roomId), 'roomId', 'invalid room id')
  if (calendar.some(({ from, to }) => to < from)) untaken('from', 'not valid')
  for (const { from, to, override, price1, minStay, maxStay } of calendar) {
    const entries = Object.entries({ override, price1, minStay, maxStay }).filter(
      ([, value]) => value !== undefined,
    )
    store.setNights(room.id, { from, to }, Object.fromEntries(entries))
  }
  return { modified: { roomId: room.id, calendar } }
}

/** Only named fields change, of the property and of its room types. */
function writeProperty(store: Store, { id, roomTypes = [], ...own }: PropertySent) {
  const property = heldAs(store.properties.get(id ?? 0), 'id', 'invalid property id')
  const fields = readFields(propertyFields, own, ['id', 'account'])
  const wrong = (['checkInStart', 'checkInEnd', 'checkOutEnd'] as const).find(
    (name) => fields[name] !== undefined && !fields[name],
  )
  if (wrong !== undefined) untaken(wrong, 'not valid')
  const changes = roomTypes.map(({ id: roomId, ...change }) => {
    const rooms = store.roomsOf(property.id)
    const room = heldAs(
      rooms.find((candidate) => candidate.id === roomId),
      '',
      'invalid room id',
    )
    return { room, change: readFields(roomFields, change, ['id', 'propertyId', 'units']) }
  })
  Object.assign(property, fields)
  for (const { room, change } of changes) Object.assign(room, change)
  return { modified: { id: property.id, ...fields } }
}

function offersOf(
  store: Store,
  room: Room,
  { arrival, departure, people }: { arrival: string; departure: string; people: number },
): object[] {
  const nights = nightsOf(store, room, arrival, departure)
  const length = daysBetween(arrival, departure)
  const [first] = nights
  if (first === undefined || nights.some(isSold) || nights.some(({ price1 }) => !price1)) return []
  if (first.override === 'noCheckIn' || first.override === 'noCheckInOrCheckOut') return []
  if (length < first.minStay || length > first.maxStay || people > (room.maxPeople ?? people)) return []
  const price = nights.reduce((sum, night) => sum + (night.price1 ?? 0), 0)
  const unitsAvailable = Math.min(...nights.map(({ numAvail }) => numAvail))
  return [{ offerId: 1, offerName: 'Standard', price: Math.round(price * 100) / 100, unitsAvailable }]
}
