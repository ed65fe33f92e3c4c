import type { FastifyInstance } from 'fastify'
import { bracketParam, intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { refusal, sorted } from './answers.ts'
import { isObjectId } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import { showStay } from './stay-view.ts'
import type { Store } from './store.ts'
import { stayFilters } from './vocabulary.ts'

const mostIds = 10
const notForThisAccount = refusal(403, 'The account has no access to this resource', 'FORBIDDEN')

type FilterName = keyof typeof stayFilters

/** What a filter looks at. */
const held: Record<FilterName, (store: Store, row: Reservation) => (string | null)[]> = {
  status: (_store, row) => [row.status],
  listingId: (store, row) => [row.listingId, store.rootId(row.listingId)],
  confirmationCode: (_store, row) => [row.confirmationCode],
  source: (_store, row) => [row.source],
  checkIn: (_store, row) => [row.checkInDateLocalized],
  checkOut: (_store, row) => [row.checkOutDateLocalized],
  createdAt: (_store, row) => [row.createdAt],
}

const sorts: Record<string, keyof Reservation> = {
  _id: '_id',
  checkIn: 'checkInDateLocalized',
  checkOut: 'checkOutDateLocalized',
  createdAt: 'createdAt',
}

/** The newer endpoints. `isClosed`: the account was not let in yet. */
export function stayRoutes(app: FastifyInstance, store: Store, isClosed: boolean): void {
  app.get<{ Querystring: Query }>('/reservations-v3/search', ({ query }) => {
    if (isClosed) throw new Refusal(notForThisAccount)
    const tests = Object.entries(query)
      .filter(([name]) => name.startsWith('filter['))
      .map(([name, value]) => testOf(store, name, String(value)))
    const [limit, skip] = [intParam(query, 'limit') ?? 25, intParam(query, 'skip') ?? 0]
    const asked = textParam(query, 'sort') ?? '-_id'
    const sort = asked.replace(/^(-?)(.*)$/, (_all, sign: string, name: string) => `${sign}${sorts[name]}`)
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
    const listed = (textParam(query, 'reservationIds') ?? '').split(',').filter((id) => id !== '')
    const ids = [...bracketParam(query, 'reservationIds'), ...listed]
    if (ids.length === 0 || ids.length > mostIds || !ids.every(isObjectId)) {
      throw new Refusal(refusal(400, `reservationIds must be 1 to ${mostIds} ids`))
    }
    return ids.flatMap((id) => store.reservations.get(id) ?? []).map((row) => showStay(store, row))
  })
}

/** What a filter of the form `filter[name][operator]` lets pass. */
function testOf(store: Store, written: string, value: string): (row: Reservation) => boolean {
  const [, name = '', operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(written) ?? []
  const field = name as FilterName
  const asTime = (text: string) => (field === 'createdAt' ? Date.parse(text) : text)
  const listed = value.split(',')
  return (row) => {
    const values = held[field](store, row).flatMap((one) => one ?? [])
    if (!stayFilters[field].isRange) {
      const isListed = values.some((one) => listed.includes(one))
      return operator === 'ne' || operator === 'nin' ? !isListed : isListed
    }
    return values.some((one) => compares(operator, asTime(one), asTime(value)))
  }
}

function compares(operator: string, held: string | number, value: string | number): boolean {
  if (operator === 'eq') return held === value
  if (operator === 'gte') return held >= value
  if (operator === 'gt') return held > value
  return operator === 'lte' ? held <= value : held < value
}
