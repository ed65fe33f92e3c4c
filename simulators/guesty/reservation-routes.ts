import type { FastifyInstance } from 'fastify'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import { askedFor, plainWords, refusal, sorted } from './answers.ts'
import { passes, readFilters } from './filters.ts'
import { isObjectId } from './object-ids.ts'
import { project } from './projection.ts'
import { defaultFields } from './reservation-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

type ReservationByIdRequest = { Params: { id: string }; Querystring: Query }

const retired = refusal(410, 'This endpoint is no longer available', 'ENDPOINT_RETIRED')

/** The older endpoints, until they are switched off. */
export function reservationRoutes(app: FastifyInstance, store: Store, isRetired: () => boolean): void {
  app.get<{ Querystring: Query }>('/reservations', ({ query }) => {
    if (isRetired()) throw new Refusal(retired)
    const filters = readFilters(textParam(query, 'filters'))
    const { limit, skip } = askedFor(query)
    const passed = [...store.reservations.values()].filter((row) => passes(row, filters))
    const rows = sorted(passed, textParam(query, 'sort') ?? '_id').slice(skip, skip + limit)
    const fields = textParam(query, 'fields')
    return {
      results: rows.map(showReservation(store, fields ?? defaultFields)),
      title: 'Reservations',
      count: passed.length,
      fields: fields ?? '',
      limit,
      skip,
    }
  })

  app.get<ReservationByIdRequest>('/reservations/:id', ({ params, query }) => {
    if (isRetired()) throw new Refusal(retired)
    if (!isObjectId(params.id)) throw new Refusal(plainWords(400, 'Invalid reservation id'))
    const row = heldOr(store.reservations.get(params.id), plainWords(404, 'Reservation Not Found'))
    return showReservation(store, textParam(query, 'fields') ?? defaultFields)(row)
  })
}

/** With the listing, which comes along as far as it is asked for. */
function showReservation(store: Store, fields: string): (reservation: Reservation) => object {
  return (reservation) => {
    const { title, nickname, timezone, type, mtl, defaultCheckInTime, defaultCheckOutTime } =
      store.listings.get(reservation.listingId) ?? {}
    const listing = {
      _id: reservation.listingId,
      title,
      nickname,
      timezone,
      type,
      defaultCheckInTime,
      defaultCheckOutTime,
      ...(mtl == null ? {} : { mtl }),
    }
    const whole = { ...reservation, id: reservation._id, listing }
    const filled = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
    return { ...project(filled, fields), id: reservation._id }
  }
}
