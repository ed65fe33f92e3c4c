/** Reads requests whose shape was already checked. */
import { secondOf } from '../kit/clock.ts'
import { Refusal } from '../kit/refusal.ts'
import type { VendorRows } from '../kit/world/rows.ts'
import { failure, invalid } from './answers.ts'
import type { Collection, CollectionEntry } from './collection.ts'
import { dayIn, midnight } from './local-time.ts'

export type Body = Readonly<Record<string, unknown>>

// Three months of the longest kind.
const longestIntervalMs = 92 * 86_400_000

export function bodyOf(value: unknown): Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {}
}

export function textOf(body: Body, name: string): string | undefined {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const rowsOf = (body: Body, name: string): Body[] => body[name] as Body[]

/** Returns the row that a field names. */
export function namedIn<T>(rows: VendorRows<T>, body: Body, name: string): T {
  const row = rows.get(textOf(body, name))
  if (row === undefined) throw invalid(name)
  return row
}

/** Undefined if the filter is not set. */
export function idsOf(body: Body, name: string): Set<string> | undefined {
  const ids = body[name] as string[] | null | undefined
  return ids ? new Set(ids) : undefined
}

export interface Interval {
  startMs: number
  endMs: number
}

export function intervalOf(body: Body, name: string, isLimited = true): Interval | undefined {
  if (body[name] === undefined || body[name] === null) return undefined
  const fields = bodyOf(body[name])
  const [startMs, endMs] = [instantOf(fields, 'StartUtc'), instantOf(fields, 'EndUtc')]
  if (endMs < startMs) throw invalid(name)
  if (isLimited && endMs - startMs > longestIntervalMs) {
    throw new Refusal(failure(400, `Invalid ${name}: the interval must not be longer than 3 months.`))
  }
  return { startMs, endMs }
}

export function instantOf(body: Body, name: string): number {
  const ms = Date.parse(String(body[name]))
  if (Number.isNaN(ms)) throw invalid(name)
  return ms
}

/** A night is given as the hotel's midnight. */
export function nightIn(body: Body, name: string, zone: string): string {
  const ms = instantOf(body, name)
  const day = dayIn(secondOf(ms), zone)
  if (Date.parse(midnight(day, zone)) === ms) return day
  throw new Refusal(failure(400, `Invalid ${name}: it must be the start of a time unit.`))
}

/** Returns a page, the newest rows first. The cursor is the last row's id of the page before. */
export function pageOf<T extends CollectionEntry>(
  body: Body,
  collection: Collection<T>,
  passes: (row: T) => boolean,
): { rows: T[]; Cursor: string | null } {
  const { Count, Cursor } = body.Limitation as { Count: number; Cursor?: string | null }
  const before = Cursor === undefined || Cursor === null ? Infinity : collection.placeOf(Cursor)
  if (before === undefined) throw invalid('Cursor')
  const rest = collection
    .all()
    .reverse()
    .filter((row) => (collection.placeOf(row.Id) ?? 0) < before && passes(row))
  const rows = rest.slice(0, Count)
  // A full page has a cursor even if nothing follows.
  return { rows, Cursor: rows.length === Count ? (rows.at(-1)?.Id ?? null) : null }
}
