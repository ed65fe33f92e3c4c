import type { FastifyInstance } from 'fastify'
import { addDays, isDay } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { blankRow, readObject } from '../kit/fields.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import type { NightSettings } from '../kit/world/nights.ts'
import type { World } from '../kit/world/world.ts'
import { failure, notFound } from './failure.ts'
import { nightsOf } from './rates.ts'
import { firstBookingId, type SmoobuKinds } from './projection.ts'
import { bookingFields, type Apartment, type Booking } from './records.ts'
import { stamp } from './stamp.ts'
import { blockedChannel, channels, type Channel } from './vocabulary.ts'

type WriteByIdRequest = { Params: { id: string } }

/** Maps names of requests to names of answers. */
const guestNames = { firstName: 'firstname', lastName: 'lastname', email: 'email', phone: 'phone' }
const bookingNames = { notice: 'notice', language: 'language' }
const numberNames = { adults: 'adults', children: 'children', price: 'price', deposit: 'deposit' }
const changeNames = { guestName: 'guest-name', guestEmail: 'email', guestPhone: 'phone', ...bookingNames }

const wrongInput = (detail: string): VendorAnswer => failure(500, 'Internal Server Error', detail)

/** Routes that write bookings and rates, and price a stay. */
export function writeRoutes(app: FastifyInstance, world: World<SmoobuKinds>): void {
  app.post('/api/reservations', (request, reply) => sendAnswer(reply, create(world, request.body)))
  app.put<WriteByIdRequest>('/api/reservations/:id', (request) => {
    const booking = heldOr(world.stays.get(request.params.id), notFound)
    // The vendor ignores dates and apartment, which cannot be changed here.
    const fields = readNamed(request.body, changeNames, numberNames)
    if (typeof fields === 'string') refuse(wrongInput(`${fields} not valid`))
    world.change(String(booking.id), fields)
    return { success: true }
  })
  app.delete<WriteByIdRequest>('/api/reservations/:id', (request) => {
    const booking = heldOr(world.stays.get(request.params.id), notFound)
    if (booking.type === 'cancellation') refuse(failure(400, 'Bad Request', 'Already cancelled'))
    world.cancel(String(booking.id))
    return { success: true }
  })
  app.post('/api/rates', (request, reply) => sendAnswer(reply, setRates(world, request.body)))
  app.post('/booking/checkApartmentAvailability', (request, reply) =>
    sendAnswer(reply, checkAvailability(world, request.body)),
  )
}

function create(world: World<SmoobuKinds>, body: unknown): VendorAnswer {
  const { arrivalDate, departureDate, apartmentId, channelId } = readObject(body)
  const apartment = world.homes.get(apartmentId)
  const channel = channelOf(channelId)
  if (apartment === undefined || channel === undefined)
    return wrongInput('apartmentId or channelId not valid')
  if (!isDay(arrivalDate) || !isDay(departureDate) || departureDate <= arrivalDate) {
    return wrongInput('arrivalDate or departureDate not valid')
  }
  const fields = readNamed(body, { ...guestNames, ...bookingNames }, numberNames)
  if (typeof fields === 'string') return wrongInput(`${fields} not valid`)
  if (!isFree(world, apartment, arrivalDate, departureDate)) {
    return failure(400, 'Bad Request', 'The apartment is not available')
  }
  const dates = { arrival: arrivalDate, departure: departureDate }
  const { id } = world.addStay(made(world, apartment, channel, { ...fields, ...dates }))
  return { status: 200, body: { id } }
}

/** A booking through the API has only the fields that were sent. */
function made(
  world: World<SmoobuKinds>,
  { id, name }: Apartment,
  channel: Channel,
  fields: Partial<Booking>,
): Booking {
  const now = stamp(world.nowMs())
  const { firstname = '', lastname = '' } = fields
  return {
    ...blankRow(bookingFields, firstBookingId + world.nextNumber('stay', 0)),
    type: 'reservation',
    'created-at': now,
    modifiedAt: now,
    apartment: { id, name },
    channel: { id: channel.id, name: channel.name },
    'guest-name': `${firstname} ${lastname}`.trim(),
    'is-blocked-booking': channel === blockedChannel,
    'price-paid': 'No',
    related: [],
    priceElements: [],
    ...fields,
  }
}

