import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'
import { offsetMs } from '../kit/zone-offset.ts'

/** Most failures have no body. */
const bare = (status: number): VendorAnswer => ({ status, body: undefined })
export const unauthorized = bare(401)
export const notFound = bare(404)
export const badRequest = bare(400)
export const serverError: VendorAnswer = { status: 500, body: { messages: ['An error occurred.'] } }
export const rateLimited: VendorAnswer = { ...bare(429), headers: { 'retry-after': '10' } }
export const noContent = bare(204)

/** A refusal that says why. */
export const refusal = (...messages: string[]): VendorAnswer => ({ status: 422, body: { messages } })

/** A list without a page size is given whole, and an empty page is no content. */
export function listOf(name: string, rows: readonly object[], query: Query): VendorAnswer {
  const size = intParam(query, 'pageSize')
  const first = size === undefined ? 0 : ((intParam(query, 'pageNumber') ?? 1) - 1) * size
  const page = rows.slice(first, size === undefined ? undefined : first + size)
  return page.length === 0 ? noContent : { status: 200, body: { [name]: page, count: rows.length } }
}

/** The vendor takes a list as one text. */
export const listParam = (text: string | undefined): string[] | undefined => text?.split(',')

const offsetText = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A day and a time of the property's clock, with the offset of that day. */
export function momentOn(day: string, time: string, timeZone: string): string {
  const ms = Date.parse(`${day}T${time}Z`)
  return `${day}T${time}${offsetText(offsetMs(ms, timeZone))}`
}

/** A moment as the property's clock shows it. */
export function momentAt(ms: number, timeZone: string): string {
  const offset = offsetMs(ms, timeZone)
  return `${new Date(ms + offset).toISOString().slice(0, 19)}${offsetText(offset)}`
}

export const money = (amount: number, currency: string) => ({ amount, currency })
