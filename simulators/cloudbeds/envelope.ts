/** Reads the parameters that lists share, and writes the vendor's answers. */
import { addDays } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { DayRange } from '../kit/nights.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import type { Hotel } from './records.ts'

/** The vendor reports errors with status 200; only its gateway uses other ones. */
export const refused = (message: string, status = 200): VendorAnswer => ({
  status,
  body: { success: false, message },
})

export function page<T, S = T>(
  rows: readonly T[],
  query: Query,
  usualSize: number,
  show: (row: T) => S = (row) => row as unknown as S,
) {
  const size = Math.min(100, Math.max(1, intParam(query, 'pageSize') ?? usualSize))
  const number = Math.max(1, intParam(query, 'pageNumber') ?? 1)
  const data = rows.slice((number - 1) * size, number * size).map(show)
  return { success: true, data, count: data.length, total: rows.length }
}

/** Reads values separated by commas; undefined if absent, so that every row passes. */
export function listParam(query: Query, name: string): Set<string> | undefined {
  const text = textParam(query, name)
  return text === undefined ? undefined : new Set(text.split(',').map((part) => part.trim()))
}

/** Returns a test whether a row has one of the requested values. */
export function filterOf<K extends string>(
  query: Query,
  names: Partial<Record<K, string>>,
): (row: Readonly<Record<K, string>>) => boolean {
  const filters = Object.entries<string>(names as Record<K, string>).map(
    ([field, name]) => [field as K, listParam(query, name)] as const,
  )
  return (row) => filters.every(([field, values]) => values?.has(row[field]) !== false)
}

export function hotelsAsked(hotels: ReadonlyMap<string, Hotel>, query: Query): Hotel[] {
  return [...hotels.values()].filter(filterOf(query, { propertyID: 'propertyIDs' }))
}

/** Returns the nights of a query, which names the day after the last. */
export function nightsAsked(query: Query): DayRange {
  const [from = '', to = ''] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  return to <= from ? refuse(refused('Invalid dates')) : { from, to: addDays(to, -1) }
}