const channelOf = (id: unknown): Channel | undefined =>
  id === blockedChannel.id ? blockedChannel : channels.find(([channel]) => channel.id === id)?.[0]

function isFree(world: World<SmoobuKinds>, apartment: Apartment, from: string, departure: string): boolean {
  const nights = Object.values(nightsOf(world, apartment, { from, to: addDays(departure, -1) }))
  return nights.every(({ available }) => available === 1)
}

/** Returns sent fields under the names that answers use, or the name of a wrong one. */
function readNamed(
  body: unknown,
  texts: Record<string, string>,
  numbers: Record<string, string>,
): Partial<Booking> | string {
  const input = readObject(body)
  const fields: Record<string, unknown> = {}
  for (const [name, kind] of [
    ...Object.keys(texts).map((text) => [text, 'string'] as const),
    ...Object.keys(numbers).map((number) => [number, 'number'] as const),
  ]) {
    const value = input[name]
    if (value === undefined) continue
    if (typeof value !== kind) return name
    fields[texts[name] ?? numbers[name] ?? name] = value
  }
  return fields
}

function setRates(world: World<SmoobuKinds>, body: unknown): VendorAnswer {
  const { apartments: ids, operations } = readObject(body)
  if (!Array.isArray(ids) || !Array.isArray(operations)) return wrongInput('operations not valid')
  for (const apartment of ids.map((id) => heldOr(world.homes.get(id), notFound))) {
    for (const operation of operations) {
      const rates = readOperation(world, apartment, operation)
      if (rates === undefined) return failure(422, 'Unprocessable Entity', 'operations not valid')
      for (const day of rates.days) world.setNights(apartment, { from: day, to: day }, rates.settings)
    }
  }
  return { status: 200, body: { success: true } }
}

function readOperation(
  world: World<SmoobuKinds>,
  apartment: Apartment,
  input: unknown,
): { days: string[]; settings: NightSettings } | undefined {
  const { dates, daily_price: price, min_length_of_stay: stay } = readObject(input)
  if (!Array.isArray(dates) || !dates.every(isDay)) return undefined
  if (price !== undefined && typeof price !== 'number') return undefined
  if (stay !== undefined && !Number.isSafeInteger(stay)) return undefined
  const hasPrice = (day: string) => nightsOf(world, apartment, { from: day, to: day })[day]?.price !== null
  // A minimum stay needs a price on the same night.
  if (price === undefined && !dates.every(hasPrice)) return undefined
  const settings = {
    ...(price === undefined ? {} : { price }),
    ...(stay === undefined ? {} : { minNights: stay as number }),
  }
  return { days: dates, settings }
}

function checkAvailability(world: World<SmoobuKinds>, body: unknown): VendorAnswer {
  const { arrivalDate, departureDate, apartments, customerId } = readObject(body)
  const isAsked = isDay(arrivalDate) && isDay(departureDate) && arrivalDate < departureDate
  if (!isAsked || !Array.isArray(apartments) || !Number.isSafeInteger(customerId)) {
    return wrongInput('arrivalDate, departureDate, apartments or customerId not valid')
  }
  const availableApartments: number[] = []
  const prices: Record<string, object> = {}
  const errorMessages: Record<string, object> = {}
  for (const id of apartments.map(Number)) {
    const apartment = world.homes.get(id)
    if (apartment === undefined) continue
    const nights = Object.values(
      nightsOf(world, apartment, { from: arrivalDate, to: addDays(departureDate, -1) }),
    )
    const least = nights[0]?.min_length_of_stay ?? 1
    if (nights.some(({ available, price }) => available === 0 || price === null)) continue
    if (nights.length < least) {
      errorMessages[id] = {
        errorCode: 401,
        message: `The minimum stay is ${least} nights`,
        minimumLengthOfStay: least,
      }
      continue
    }
    const price = nights.reduce((sum, night) => sum + (night.price ?? 0), 0)
    availableApartments.push(id)
    prices[id] = { price: Math.round(price * 100) / 100, currency: apartment.currency }
  }
  return { status: 200, body: { availableApartments, prices, errorMessages } }
}
