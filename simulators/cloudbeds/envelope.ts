import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'

/** The vendor says what went wrong with status 200; only its gateway knows others. */
export const refused = (message: string, status = 200): VendorAnswer => ({
  status,
  body: { success: false, message },
})

export function page<T>(rows: readonly T[], query: Query, usualSize: number): object {
  const size = Math.min(100, Math.max(1, intParam(query, 'pageSize') ?? usualSize))
  const number = Math.max(1, intParam(query, 'pageNumber') ?? 1)
  const data = rows.slice((number - 1) * size, number * size)
  return { success: true, data, count: data.length, total: rows.length }
}

/** Values in one text, separated by commas; undefined: not given, so every row fits. */
export function listParam(query: Query, name: string): Set<string> | undefined {
  const text = textParam(query, name)
  return text === undefined ? undefined : new Set(text.split(',').map((part) => part.trim()))
}
