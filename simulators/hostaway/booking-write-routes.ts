import type { FastifyInstance } from 'fastify'
import { daysBetween, isDay, nextDay } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { readFields, readObject } from '../kit/fields.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { roundMoney } from '../kit/places.ts'
import { flagParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { nightPrice, occupied } from './calendar.ts'
import { failure, notFound, success } from './envelope.ts'
import type { Listing } from './listing-record.ts'
import { reservationFields } from './reservation-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

type WithId = { Params: { id: string }; Querystring: Query }

const isTaken = failure(400, 'The listing is not available on the chosen dates')
// What only the vendor sets.
const fixed = ['id', 'hostawayReservationId', 'insertedOn', 'updatedOn', 'latestActivityOn']

/** Bookings made, changed and cancelled through the API. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.post<{ Querystring: Query }>('/reservations', (request, reply) => {
    const sent = readSent(request.body)
    if ('status' in sent && 'body' in sent) return sendAnswer(reply, sent as VendorAnswer)
    const booking = sent as Partial<Reservation>
    const listing = store.listings.get(booking.listingMapId ?? 0)
    if (listing === undefined) return sendAnswer(reply, failure(404, 'Listing not found'))
    if (listing.specialStatus === 'archived') return sendAnswer(reply, failure(400, 'Listing is archived'))
    if (!hasStay(booking))
      return sendAnswer(reply, failure(400, 'arrivalDate and departureDate are required'))
    if (booking.channelId !== 2000) return sendAnswer(reply, failure(400, 'channelId must be 2000'))
    if (!booking.guestName) return sendAnswer(reply, failure(400, 'guestName is required'))
    const isForced = flagParam(request.query, 'forceOverbooking') === true
    if (!isForced && !isFree(store, listing, booking)) return sendAnswer(reply, isTaken)
    return success(account.make(listing, booking))
  })

  app.put<WithId>('/reservations/:id', (request, reply) => {
    const held = store.reservations.get(Number(request.params.id))
    if (held === undefined) return sendAnswer(reply, notFound)
    const sent = readSent(request.body)
    if ('status' in sent && 'body' in sent) return sendAnswer(reply, sent as VendorAnswer)
    const { listingMapId: _fixed, ...change } = sent as Partial<Reservation>
    const wanted = { ...held, ...change }
    const listing = store.listings.get(held.listingMapId)
    if (!hasStay(wanted) || listing === undefined) {
      return sendAnswer(reply, failure(400, 'departureDate must be after arrivalDate'))
    }
    const isForced = flagParam(request.query, 'forceOverbooking') === true
    if (!isForced && !isFree(store, listing, wanted, held)) return sendAnswer(reply, isTaken)
    return success(account.change(request.params.id, change))
  })

  app.put<WithId>('/reservations/:id/statuses/cancelled', (request, reply) => {
    const held = store.reservations.get(Number(request.params.id))
    if (held === undefined) return sendAnswer(reply, notFound)
    const { cancelledBy } = readObject(request.body)
    if (cancelledBy !== 'host' && cancelledBy !== 'guest') {
      return sendAnswer(reply, failure(400, 'cancelledBy must be host or guest'))
    }
    if (held.status === 'cancelled')
      return sendAnswer(reply, failure(400, 'Reservation is already cancelled'))
    return success(account.cancel(request.params.id, { cancelledBy }))
  })

  app.post<WithId>('/listings/:id/calendar/priceDetails', (request, reply) => {
    const listing = store.listings.get(Number(request.params.id))
    if (listing === undefined) return sendAnswer(reply, notFound)
    const { startingDate, endingDate, numberOfGuests } = readObject(request.body)
    if (!isDay(startingDate) || !isDay(endingDate) || endingDate <= startingDate) {
      return sendAnswer(reply, failure(400, 'startingDate and endingDate must be dates in this order'))
    }
    if (!Number.isSafeInteger(numberOfGuests))
      return sendAnswer(reply, failure(400, 'numberOfGuests is required'))
    return success(priceOf(store, listing, startingDate, endingDate))
  })
}

function readSent(body: unknown): Partial<Reservation> | VendorAnswer {
  try {
    return readFields(reservationFields, body, fixed)
  } catch (error) {
    if (error instanceof ControlError) return failure(400, error.message)
    throw error
  }
}

function hasStay({ arrivalDate, departureDate }: Partial<Reservation>): boolean {
  return isDay(arrivalDate) && isDay(departureDate) && arrivalDate < departureDate
}

/** `own`: the booking that is moved, whose nights are not in its own way. */
function isFree(store: Store, listing: Listing, wanted: Partial<Reservation>, own?: Reservation): boolean {
  const [from, to] = [wanted.arrivalDate ?? '', wanted.departureDate ?? '']
  const taken = occupied(store, listing)
  if (own !== undefined) {
    const at = taken.findIndex(
      ({ arrival, departure }) => arrival === own.arrivalDate && departure === own.departureDate,
    )
    if (at >= 0) taken.splice(at, 1)
  }
  return occupiedUnits(taken, from, to).every((count) => count < store.unitCount(listing.id))
}

function priceOf(store: Store, listing: Listing, from: string, to: string): object {
  const round = (amount: number) => roundMoney(amount, listing.currencyCode ?? 'EUR')
  let base = 0
  for (let day = from; day < to; day = nextDay(day)) base += nightPrice(store, listing, day)
  const line = (type: string, name: string, total: number) => ({
    listingFeeSettingId: null,
    type,
    name,
    title: name,
    quantity: null,
    value: total,
    total,
    isIncludedInTotalPrice: 1,
    isOverriddenByUser: 0,
    isMandatory: 1,
    isDeleted: 0,
  })
  const components = [
    line('accommodation', 'baseRate', round(base)),
    line('fee', 'cleaningFee', listing.cleaningFee ?? 0),
    line('tax', 'vat', round(base * 0.06)),
  ].filter(({ total }) => total !== 0)
  const totalPrice = round(components.reduce((sum, { total }) => sum + total, 0))
  return {
    totalPrice,
    originalTotalPrice: totalPrice,
    nights: daysBetween(from, to),
    components,
    extraComponents: [],
    selectedComponents: [],
  }
}
