/** Reads the parameters that lists share. */
import { addDays } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import { textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import { refused } from './envelope.ts'
import type { Hotel } from './records.ts'
import type { Store } from './store.ts'

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

export function hotelsAsked(store: Store, query: Query): Hotel[] {
  return [...store.hotels.values()].filter(filterOf(query, { propertyID: 'propertyIDs' }))
}

/** Returns the nights of a query, which names the day after the last. */
export function nightsAsked(query: Query): DayRange {
  const [from = '', to = ''] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  return to <= from ? refuse(refused('Invalid dates')) : { from, to: addDays(to, -1) }
}
