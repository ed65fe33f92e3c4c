import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readObject } from '../kit/fields.ts'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { rowTests } from '../kit/row-list.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { demand, emptyAnswer, exact, forbidden, notFound, page } from './answers.ts'
import type { Desk } from './desk.ts'
import type { Reservation } from './records.ts'
import { cancelReasons, statusFilters } from './vocabulary.ts'

type WithCode = { Params: { code: string } }

export function reservationRoutes(api: FastifyInstance, desk: Desk): void {
  const { account, store } = desk

  api.get<{ Querystring: Query }>('/reservations', (request) => {
    const own = desk.hostOf(request)
    const rows = listed([...store.reservations.values()], request.query, own)
    return page('reservations', rows, request.query, (row) => account.shown(row))
  })

  api.get<WithCode>('/reservations/:code', (request) => {
    const reservation = ownReservation(desk, request, request.params.code)
    const cancellation = { options: cancelOptions(account, reservation), penalty: exact(0) }
    return { reservation: { ...account.shown(reservation), host_cancellation: cancellation } }
  })

  api.put<WithCode>('/reservations/:code', (request) => {
    const reservation = ownReservation(desk, request, request.params.code)
    const form = readObject(request.body) as Record<string, string>
    const isAnswer = form.attempt_action !== undefined
    demand(isAnswer !== (form.status_type !== undefined), 'Either attempt_action or status_type is required.')
    if (isAnswer) answerRequest(account, reservation, form)
    else cancelByHost(account, reservation, form)
    return emptyAnswer
  })
}

export function ownReservation(desk: Desk, request: FastifyRequest, code: string): Reservation {
  const reservation = heldOr(desk.store.reservations.get(code), notFound)
  return reservation.host_id === desk.hostOf(request) ? reservation : refuse(notFound)
}

/** Without a status filter only confirmed bookings are listed. */
function listed(rows: readonly Reservation[], query: Query, own: string): Reservation[] {
  const host = textParam(query, 'host_id')
  const listing = textParam(query, 'listing_id')
  const only = textParam(query, 'include_only_status')
  const all = flagParam(query, 'all_status') === true
  demand(
    host !== undefined || listing !== undefined,
    'host_id or listing_id is required.',
    'missing_parameter',
  )
  demand(!all || only === undefined, 'all_status and include_only_status exclude each other.')
  if (host !== undefined && host !== own) refuse(forbidden('These are the reservations of another host.'))
  const { test, passes } = rowTests<Reservation>()
  test(own, (row, id) => row.host_id === id)
  test(listing, (row, id) => row.listing_id_str === id)
  test(textParam(query, 'start_date'), ({ end_date }, day) => (end_date ?? '') >= day)
  test(textParam(query, 'end_date'), ({ start_date }, day) => (start_date ?? '') <= day)
  const states = statusFilters[only ?? 'accept'] ?? []
  return rows.filter((row) => passes(row) && (all || states.includes(row.status_type ?? '')))
}

function answerRequest(account: Account, reservation: Reservation, form: Record<string, string>): void {
  demand(
    reservation.status_type === 'pending',
    'The reservation is not waiting for an answer.',
    'not_pending',
  )
  if (form.attempt_action === 'accept') {
    account.apply(reservation, { status_type: 'accept' })
    return
  }
  for (const name of ['decline_reason', 'decline_message_to_guest']) {
    demand(form[name] !== undefined, `${name} is required.`, 'missing_parameter')
  }
  account.apply(reservation, { status_type: 'deny' })
  sayToGuest(account, reservation, form.decline_message_to_guest)
}

function cancelByHost(account: Account, reservation: Reservation, form: Record<string, string>): void {
  const { status_type } = reservation
  demand(
    status_type !== 'cancelled_by_host',
    'The reservation was already cancelled by the host.',
    'already_cancelled',
  )
  demand(status_type === 'accept', 'The reservation is not active.', 'not_active')
  demand(form.reason !== undefined, 'reason is required.', 'missing_parameter')
  const isOffered = cancelOptions(account, reservation).some(({ reason }) => reason === form.reason)
  demand(isOffered, 'The reason is not offered for this reservation.', 'reason_not_offered')
  account.apply(reservation, {
    status_type: 'cancelled_by_host',
    listing_cancellation_payout_accurate: exact(0),
  })
  sayToGuest(account, reservation, form.message_to_guest)
}

/** Fewer reasons are allowed once a stay has begun. */
function cancelOptions(account: Account, { status_type, start_date }: Reservation): { reason: string }[] {
  if (status_type !== 'accept') return []
  const hasBegun = (start_date ?? '') <= account.today()
  return cancelReasons.slice(hasBegun ? 2 : 0).map((reason) => ({ reason }))
}

function sayToGuest(account: Account, reservation: Reservation, message: string | undefined): void {
  const thread = account.inbox.of(reservation)
  if (thread !== undefined && message) account.say(thread, reservation.host_id, { message })
}
