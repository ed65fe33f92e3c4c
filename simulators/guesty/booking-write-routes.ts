import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import type { Account } from './account.ts'
import { noListing, refusal } from './answers.ts'
import { demandStay, wrongOrder } from './booking-place.ts'
import { timesOfStay } from './invent-reservation.ts'
import { makeGuest, makeReservation } from './make-reservation.ts'
import type { Reservation } from './reservation-record.ts'
import { isFields } from './sent-fields.ts'
import type { SentFields } from './sent-fields.ts'
import { endedStatuses } from './vocabulary.ts'

type BookingWriteByIdRequest = { Params: { id: string } }

const notFound = refusal(404, 'Reservation not found', 'RESERVATION_NOT_FOUND')

/** Bookings made and changed by the newer interface, one endpoint for each kind of change. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.post('/reservations-v3', ({ body }, reply) => {
    const fields = body as SentFields
    demandOrder(fields, 400)
    const listing = heldOr(store.listings.get(String(fields.listingId)), noListing(fields.listingId))
    demandStay(store, listing, fields)
    const known = store.guests.get(String(fields.guestId))
    if (known === undefined && !isFields(fields.guest)) throw new Refusal(refusal(400, 'guest is required'))
    const guest = known ?? makeGuest(store, fields.guest as SentFields, account.nowMs())
    const reservation = account.make(makeReservation(store, listing, fields, guest, account.nowMs()))
    return reply.code(201).send(madeAnswer(reservation, listing._id))
  })

  /** The answer to a change: the money, and what was changed. */
  const change = (path: string, apply: (reservation: Reservation, fields: SentFields) => object) =>
    app.put<BookingWriteByIdRequest>(`/reservations-v3/:id/${path}`, ({ params, body }) => {
      const reservation = heldOr(store.reservations.get(params.id), notFound)
      const changed = apply(reservation, body as SentFields)
      return { reservationId: reservation._id, money: moneyOf(reservation), ...changed }
    })

  change('dates', (reservation, fields) => {
    demandOrder(fields, 422)
    const listing = heldOr(store.listings.get(store.rootId(reservation.listingId)), notFound)
    const { arrival, departure } = demandStay(store, listing, fields, reservation)
    account.write(reservation, timesOfStay(listing, arrival, departure), 'dates')
    return {
      creationTime: reservation.createdAt,
      checkInDate: reservation.checkIn,
      checkOutDate: reservation.checkOut,
    }
  })

  change('guests', (reservation, fields) => {
    const { guestsCount, numberOfGuests } = fields as Pick<Reservation, 'guestsCount' | 'numberOfGuests'>
    account.write(reservation, { guestsCount, numberOfGuests }, 'guests')
    return { guestsCount, numberOfGuests }
  })

  change('notes', (reservation, fields) => {
    const notes = { ...reservation.notes, ...(fields.notes as object) }
    account.write(reservation, { notes }, 'details')
    return { notes }
  })

  change('status', (reservation, fields) => {
    if (endedStatuses.includes(reservation.status ?? '')) {
      throw new Refusal(refusal(422, `Reservation status is ${reservation.status}`))
    }
    if (fields.status !== 'canceled' && fields.status !== 'confirmed') {
      throw new Refusal(refusal(422, 'this stand-in confirms and cancels'))
    }
    const canceledAt = new Date(account.nowMs()).toISOString()
    const ended = { canceledAt, canceledBy: String(fields.canceledBy ?? 'OWNER') }
    account.write(
      reservation,
      { status: fields.status, ...(fields.status === 'canceled' ? ended : {}) },
      'status',
    )
    return { status: reservation.status }
  })
}

function demandOrder(
  { checkInDateLocalized: from, checkOutDateLocalized: to }: SentFields,
  status: number,
): void {
  if (String(to) <= String(from)) throw new Refusal(refusal(status, wrongOrder))
}

function madeAnswer(reservation: Reservation, unitTypeId: string): object {
  return {
    reservationId: reservation._id,
    quoteId: reservation._id,
    confirmationCode: reservation.confirmationCode,
    status: reservation.status,
    guestId: reservation.guestId,
    numberOfGuests: reservation.numberOfGuests,
    creationTime: reservation.createdAt,
    reservedExpiresAt: null,
    checkInDate: reservation.checkIn,
    checkOutDate: reservation.checkOut,
    unitTypeId,
    unitId: reservation.listingId,
    source: reservation.source,
    channel: 'manual_reservations',
    guestsCount: reservation.guestsCount,
    creationInfo: {},
  }
}

function moneyOf({ _id, money }: Reservation): object {
  const { invoiceItems, hostPayout, balanceDue } = { ...money } as {
    invoiceItems?: object[]
    hostPayout?: number
    balanceDue?: number
  }
  return {
    ...money,
    _id,
    reservationId: _id,
    invoiceItems: (invoiceItems ?? []).map((item) => ({ _id, ...item })),
    hostPayoutUsd: hostPayout ?? 0,
    paymentsDue: balanceDue ?? 0,
    settingsSnapshot: {},
  }
}
