import type { FastifyInstance } from 'fastify'
import { daysBetween, isDay } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields, readObject } from '../kit/fields.ts'
import { intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { requests } from './requests.ts'
import type { Account } from './account.ts'
import { isSold, nightsOf } from './calendar.ts'
import { failure, idsParam, page } from './envelope.ts'
import { propertyFields, roomFields } from './records.ts'
import type { Room } from './records.ts'
import type { NightSettings, Store } from './store.ts'
import { refused, writeEach } from './written.ts'
import type { Written } from './written.ts'

const overrides = ['none', 'blackout', 'exception', 'noCheckIn', 'noCheckOut', 'noCheckInOrCheckOut']
// The smallest and the largest value the description allows.
const bounds = { minStay: [1, 365], maxStay: [1, 364] } as const
const quarterHour = /^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/

/** Nights, properties and room types written through the API, and what a stay would cost. */
export function inventoryWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  app.post('/inventory/rooms/calendar', (request, reply) =>
    sendAnswer(
      reply,
      writeEach(
        request.body,
        { action: 'modify calendar', ...requests['POST /inventory/rooms/calendar'] },
        (item) => writeCalendar(store, item),
      ),
    ),
  )
  app.post('/properties', (request, reply) =>
    sendAnswer(
      reply,
      writeEach(request.body, { action: 'modify property', ...requests['POST /properties'] }, (item) =>
        writeProperty(store, item),
      ),
    ),
  )
  app.get<{ Querystring: Query }>('/inventory/rooms/offers', ({ query }, reply) => {
    const [arrival, departure] = [textParam(query, 'arrival'), textParam(query, 'departure')]
    if (!isDay(arrival) || !isDay(departure) || departure <= arrival) {
      return sendAnswer(reply, failure(400, 'arrival or departure not valid'))
    }
    const adults = intParam(query, 'numAdults')
    if (adults === undefined) return sendAnswer(reply, failure(400, 'numAdults not valid'))
    const people = adults + (intParam(query, 'numChildren') ?? 0)
    const rooms = idsParam(query, 'roomId')
    const rows = [...store.rooms.values()].flatMap((room) => {
      if (rooms?.has(room.id) === false) return []
      const offers = offersOf(store, room, { arrival, departure, people })
      return offers.length === 0 ? [] : [{ roomId: room.id, propertyId: room.propertyId, offers }]
    })
    return page('offer', rows, query)
  })
}

/** One element's ranges are taken all or none. */
function writeCalendar(store: Store, item: unknown): Written {
  const { roomId, calendar } = readObject(item)
  const room = store.rooms.get(Number(roomId))
  if (room === undefined) return refused('modify calendar', 'roomId', 'invalid room id')
  if (!Array.isArray(calendar)) return refused('modify calendar', 'calendar', 'required')
  const ranges = calendar.map(readRange)
  const wrong = ranges.find((range) => typeof range === 'string')
  if (wrong !== undefined) return refused('modify calendar', wrong, 'not valid')
  for (const range of ranges) {
    if (typeof range === 'string') continue
    store.setNights(room.id, range.from, range.to, range.settings)
  }
  return { success: true, modified: { roomId: room.id, calendar } }
}

/** The name of what is wrong, where something is. */
function readRange(input: unknown): { from: string; to: string; settings: NightSettings } | string {
  const { from, to, override, price1, minStay, maxStay } = readObject(input)
  if (!isDay(from) || !isDay(to) || to < from) return 'from'
  if (override !== undefined && !overrides.includes(String(override))) return 'override'
  if (price1 !== undefined && price1 !== null && typeof price1 !== 'number') return 'price1'
  for (const [name, value] of Object.entries({ minStay, maxStay })) {
    const [least, most] = bounds[name as keyof typeof bounds]
    if (value !== undefined && (typeof value !== 'number' || value < least || value > most)) return name
  }
  const given = Object.entries({ override, price1, minStay, maxStay }).filter(
    ([, value]) => value !== undefined,
  )
  return { from, to, settings: Object.fromEntries(given) }
}

/** Only what is named changes, of the property as of its room types. */
function writeProperty(store: Store, item: unknown): Written {
  const refuse = (field: string, message: string) => refused('modify property', field, message)
  const { id, roomTypes = [], ...sent } = readObject(item)
  const property = store.properties.get(Number(id))
  if (property === undefined) return refuse('id', 'invalid property id')
  try {
    const fields = readFields(propertyFields, sent, ['id', 'account'])
    for (const name of ['checkInStart', 'checkInEnd', 'checkOutEnd'] as const) {
      const time = fields[name]
      if (time !== undefined && !quarterHour.test(time ?? '')) return refuse(name, 'not valid')
    }
    const changes = (Array.isArray(roomTypes) ? roomTypes : []).map((input) => {
      const { id: roomId, ...change } = readObject(input)
      const room = store.roomsOf(property.id).find((candidate) => candidate.id === roomId)
      if (room === undefined) throw new ControlError('invalid room id')
      return { room, change: readFields(roomFields, change, ['id', 'propertyId', 'units']) }
    })
    Object.assign(property, fields)
    for (const { room, change } of changes) Object.assign(room, change)
    return { success: true, modified: { id: property.id, ...fields } }
  } catch (error) {
    if (error instanceof ControlError) return refuse('', error.message)
    throw error
  }
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
