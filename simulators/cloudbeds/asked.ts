/** What a query asks for. */
import { textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import { refused } from './envelope.ts'
import type { Hotel } from './records.ts'
import type { Store } from './store.ts'

/** Values in one text, separated by commas; undefined: not given, so every row fits. */
export function listParam(query: Query, name: string): Set<string> | undefined {
  const text = textParam(query, name)
  return text === undefined ? undefined : new Set(text.split(',').map((part) => part.trim()))
}

/** Whether a row has one of the values that are asked for. */
export function filterOf<K extends string>(
  query: Query,
  names: Partial<Record<K, string>>,
): (row: Readonly<Record<K, string>>) => boolean {
  const wanted = Object.entries<string>(names as Record<K, string>).map(
    ([field, name]) => [field as K, listParam(query, name)] as const,
  )
  return (row) => wanted.every(([field, values]) => values?.has(row[field]) !== false)
}

export function hotelsAsked(store: Store, query: Query): Hotel[] {
  return [...store.hotels.values()].filter(filterOf(query, { propertyID: 'propertyIDs' }))
}

/** The first night, and the day after the last one. */
export function datesOf(query: Query): [from: string, to: string] {
  const [from = '', to = ''] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  if (to <= from) refuse(refused('Invalid dates'))
  return [from, to]
}
