import type { FastifyInstance } from 'fastify'
import { bracketParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { askedFor, plainWords, refusal, sorted } from './answers.ts'
import { passes, readFilters } from './filters.ts'
import { isObjectId } from './object-ids.ts'
import { project } from './projection.ts'
import { defaultFields } from './reservation-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

type WithId = { Params: { id: string }; Querystring: Query }

const mostIds = 10
const retired = refusal(410, 'This endpoint is no longer available', 'ENDPOINT_RETIRED')

/** Fields that can be searched by here; a list of values stands with commas. */
const searched: Record<string, (store: Store, row: Reservation) => string | null> = {
  'filter[confirmationCode]': (_store, row) => row.confirmationCode,
  'filter[source]': (_store, row) => row.source,
  'filter[status]': (_store, row) => row.status,
  'filter[listingId]': (store, row) => store.rootId(row.listingId),
  'filter[checkIn][eq]': (_store, row) => row.checkInDateLocalized,
}

export function reservationRoutes(app: FastifyInstance, store: Store, isRetired: boolean): void {
  app.get<{ Querystring: Query }>('/reservations', ({ query }, reply) => {
    if (isRetired) return sendAnswer(reply, retired)
    const filters = readFilters(textParam(query, 'filters'))
    if (typeof filters === 'string') return sendAnswer(reply, refusal(400, filters))
    const { limit, skip } = askedFor(query)
    const found = [...store.reservations.values()].filter((row) => passes(row, filters))
    const rows = sorted(found, textParam(query, 'sort') ?? '_id').slice(skip, skip + limit)
    const fields = textParam(query, 'fields')
    return {
      results: rows.map(showReservation(store, fields ?? defaultFields)),
      title: 'Reservations',
      count: found.length,
      fields: fields ?? '',
      limit,
      skip,
    }
  })

  app.get<WithId>('/reservations/:id', ({ params, query }, reply) => {
    if (isRetired) return sendAnswer(reply, retired)
    if (!isObjectId(params.id)) return sendAnswer(reply, plainWords(400, 'Invalid reservation id'))
    const found = store.reservations.get(params.id)
    if (found === undefined) return sendAnswer(reply, plainWords(404, 'Reservation Not Found'))
    return showReservation(store, textParam(query, 'fields') ?? defaultFields)(found)
  })

  app.get<{ Querystring: Query }>('/reservations-v3/search', ({ query }, reply) => {
    const wanted = Object.entries(query).filter(([key]) => key.startsWith('filter['))
    const unknown = wanted.find(([key]) => searched[key] === undefined)
    if (unknown !== undefined) return sendAnswer(reply, refusal(400, `unsupported filter ${unknown[0]}`))
    const { limit, skip } = askedFor(query)
    const found = [...store.reservations.values()].filter((row) =>
      wanted.every(([key, value]) =>
        String(value)
          .split(',')
          .includes(searched[key]?.(store, row) ?? ''),
      ),
    )
    const rows = sorted(found, '-_id').slice(skip, skip + limit)
    return {
      results: rows.map((row) => {
        const { _id: reservationId, ...rest } = newShape(store, row) as { _id: string }
        return { reservationId, ...rest }
      }),
      pagination: { skip, limit, hasMore: skip + limit < found.length },
    }
  })

  app.get<{ Querystring: Query }>('/reservations-v3', ({ query }, reply) => {
    const listed = (textParam(query, 'reservationIds') ?? '').split(',').filter((id) => id !== '')
    const ids = [...bracketParam(query, 'reservationIds'), ...listed]
    if (ids.length === 0 || ids.length > mostIds || !ids.every(isObjectId)) {
      return sendAnswer(reply, refusal(400, `reservationIds must be 1 to ${mostIds} ids`))
    }
    return ids.flatMap((id) => store.reservations.get(id) ?? []).map((row) => newShape(store, row))
  })
}

/** With the listing, which comes along as far as it is asked for. */
export function showReservation(store: Store, fields: string): (reservation: Reservation) => object {
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

/** The newer shape: nights in stays, the guest and the money by reference only. */
function newShape(store: Store, row: Reservation): object {
  const rootId = store.rootId(row.listingId)
  const isAssigned = rootId !== row.listingId
  return {
    _id: row._id,
    accountId: row.accountId,
    status: row.status,
    platform: row.integration?.platform,
    source: row.source,
    confirmationCode: row.confirmationCode ?? '',
    bookerId: row.guestId ?? '',
    quoteId: row._id,
    moneyId: row._id,
    createdAt: row.createdAt,
    ...(row.confirmedAt === null ? {} : { confirmedAt: row.confirmedAt }),
    ...(row.reservedAt === null ? {} : { reservedAt: row.reservedAt }),
    ...(row.canceledAt === null ? {} : { canceledAt: row.canceledAt, canceledBy: row.canceledBy }),
    notes: row.notes ?? {},
    stay: [
      {
        checkInDateLocalized: row.checkInDateLocalized,
        checkOutDateLocalized: row.checkOutDateLocalized,
        eta: row.checkIn,
        etd: row.checkOut,
        guestsCount: row.guestsCount ?? 1,
        numberOfGuests: row.numberOfGuests ?? { numberOfAdults: 1 },
        unitTypeId: rootId,
        ...(isAssigned ? { unitId: row.listingId } : {}),
      },
    ],
  }
}
