import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'

// Live accounts show this size; the documentation names none.
const pageSize = 100

export const failure = (code: number, error: string, status = code): VendorAnswer => ({
  status,
  body: { success: false, type: 'error', code, error },
})

/** Returns a numbered page of a list. */
export function page<T>(type: string, rows: readonly T[], query: Query): object {
  const number = Math.max(1, intParam(query, 'page') ?? 1)
  const data = rows.slice((number - 1) * pageSize, number * pageSize)
  const goesOn = rows.length > number * pageSize
  const link = goesOn ? { nextPageLink: `https://api.beds24.com/v2?page=${number + 1}` } : {}
  return {
    success: true,
    type,
    count: data.length,
    pages: { nextPageExists: goesOn, ...link },
    data,
  }
}

/** Returns all values of a parameter that may be repeated. */
export function manyParam(query: Query, name: string): string[] {
  const value = query[name]
  return (Array.isArray(value) ? value : [value ?? '']).filter((text) => text !== '')
}

/** Undefined if it is absent, so that every row passes. */
export function idsParam(query: Query, name: string): Set<number> | undefined {
  const ids = manyParam(query, name).map(Number)
  return ids.length === 0 ? undefined : new Set(ids)
}
