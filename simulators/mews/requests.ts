/** Reading what is asked, as strictly as the vendor does. */
import { Refusal } from './answers.ts'
import type { Collection, Entry } from './collection.ts'
import { guidForm } from './guid.ts'

export type Body = Readonly<Record<string, unknown>>

const mostIds = 1000
const mostRows = 1000
// Three months of the longest kind.
const longestIntervalMs = 92 * 86_400_000

export function bodyOf(value: unknown): Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {}
}

export function textOf(body: Body, name: string): string | undefined {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** undefined: the filter is not set. */
export function idsOf(body: Body, name: string, most = mostIds): Set<string> | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  const isList = Array.isArray(value) && value.length <= most
  if (!isList || !value.every((id) => typeof id === 'string' && guidForm.test(id))) {
    throw new Refusal(400, `Invalid ${name}.`)
  }
  return new Set(value as string[])
}

export interface Interval {
  startMs: number
  endMs: number
}

export function intervalOf(body: Body, name: string, isLimited = true): Interval | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  const { StartUtc, EndUtc } = bodyOf(value)
  const [startMs, endMs] = [instantOf(StartUtc), instantOf(EndUtc)]
  if (startMs === undefined || endMs === undefined || endMs < startMs)
    throw new Refusal(400, `Invalid ${name}.`)
  if (isLimited && endMs - startMs > longestIntervalMs) {
    throw new Refusal(400, `Invalid ${name}: the interval must not be longer than 3 months.`)
  }
  return { startMs, endMs }
}

export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** A page of rows that stand newest first. The cursor is the id of the last row of the page before. */
export function pageOf<T extends Entry>(
  body: Body,
  collection: Collection<T>,
  passes: (row: T) => boolean,
): { rows: T[]; Cursor: string | null } {
  const { Count, Cursor } = bodyOf(body.Limitation)
  if (typeof Count !== 'number' || !Number.isInteger(Count) || Count < 1 || Count > mostRows) {
    throw new Refusal(400, 'Invalid Limitation.')
  }
  const before = Cursor === undefined || Cursor === null ? Infinity : collection.placeOf(String(Cursor))
  if (before === undefined) throw new Refusal(400, 'Invalid Cursor.')
  const rest = collection
    .newestFirst()
    .filter((row) => (collection.placeOf(row.Id) ?? 0) < before && passes(row))
  const rows = rest.slice(0, Count)
  // A full page has a cursor even when nothing comes after it.
  return { rows, Cursor: rows.length === Count ? (rows.at(-1)?.Id ?? null) : null }
}
