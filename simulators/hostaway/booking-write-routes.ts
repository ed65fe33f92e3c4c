import type { FastifyInstance } from 'fastify'
import { daysBetween, nextDay } from '../kit/clock.ts'
import { readFields } from '../kit/fields.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { roundMoney } from '../kit/places.ts'
import { flagParam, type Query } from '../kit/query.ts'
import { heldOr, orRefuse, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { nightPrice, occupied } from './calendar.ts'
import { failure, notFound, success } from './envelope.ts'
import { financeLine } from './invent-reservation.ts'
import type { Listing } from './listing-record.ts'
import { reservationFields, type Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

type BookingWriteByIdRequest = { Params: { id: string }; Querystring: Query }

// Only the vendor sets these.
const fixed = ['id', 'hostawayReservationId', 'insertedOn', 'updatedOn', 'latestActivityOn']

interface StayPriced {
  startingDate: string
  endingDate: string
}

/** Routes that make, change and cancel bookings. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const booked = ({ id }: { id: string }) => heldOr(store.reservations.get(Number(id)), notFound)
  const sentIn = (body: unknown) =>
    orRefuse(
      () => readFields(reservationFields, body, fixed),
      (mistake) => failure(400, mistake),
    )

  app.post<{ Querystring: Query }>('/reservations', ({ query, body }) => {
    const booking: Partial<Reservation> = sentIn(body)
    const listing = heldOr(store.listings.get(booking.listingMapId ?? 0), failure(404, 'Listing not found'))
    if (listing.specialStatus === 'archived') refuse(failure(400, 'Listing is archived'))
    if (booking.channelId !== 2000) refuse(failure(400, 'channelId must be 2000'))
    requireFree(store, listing, booking, query)
    return success(account.make(listing, booking))
  })

  app.put<BookingWriteByIdRequest>('/reservations/:id', ({ params, query, body }) => {
    const reservation = booked(params)
    const { listingMapId: _fixed, ...change } = sentIn(body)
    const listing = heldOr(store.listings.get(reservation.listingMapId), notFound)
    requireFree(store, listing, { ...reservation, ...change }, query, reservation)
    return success(account.change(params.id, change))
  })

  app.put<BookingWriteByIdRequest & { Body: { cancelledBy: string } }>(
    '/reservations/:id/statuses/cancelled',
    ({ params, body: { cancelledBy } }) => {
      if (booked(params).status === 'cancelled') refuse(failure(400, 'Reservation is already cancelled'))
      return success(account.cancel(params.id, { cancelledBy }))
    },
  )

  app.post<BookingWriteByIdRequest & { Body: StayPriced }>(
    '/listings/:id/calendar/priceDetails',
    ({ params, body }) => {
      const listing = heldOr(store.listings.get(Number(params.id)), notFound)
      const { startingDate, endingDate } = body
      if (endingDate <= startingDate) {
        refuse(failure(400, 'startingDate and endingDate must be dates in this order'))
      }
      return success(priceOf(store, listing, startingDate, endingDate))
    },
  )
}

/** Refuses a wrong order of dates, and taken nights unless the request allows them. */
function requireFree(
  store: Store,
  listing: Listing,
  stay: Partial<Reservation>,
  query: Query,
  own?: Reservation,
): void {
  const { arrivalDate, departureDate } = stay
  if (!arrivalDate || !departureDate || departureDate <= arrivalDate) {
    refuse(failure(400, 'departureDate must be after arrivalDate'))
  }
  const isForced = flagParam(query, 'forceOverbooking') === true
  if (!isForced && !isFree(store, listing, stay, own)) {
    refuse(failure(400, 'The listing is not available on the chosen dates'))
  }
}

/** `own` is the booking being moved, whose own nights do not count as taken. */
function isFree(store: Store, listing: Listing, stay: Partial<Reservation>, own?: Reservation): boolean {
  const [from, to] = [stay.arrivalDate ?? '', stay.departureDate ?? '']
  const soldUnits = occupied(store, listing)
  if (own !== undefined) {
    const at = soldUnits.findIndex(
      ({ arrival, departure }) => arrival === own.arrivalDate && departure === own.departureDate,
    )
    if (at >= 0) soldUnits.splice(at, 1)
  }
  return occupiedUnits(soldUnits, from, to).every((count) => count < store.unitCount(listing.id))
}

function priceOf(store: Store, listing: Listing, from: string, to: string): object {
  const round = (amount: number) => roundMoney(amount, listing.currencyCode ?? 'EUR')
  let base = 0
  for (let day = from; day < to; day = nextDay(day)) base += nightPrice(store, listing, day)
  const line = (type: string, name: string, total: number) => ({
    ...financeLine(type, name, name, total),
    ...{ listingFeeSettingId: null, quantity: null, isMandatory: 1 },
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
