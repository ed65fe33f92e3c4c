import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { refusal } from './answers.ts'
import { timesOfStay } from './invent-reservation.ts'
import { makeGuest, makeReservation } from './make-reservation.ts'
import type { Reservation } from './reservation-record.ts'
import { isFields } from './sent-fields.ts'
import type { Sent } from './sent-fields.ts'
import { refusalOfStay } from './stay-rules.ts'
import { endedStatuses } from './vocabulary.ts'

type WithId = { Params: { id: string } }

const notFound = refusal(404, 'Reservation not found', 'RESERVATION_NOT_FOUND')

/** Bookings made and changed by the newer interface, one endpoint for each kind of change. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.post('/reservations-v3', ({ body }, reply) => {
    const sent = body as Sent
    const wrong = wrongStay(sent)
    if (wrong !== undefined) return sendAnswer(reply, refusal(400, wrong))
    const listing = store.listings.get(String(sent.listingId))
    if (listing === undefined)
      return sendAnswer(reply, refusal(404, 'Listing not found', 'LISTING_NOT_FOUND'))
    const [arrival, departure] = [String(sent.checkInDateLocalized), String(sent.checkOutDateLocalized)]
    const refused = refusalOfStay(store, listing, arrival, departure)
    if (refused !== undefined) return sendAnswer(reply, refused)
    const known = store.guests.get(String(sent.guestId))
    if (known === undefined && !isFields(sent.guest))
      return sendAnswer(reply, refusal(400, 'guest is required'))
    const guest = known ?? makeGuest(store, sent.guest as Sent, account.nowMs())
    const made = account.make(makeReservation(store, listing, sent, guest, account.nowMs()))
    return reply.code(201).send(madeAnswer(made, listing._id))
  })

  /** The answer to a change: the money, and what was changed. */
  const change = (path: string, apply: (held: Reservation, sent: Sent, reply: FastifyReply) => object) =>
    app.put<WithId>(`/reservations-v3/:id/${path}`, ({ params, body }, reply) => {
      const held = store.reservations.get(params.id)
      if (held === undefined) return sendAnswer(reply, notFound)
      const answer = apply(held, body as Sent, reply)
      return answer === reply ? reply : { reservationId: held._id, money: moneyOf(held), ...answer }
    })

  change('dates', (held, sent, reply) => {
    const wrong = wrongStay(sent)
    if (wrong !== undefined) return sendAnswer(reply, refusal(422, wrong))
    const listing = store.listings.get(store.rootId(held.listingId))
    if (listing === undefined) return sendAnswer(reply, notFound)
    const [arrival, departure] = [String(sent.checkInDateLocalized), String(sent.checkOutDateLocalized)]
    const refused = refusalOfStay(store, listing, arrival, departure, held)
    if (refused !== undefined) return sendAnswer(reply, refused)
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

  change('status', (held, sent, reply) => {
    if (endedStatuses.includes(held.status ?? '')) {
      return sendAnswer(reply, refusal(422, `Reservation status is ${held.status}`))
    }
    if (sent.status !== 'canceled' && sent.status !== 'confirmed') {
      return sendAnswer(reply, refusal(422, 'this stand-in confirms and cancels'))
    }
    const canceledAt = new Date(account.nowMs()).toISOString()
    const ended = { canceledAt, canceledBy: String(sent.canceledBy ?? 'OWNER') }
    account.write(held, { status: sent.status, ...(sent.status === 'canceled' ? ended : {}) }, 'status')
    return { status: held.status }
  })
}

function wrongStay({ checkInDateLocalized: from, checkOutDateLocalized: to }: Sent): string | undefined {
  return String(to) <= String(from) ? 'checkOutDateLocalized must be after checkInDateLocalized' : undefined
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
