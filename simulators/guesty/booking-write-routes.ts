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
    const sent = body as SentFields
    demandOrder(sent, 400)
    const listing = heldOr(store.listings.get(String(sent.listingId)), noListing(sent.listingId))
    demandStay(store, listing, sent)
    const known = store.guests.get(String(sent.guestId))
    if (known === undefined && !isFields(sent.guest)) throw new Refusal(refusal(400, 'guest is required'))
    const guest = known ?? makeGuest(store, sent.guest as SentFields, account.nowMs())
    const made = account.make(makeReservation(store, listing, sent, guest, account.nowMs()))
    return reply.code(201).send(madeAnswer(made, listing._id))
  })

  /** The answer to a change: the money, and what was changed. */
  const change = (path: string, apply: (held: Reservation, sent: SentFields) => object) =>
    app.put<BookingWriteByIdRequest>(`/reservations-v3/:id/${path}`, ({ params, body }) => {
      const held = heldOr(store.reservations.get(params.id), notFound)
      const changed = apply(held, body as SentFields)
      return { reservationId: held._id, money: moneyOf(held), ...changed }
    })

  change('dates', (held, sent) => {
    demandOrder(sent, 422)
    const listing = heldOr(store.listings.get(store.rootId(held.listingId)), notFound)
    const { arrival, departure } = demandStay(store, listing, sent, held)
    account.write(held, timesOfStay(listing, arrival, departure), 'dates')
    return { creationTime: held.createdAt, checkInDate: held.checkIn, checkOutDate: held.checkOut }
  })

  change('guests', (held, sent) => {
    const { guestsCount, numberOfGuests } = sent as Pick<Reservation, 'guestsCount' | 'numberOfGuests'>
    account.write(held, { guestsCount, numberOfGuests }, 'guests')
    return { guestsCount, numberOfGuests }
  })

  change('notes', (held, sent) => {
    const written = { ...held.notes, ...(sent.notes as object) }
    account.write(held, { notes: written }, 'details')
    return { notes: written }
  })

  change('status', (held, sent) => {
    if (endedStatuses.includes(held.status ?? '')) {
      throw new Refusal(refusal(422, `Reservation status is ${held.status}`))
    }
    if (sent.status !== 'canceled' && sent.status !== 'confirmed') {
      throw new Refusal(refusal(422, 'this stand-in confirms and cancels'))
    }
    const canceledAt = new Date(account.nowMs()).toISOString()
    const ended = { canceledAt, canceledBy: String(sent.canceledBy ?? 'OWNER') }
    account.write(held, { status: sent.status, ...(sent.status === 'canceled' ? ended : {}) }, 'status')
    return { status: held.status }
  })
}

function demandOrder(
  { checkInDateLocalized: from, checkOutDateLocalized: to }: SentFields,
  status: number,
): void {
  if (String(to) <= String(from)) throw new Refusal(refusal(status, wrongOrder))
}

function madeAnswer(made: Reservation, unitTypeId: string): object {
  return {
    reservationId: made._id,
    quoteId: made._id,
    confirmationCode: made.confirmationCode,
    status: made.status,
    guestId: made.guestId,
    numberOfGuests: made.numberOfGuests,
    creationTime: made.createdAt,
    reservedExpiresAt: null,
    checkInDate: made.checkIn,
    checkOutDate: made.checkOut,
    unitTypeId,
    unitId: made.listingId,
    source: made.source,
    channel: 'manual_reservations',
    guestsCount: made.guestsCount,
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
