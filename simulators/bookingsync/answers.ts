import type { FastifyReply } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'

/** The vendor names what is wrong by field. */
export const failure = (status: number, errors: object | string): VendorAnswer => ({
  status,
  body: typeof errors === 'string' ? { error: errors } : { errors },
})

export const notFound = failure(404, 'not_found')
export const unauthorized = failure(401, 'unauthorized')
export const invalid = (field: string, problem: string): VendorAnswer => failure(422, { [field]: [problem] })

const largestPage = 100

interface ListAnswer {
  name: string
  rows: readonly object[]
  query: Query
  nowMs: number
  /** Ids of what is gone, where changes since a time were asked for. */
  deletedIds?: readonly number[]
}

/** Sends a page of a list; how many there are, and the vendor's time, stand in headers. */
export function sendPage(reply: FastifyReply, { name, rows, query, nowMs, deletedIds }: ListAnswer) {
  const size = Math.min(largestPage, Math.max(1, intParam(query, 'per_page') ?? largestPage))
  const page = Math.max(1, intParam(query, 'page') ?? 1)
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const path = `https://www.bookingsync.com${reply.request.url.split('?')[0]}`
  const rels = [['first', 1], ...(page < pages ? [['next', page + 1] as const] : []), ['last', pages]]
  return reply
    .headers({
      'x-total-count': String(rows.length),
      'x-total-pages': String(pages),
      'x-per-page': String(size),
      'x-updated-since-request-synced-at': `${secondOf(nowMs).replace('T', ' ').slice(0, 19)} UTC`,
      link: rels.map(([rel, number]) => `<${path}?page=${number}>; rel="${rel}"`).join(', '),
    })
    .send({
      ...body(name, rows.slice((page - 1) * size, page * size)),
      meta: deletedIds === undefined ? {} : { deleted_ids: deletedIds },
    })
}

export const body = (name: string, rows: readonly object[]): Record<string, unknown> => ({
  links: { [`${name}.account`]: `https://www.bookingsync.com/api/v3/accounts/{${name}.account}` },
  [name]: rows,
})

/** Decimals are texts, and whole ones end with a zero: `2700.0`. */
export const decimal = (amount: number): string => (Number.isInteger(amount) ? `${amount}.0` : String(amount))
