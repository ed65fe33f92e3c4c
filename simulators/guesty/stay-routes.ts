import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { bracketParam, intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { refusal, sorted } from './answers.ts'
import { isObjectId } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import { showStay } from './stay-view.ts'
import type { Store } from './store.ts'

const mostIds = 10
const mostRows = 100
const notForThisAccount = refusal(403, 'The account has no access to this resource', 'FORBIDDEN')

interface Filter {
  operators: readonly string[]
  values(store: Store, row: Reservation): (string | null)[]
  isValue?(value: string): boolean
}

const ranges = ['eq', 'gte', 'gt', 'lte', 'lt']
const isMoment = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))

/** What can be searched by, as documented. A range needs its operator; a list of values stands with commas. */
const filters: Record<string, Filter> = {
  status: { operators: ['eq', 'ne', 'in', 'nin'], values: (_store, row) => [row.status] },
  listingId: {
    operators: ['eq', 'in'],
    values: (store, row) => [row.listingId, store.rootId(row.listingId)],
  },
  confirmationCode: { operators: ['eq', 'in'], values: (_store, row) => [row.confirmationCode] },
  source: { operators: ['eq', 'in'], values: (_store, row) => [row.source] },
  checkIn: { operators: ranges, values: (_store, row) => [row.checkInDateLocalized], isValue: isDay },
  checkOut: { operators: ranges, values: (_store, row) => [row.checkOutDateLocalized], isValue: isDay },
  createdAt: { operators: ranges, values: (_store, row) => [row.createdAt], isValue: isMoment },
}

const sorts: Record<string, keyof Reservation> = {
  _id: '_id',
  checkIn: 'checkInDateLocalized',
  checkOut: 'checkOutDateLocalized',
  createdAt: 'createdAt',
}

/** The newer endpoints. `isClosed`: the account was not let in yet. */
export function stayRoutes(app: FastifyInstance, store: Store, isClosed: boolean): void {
  app.get<{ Querystring: Query }>('/reservations-v3/search', ({ query }, reply) => {
    if (isClosed) return sendAnswer(reply, notForThisAccount)
    const tests = Object.entries(query)
      .filter(([name]) => name.startsWith('filter['))
      .map(([name, value]) => testOf(store, name, String(value)))
    const wrong = tests.find((test) => typeof test === 'string') ?? wrongPage(query)
    if (typeof wrong === 'string') return sendAnswer(reply, refusal(400, wrong))
    const [limit, skip] = [intParam(query, 'limit') ?? 25, intParam(query, 'skip') ?? 0]
    const asked = textParam(query, 'sort') ?? '-_id'
    const sort = asked.replace(/^(-?)(.*)$/, (_all, sign: string, name: string) => `${sign}${sorts[name]}`)
    const found = [...store.reservations.values()].filter((row) =>
      tests.every((test) => typeof test === 'string' || test(row)),
    )
    const rows = sorted(found, sort).slice(skip, skip + limit)
    return {
      results: rows.map((row) => {
        const { _id: reservationId, ...rest } = showStay(store, row)
        return { reservationId, ...rest }
      }),
      pagination: { skip, limit, hasMore: skip + limit < found.length },
    }
  })

  app.get<{ Querystring: Query }>('/reservations-v3', ({ query }, reply) => {
    if (isClosed) return sendAnswer(reply, notForThisAccount)
    const listed = (textParam(query, 'reservationIds') ?? '').split(',').filter((id) => id !== '')
    const ids = [...bracketParam(query, 'reservationIds'), ...listed]
    if (ids.length === 0 || ids.length > mostIds || !ids.every(isObjectId)) {
      return sendAnswer(reply, refusal(400, `reservationIds must be 1 to ${mostIds} ids`))
    }
    return ids.flatMap((id) => store.reservations.get(id) ?? []).map((row) => showStay(store, row))
  })
}

/** What a filter lets pass, or what is wrong with it. */
function testOf(store: Store, name: string, value: string): ((row: Reservation) => boolean) | string {
  const [, field = '', operator] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? []
  const filter = Object.hasOwn(filters, field) ? filters[field] : undefined
  if (filter === undefined) return `unsupported filter ${name}`
  const isRange = filter.operators === ranges
  if (operator === undefined ? isRange : !filter.operators.includes(operator))
    return `unsupported filter ${name}`
  if (filter.isValue !== undefined && !filter.isValue(value)) return `${name} is not valid`
  const asTime = (text: string) => (field === 'createdAt' ? Date.parse(text) : text)
  const listed = value.split(',')
  return (row) => {
    const held = filter.values(store, row).flatMap((one) => one ?? [])
    if (!isRange) {
      const isListed = held.some((one) => listed.includes(one))
      return operator === 'ne' || operator === 'nin' ? !isListed : isListed
    }
    return held.some((one) => compares(operator ?? 'eq', asTime(one), asTime(value)))
  }
}

function compares(operator: string, held: string | number, value: string | number): boolean {
  if (operator === 'eq') return held === value
  if (operator === 'gte') return held >= value
  if (operator === 'gt') return held > value
  return operator === 'lte' ? held <= value : held < value
}

function wrongPage(query: Query): string | undefined {
  const [limit, skip] = [textParam(query, 'limit'), textParam(query, 'skip')]
  const isWhole = (text: string | undefined, least: number, most: number) =>
    text === undefined || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)
  if (!isWhole(limit, 1, mostRows)) return `limit must not be greater than ${mostRows}`
  if (!isWhole(skip, 0, Number.MAX_SAFE_INTEGER)) return 'skip must not be less than 0'
  const sort = (textParam(query, 'sort') ?? '_id').replace(/^-/, '')
  return Object.hasOwn(sorts, sort) ? undefined : `sort must be one of ${Object.keys(sorts).join(', ')}`
}
