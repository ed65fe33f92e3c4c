import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import type { Account } from './account.ts'
import { nested, noListing } from './answers.ts'
import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import type { SentFields } from './sent-fields.ts'
import { priceStay } from './stay-money.ts'
import { demandStay } from './booking-place.ts'
import { accountId } from './store.ts'

type RequestByIdRequest = { Params: { id: string } }

const notFound = nested(404, 'Reservation not found', 'RESERVATION_NOT_FOUND', 'Reservation not found')
const notReserved = nested(
  400,
  'Invalid reservation status for approve/decline',
  'ERR_INVALID_RESERVATION_STATUS_FOR_APPROVE_DECLINE',
  'Only reserved reservations can be approved or declined',
)
const noQuestion = nested(
  422,
  'Only inquiry reservations can be pre-approved',
  'ERR_INVALID_RESERVATION_STATUS_FOR_PRE_APPROVE',
  'Unprocessable Entity',
)

/** Prices, and answers to what guests ask on the channels. The vendor answers channels in its own time, this at once. */
export function requestRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.post('/quotes', ({ body }, reply) => {
    const fields = body as SentFields
    const listing = heldOr(store.listings.get(String(fields.listingId)), noListing(fields.listingId))
    const { arrival, departure } = demandStay(store, listing, fields)
    const money = priceStay(store, listing, { arrival, departure })
    const nowMs = account.nowMs()
    return reply.code(201).send({
      _id: store.ids.make(nowMs),
      accountId,
      status: 'valid',
      guestsCount: fields.guestsCount,
      channel: 'manual_reservations',
      source: fields.source,
      createdAt: instant(nowMs),
      expiresAt: instant(nowMs + 86_400_000),
      unitTypeId: listing._id,
      checkInDateLocalized: arrival,
      checkOutDateLocalized: departure,
      // The money stands in a wrapping of the same name.
      rates: { ratePlans: [{ ratePlan: { _id: 'default-rateplan-id' }, days: [], money: { money } }] },
      coupons: [],
      promotions: {},
    })
  })

  const answer = (word: string, apply: (reservation: Reservation) => void) =>
    app.post<RequestByIdRequest>(`/reservations-v3/:id/${word}`, ({ params }) => {
      const reservation = heldOr(store.reservations.get(params.id), notFound)
      if (reservation.status !== 'reserved' || reservation.integration?.platform === 'manual')
        throw new Refusal(notReserved)
      apply(reservation)
      return {}
    })

  answer('approve', (reservation) =>
    account.write(reservation, { status: 'confirmed', confirmedAt: instant(account.nowMs()) }, 'status'),
  )
  answer('decline', (reservation) => account.write(reservation, { status: 'declined' }, 'status'))

  app.post<RequestByIdRequest>('/reservations-v3/:id/pre-approve', ({ params }) => {
    const reservation = heldOr(store.reservations.get(params.id), notFound)
    if (reservation.status !== 'inquiry' || reservation.preApproveState === true)
      throw new Refusal(noQuestion)
    account.write(reservation, { preApproveState: true }, 'details')
    return {}
  })
}
