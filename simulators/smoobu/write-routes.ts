import type { FastifyInstance } from 'fastify'
import { addDays, isDay } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { readObject } from '../kit/fields.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, notFound } from './failure.ts'
import { nightsOf } from './rates.ts'
import type { Booking, PricedApartment } from './records.ts'
import type { NightSettings, Store } from './store.ts'
import { blockedChannel, channels, type Channel } from './vocabulary.ts'

type WriteByIdRequest = { Params: { id: string } }

/** Maps names of requests to names of answers. */
const guestNames = { firstName: 'firstname', lastName: 'lastname', email: 'email', phone: 'phone' }
const bookingNames = { notice: 'notice', language: 'language' }
const numberNames = { adults: 'adults', children: 'children', price: 'price', deposit: 'deposit' }
const changeNames = { guestName: 'guest-name', guestEmail: 'email', guestPhone: 'phone', ...bookingNames }

const wrongInput = (detail: string): VendorAnswer => failure(500, 'Internal Server Error', detail)

/** Routes that write bookings and rates, and price a stay. */
export function writeRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  app.post('/api/reservations', (request, reply) => sendAnswer(reply, create(account, request.body)))
  app.put<WriteByIdRequest>('/api/reservations/:id', (request) => {
    const booking = heldOr(store.bookings.get(Number(request.params.id)), notFound)
    // The vendor ignores dates and apartment, which cannot be changed here.
    const fields = readNamed(request.body, changeNames, numberNames)
    if (typeof fields === 'string') refuse(wrongInput(`${fields} not valid`))
    account.change(String(booking.id), fields)
    return { success: true }
  })
  app.delete<WriteByIdRequest>('/api/reservations/:id', (request) => {
    const booking = heldOr(store.bookings.get(Number(request.params.id)), notFound)
    if (booking.type === 'cancellation') refuse(failure(400, 'Bad Request', 'Already cancelled'))
    account.cancel(String(booking.id), {})
    return { success: true }
  })
  app.post('/api/rates', (request, reply) => sendAnswer(reply, setRates(store, request.body)))
  app.post('/booking/checkApartmentAvailability', (request, reply) =>
    sendAnswer(reply, checkAvailability(store, request.body)),
  )
}

function create(account: Account, body: unknown): VendorAnswer {
  const { arrivalDate, departureDate, apartmentId, channelId } = readObject(body)
  const lodging = account.store.lodgings.get(Number(apartmentId))
  const channel = channelOf(channelId)
  if (lodging === undefined || channel === undefined) return wrongInput('apartmentId or channelId not valid')
  if (!isDay(arrivalDate) || !isDay(departureDate) || departureDate <= arrivalDate) {
    return wrongInput('arrivalDate or departureDate not valid')
  }
  const fields = readNamed(body, { ...guestNames, ...bookingNames }, numberNames)
  if (typeof fields === 'string') return wrongInput(`${fields} not valid`)
  if (!isFree(account.store, lodging, arrivalDate, departureDate)) {
    return failure(400, 'Bad Request', 'The apartment is not available')
  }
  const { id } = account.make(lodging, channel, {
    ...fields,
    arrival: arrivalDate,
    departure: departureDate,
  })
  return { status: 200, body: { id } }
}

const channelOf = (id: unknown): Channel | undefined =>
  id === blockedChannel.id ? blockedChannel : channels.find(([channel]) => channel.id === id)?.[0]

function isFree(store: Store, lodging: PricedApartment, from: string, departure: string): boolean {
  const nights = Object.values(nightsOf(store, lodging, from, addDays(departure, -1)))
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

function setRates(store: Store, body: unknown): VendorAnswer {
  const { apartments, operations } = readObject(body)
  if (!Array.isArray(apartments) || !Array.isArray(operations)) return wrongInput('operations not valid')
  const lodgings = apartments.flatMap((id) => store.lodgings.get(Number(id)) ?? [])
  if (lodgings.length < apartments.length) return notFound
  for (const lodging of lodgings) {
    for (const operation of operations) {
      const read = readOperation(store, lodging, operation)
      if (read === undefined) return failure(422, 'Unprocessable Entity', 'operations not valid')
      store.setNights(lodging.apartment.id, read.days, read.settings)
    }
  }
  return { status: 200, body: { success: true } }
}

function readOperation(
  store: Store,
  lodging: PricedApartment,
  input: unknown,
): { days: string[]; settings: NightSettings } | undefined {
  const { dates, daily_price: price, min_length_of_stay: stay } = readObject(input)
  if (!Array.isArray(dates) || !dates.every(isDay)) return undefined
  if (price !== undefined && typeof price !== 'number') return undefined
  if (stay !== undefined && !Number.isSafeInteger(stay)) return undefined
  const isPriced = (day: string) => nightsOf(store, lodging, day, day)[day]?.price !== null
  // A minimum stay needs a price on the same night.
  if (price === undefined && !dates.every(isPriced)) return undefined
  const settings = {
    ...(price === undefined ? {} : { price }),
    ...(stay === undefined ? {} : { min_length_of_stay: stay as number }),
  }
  return { days: dates, settings }
}

function checkAvailability(store: Store, body: unknown): VendorAnswer {
  const { arrivalDate, departureDate, apartments, customerId } = readObject(body)
  const isAsked = isDay(arrivalDate) && isDay(departureDate) && arrivalDate < departureDate
  if (!isAsked || !Array.isArray(apartments) || !Number.isSafeInteger(customerId)) {
    return wrongInput('arrivalDate, departureDate, apartments or customerId not valid')
  }
  const availableApartments: number[] = []
  const prices: Record<string, object> = {}
  const errorMessages: Record<string, object> = {}
  for (const id of apartments.map(Number)) {
    const lodging = store.lodgings.get(id)
    if (lodging === undefined) continue
    const nights = Object.values(nightsOf(store, lodging, arrivalDate, addDays(departureDate, -1)))
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
    prices[id] = { price: Math.round(price * 100) / 100, currency: lodging.apartment.currency }
  }
  return { status: 200, body: { availableApartments, prices, errorMessages } }
}
