import type { FastifyInstance } from 'fastify'
import { bracketParam, intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { refusal, sorted } from './answers.ts'
import { wallClockMs } from '../kit/zone-offset.ts'
import { instant, isObjectId } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import { stayFilters } from './vocabulary.ts'

/** A booking in the newer shape: nights in stays, the guest and the money by reference only. */
function showStay(store: Store, row: Reservation): { _id: string } & Record<string, unknown> {
  const rootId = store.rootId(row.listingId)
  const isAssigned = rootId !== row.listingId
  const timezone = store.listings.get(row.listingId)?.timezone ?? 'UTC'
  const planned = (day: string | null, time: string | null, usual: string | null): string | null =>
    day === null || time === null ? usual : instant(wallClockMs(day, time, timezone))
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
    ...(row.lastUpdatedAt === row.createdAt ? {} : { alteredAt: row.lastUpdatedAt }),
    ...(row.conversationId === null ? {} : { conversationId: row.conversationId }),
    ...(row.preApproveState === null ? {} : { preApproveState: row.preApproveState }),
    notes: row.notes ?? {},
    stay: [
      {
        checkInDateLocalized: row.checkInDateLocalized,
        checkOutDateLocalized: row.checkOutDateLocalized,
        eta: planned(row.checkInDateLocalized, row.plannedArrival, row.checkIn),
        etd: planned(row.checkOutDateLocalized, row.plannedDeparture, row.checkOut),
        guestsCount: row.guestsCount ?? 1,
        numberOfGuests: row.numberOfGuests ?? { numberOfAdults: 1 },
        unitTypeId: rootId,
        ...(isAssigned ? { unitId: row.listingId } : {}),
      },
    ],
  }
}

const mostIds = 10
const unsupportedFilter = refusal(400, 'unsupported filter field: lastUpdatedAt')
const notForThisAccount = refusal(403, 'The account has no access to this resource', 'FORBIDDEN')

type FilterName = keyof typeof stayFilters

/** What a filter looks at. */
const valuesOf: Record<FilterName, (store: Store, row: Reservation) => (string | null)[]> = {
  status: (_store, row) => [row.status],
  listingId: (store, row) => [row.listingId, store.rootId(row.listingId)],
  confirmationCode: (_store, row) => [row.confirmationCode],
  source: (_store, row) => [row.source],
  checkIn: (_store, row) => [row.checkInDateLocalized],
  checkOut: (_store, row) => [row.checkOutDateLocalized],
  createdAt: (_store, row) => [row.createdAt],
  lastUpdatedAt: (_store, row) => [row.lastUpdatedAt],
}

const sorts: Record<string, keyof Reservation> = {
  _id: '_id',
  checkIn: 'checkInDateLocalized',
  checkOut: 'checkOutDateLocalized',
  createdAt: 'createdAt',
}

export interface StayAccess {
  /** The account has no access to the newer endpoints. */
  isClosed: boolean
  /** The search refuses the filter that came on 2026-11-19. */
  hasNoUpdatedFilter: boolean
}

export function stayRoutes(
  app: FastifyInstance,
  store: Store,
  { isClosed, hasNoUpdatedFilter }: StayAccess,
): void {
  app.get<{ Querystring: Query }>('/reservations-v3/search', ({ query }) => {
    if (isClosed) throw new Refusal(notForThisAccount)
    const filters = Object.entries(query).filter(([name]) => name.startsWith('filter['))
    if (hasNoUpdatedFilter && filters.some(([name]) => name.startsWith('filter[lastUpdatedAt]')))
      throw new Refusal(unsupportedFilter)
    const tests = filters.map(([name, value]) => testOf(store, name, String(value)))
    const [limit, skip] = [intParam(query, 'limit') ?? 25, intParam(query, 'skip') ?? 0]
    const order = textParam(query, 'sort') ?? '-_id'
    const sort = order.replace(/^(-?)(.*)$/, (_all, sign: string, name: string) => `${sign}${sorts[name]}`)
    const found = [...store.reservations.values()].filter((row) => tests.every((test) => test(row)))
    const rows = sorted(found, sort).slice(skip, skip + limit)
    return {
      results: rows.map((row) => {
        const { _id: reservationId, ...rest } = showStay(store, row)
        return { reservationId, ...rest }
      }),
      pagination: { skip, limit, hasMore: skip + limit < found.length },
    }
  })

  app.get<{ Querystring: Query }>('/reservations-v3', ({ query }) => {
    if (isClosed) throw new Refusal(notForThisAccount)
    const idList = (textParam(query, 'reservationIds') ?? '').split(',').filter((id) => id !== '')
    const ids = [...bracketParam(query, 'reservationIds'), ...idList]
    if (ids.length === 0 || ids.length > mostIds || !ids.every(isObjectId)) {
      throw new Refusal(refusal(400, `reservationIds must be 1 to ${mostIds} ids`))
    }
    return ids.flatMap((id) => store.reservations.get(id) ?? []).map((row) => showStay(store, row))
  })
}

/** What a filter of the form `filter[name][operator]` lets pass. */
function testOf(store: Store, expression: string, value: string): (row: Reservation) => boolean {
  const [, name = '', operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(expression) ?? []
  const field = name as FilterName
  const asTime = (text: string) => (stayFilters[field].kind === 'moment' ? Date.parse(text) : text)
  const valueList = value.split(',')
  return (row) => {
    const values = valuesOf[field](store, row).flatMap((one) => one ?? [])
    if (!stayFilters[field].isRange) {
      const isListed = values.some((one) => valueList.includes(one))
      return operator === 'ne' || operator === 'nin' ? !isListed : isListed
    }
    return values.some((one) => compares(operator, asTime(one), asTime(value)))
  }
}

function compares(operator: string, valuesOf: string | number, value: string | number): boolean {
  if (operator === 'eq') return valuesOf === value
  if (operator === 'gte') return valuesOf >= value
  if (operator === 'gt') return valuesOf > value
  return operator === 'lte' ? valuesOf <= value : valuesOf < value
}
