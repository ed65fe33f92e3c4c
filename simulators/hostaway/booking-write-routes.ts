import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, stampOf } from '../kit/clock.ts'
import { blankRow, readFields } from '../kit/fields.ts'
import { roundMoney } from '../kit/places.ts'
import { flagParam, type Query } from '../kit/query.ts'
import { heldOr, orRefuse, refuse } from '../kit/server.ts'
import { failure, notFound, success } from './envelope.ts'
import { accountId, firstReservationId, reservationFields } from './records.ts'
import type { Listing, Reservation } from './records.ts'
import { financeLine, usualFields } from './reservation-row.ts'
import type { Store } from './store.ts'

type BookingWriteByIdRequest = { Params: { id: string }; Querystring: Query }

// Only the vendor sets these.
const fixed = ['id', 'hostawayReservationId', 'insertedOn', 'updatedOn', 'latestActivityOn']

type PriceRequest = { Params: { id: string }; Body: { startingDate: string; endingDate: string } }
type CancelRequest = { Params: { id: string }; Body: { cancelledBy: string } }

/** Routes that make, change and cancel bookings. */
export function bookingWriteRoutes(app: FastifyInstance, store: Store): void {
  const { world } = store
  const booked = ({ id }: { id: string }) => heldOr(world.stays.get(id), notFound)
  const refusal = (mistake: string) => failure(400, mistake)
  const sentIn = (body: unknown) => orRefuse(() => readFields(reservationFields, body, fixed), refusal)

  app.post<{ Querystring: Query }>('/reservations', ({ query, body }) => {
    const booking: Partial<Reservation> = sentIn(body)
    const listing = heldOr(world.homes.get(booking.listingMapId), failure(404, 'Listing not found'))
    if (listing.specialStatus === 'archived') refuse(failure(400, 'Listing is archived'))
    if (booking.channelId !== 2000) refuse(failure(400, 'channelId must be 2000'))
    requireFree(store, listing, booking, query)
    return success(makeBooking(store, listing, booking))
  })

  app.put<BookingWriteByIdRequest>('/reservations/:id', ({ params, query, body }) => {
    const reservation = booked(params)
    const { listingMapId: _fixed, ...change } = sentIn(body)
    const listing = heldOr(world.homes.get(reservation.listingMapId), notFound)
    requireFree(store, listing, { ...reservation, ...change }, query, reservation)
    return success(world.apply(reservation, change))
  })

  app.put<CancelRequest>('/reservations/:id/statuses/cancelled', ({ params, body }) => {
    const reservation = booked(params)
    if (reservation.status === 'cancelled') refuse(failure(400, 'Reservation is already cancelled'))
    return success(cancelBooking(store, reservation, body.cancelledBy))
  })

  app.post<PriceRequest>('/listings/:id/calendar/priceDetails', ({ params, body }) => {
    const listing = heldOr(world.homes.get(params.id), notFound)
    const { startingDate, endingDate } = body
    if (endingDate <= startingDate)
      refuse(failure(400, 'startingDate and endingDate must be dates in this order'))
    return success(priceOf(store, listing, startingDate, endingDate))
  })
}

/** Refuses a wrong order of dates, and taken nights unless the request allows them or they are its `own`. */
function requireFree(
  store: Store,
  listing: Listing,
  { arrivalDate, departureDate }: Partial<Reservation>,
  query: Query,
  own?: Reservation,
): void {
  if (!arrivalDate || !departureDate || departureDate <= arrivalDate) {
    refuse(failure(400, 'departureDate must be after arrivalDate'))
  }
  if (flagParam(query, 'forceOverbooking') === true) return
  const units = Math.max(1, store.unitsOf(listing).length)
  const isFree = nightsOf(store, listing, arrivalDate, departureDate).every(
    ({ stays, set }) => set.isClosed !== true && stays.filter((other) => other !== own).length < units,
  )
  if (!isFree) refuse(failure(400, 'The listing is not available on the chosen dates'))
}

const nightsOf = ({ world }: Store, listing: Listing, arrival: string, departure: string) =>
  world.nights(listing, { from: arrival, to: addDays(departure, -1) })

/** A booking through the API has the fields that were sent and nothing invented; its conversation is empty. */
function makeBooking({ world }: Store, listing: Listing, fields: Partial<Reservation>): Reservation {
  const id = firstReservationId + world.nextNumber('stay', 0)
  const at = stampOf(world.nowMs())
  const reservation: Reservation = {
    ...blankRow(reservationFields, id),
    ...usualFields(id, listing),
    ...{ source: 'hostawayDirect', channelName: 'direct', status: 'new' },
    reservationId: `${accountId}-${listing.id}-${fields.channelId}-${id}`,
    nights: daysBetween(fields.arrivalDate ?? '', fields.departureDate ?? ''),
    ...{ reservationDate: at, insertedOn: at, updatedOn: at, latestActivityOn: at },
    ...fields,
  }
  world.threads.open(reservation)
  return world.addStay(reservation)
}

export function cancelBooking({ world }: Store, reservation: Reservation, cancelledBy: string): Reservation {
  const fields = world.projection.stays.toCancelled(reservation, world.nowMs())
  return world.apply(reservation, { ...fields, cancelledBy }, 'cancelled')
}

function priceOf(store: Store, listing: Listing, from: string, to: string): object {
  const round = (amount: number) => roundMoney(amount, listing.currencyCode ?? 'EUR')
  const base = nightsOf(store, listing, from, to).reduce((sum, { price }) => sum + price, 0)
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
    ...{ totalPrice, originalTotalPrice: totalPrice, nights: daysBetween(from, to) },
    ...{ components, extraComponents: [], selectedComponents: [] },
  }
}
