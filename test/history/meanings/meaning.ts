/** Reads from a call what it wrote, saw and may bring about. */
import type { HistoryOperation } from '../history.ts'
import type { SeenEvent } from './events.ts'
import { eventLogMeaning } from './events.ts'
import { guestMeaning } from './guests.ts'
import { nightMeaning } from './nights.ts'
import { reservationMeaning } from './reservations.ts'
import { vendorControlMeaning } from './vendor-controls.ts'

/** A call as it was made. `status` is null and `text` empty if its answer was lost. */
export interface ApiExchange {
  method: string
  url: URL
  body: string
  status: number | null
  text: string
}

/** The parts of a call that meanings look at. */
export interface ParsedExchange {
  method: string
  path: string
  query: URLSearchParams
  /** Empty if there was no JSON. */
  body: JsonFields
  /** The body as it was sent. */
  sent: string
  status: number | null
  answer: JsonFields
}

export type JsonFields = Record<string, unknown>

export type CallMeaning = Partial<
  Pick<
    HistoryOperation,
    | 'writes'
    | 'reads'
    | 'readsAll'
    | 'orders'
    | 'holds'
    | 'releases'
    | 'openNights'
    | 'causes'
    | 'effects'
    | 'logPage'
  >
> & { events?: SeenEvent[] }

const meanings = [guestMeaning, reservationMeaning, nightMeaning, eventLogMeaning, vendorControlMeaning]

export function meaningOf({ method, url, body, status, text }: ApiExchange): CallMeaning {
  const { pathname: path, searchParams: query } = url
  const exchange = { method, path, query, body: fieldsOf(body), sent: body, status, answer: fieldsOf(text) }
  return Object.assign({}, ...meanings.map((meaning) => meaning(exchange) ?? {})) as CallMeaning
}

function fieldsOf(text: string): JsonFields {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as JsonFields) : {}
  } catch {
    return {}
  }
}

export const rowsOf = (answer: JsonFields): JsonFields[] =>
  Array.isArray(answer.data) ? (answer.data as JsonFields[]) : []

/** A list that was answered as a whole, so what is not in it is not there. */
export function isWholeList({ query, answer }: ParsedExchange): boolean {
  const narrowing = [...query.keys()].filter((name) => !['limit', 'include_total'].includes(name))
  const { nextCursor } = (answer.pagination ?? {}) as { nextCursor?: string | null }
  return narrowing.length === 0 && nextCursor === null
}

/** Returns the values of a field from the history of a record, the oldest first; null if it is not whole. */
export function orderOf(exchange: ParsedExchange, field: string): string[] | null {
  if (!isWholeList(exchange)) return null
  const changes = rowsOf(exchange.answer).map(({ after }) => (after ?? {}) as JsonFields)
  return changes.flatMap((after) => (typeof after[field] === 'string' ? [after[field]] : [])).reverse()
}
