/**
 * How answers are wrapped differs between the services behind the API, and the documentation shows wrappings that do
 * not come: rows are found in `results`, in `data`, in a named list inside `data`, or are the answer itself.
 */
import type { VendorAnswer, VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, numberIn } from '../../connector-kit/answers.ts'
import { idIn } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

// What a 401 says when it is about the token: `Unauthorized`, in the envelope of the gateway.
const aboutToken = /unauthori[sz]ed|token|jwt|credential|expired|authenticat/i

/**
 * Documented: a stay that the calendar or the terms forbid is refused with 401 as well. Only a 401 that speaks of the
 * token, or says nothing, may cost one of the five tokens of a day.
 */
export function isTokenRefused({ status, json, text }: VendorAnswer): boolean {
  if (status !== 401) return false
  const words = json === undefined ? text : JSON.stringify(json)
  return !/[a-z]/i.test(words) || /^\s*</.test(words) || aboutToken.test(words)
}

export const signals: VendorSignals = {
  verdictOf: (answer) =>
    answer.status === 401 && !isTokenRefused(answer) ? { kind: 'rejected' } : undefined,
  messageOf(json) {
    if (typeof json === 'string') return json
    if (!isFields(json)) return null
    const { error, error_description: description, message } = json
    const inner = isFields(error) ? error.message : error
    return [message, description, inner].find((text) => typeof text === 'string') ?? null
  },
}

export interface EnvelopeRows {
  rows: unknown[]
  /** How many the whole list has, where it says so. */
  total: number | null
  /** How many a page takes at most, where it says so. */
  limit: number | null
  /** Where a list that is walked by cursor goes on. */
  after: string | null
  /** Whether more rows follow, where it says so. */
  more: boolean | null
}

/** The rows of a list answer, wherever they stand. `name`: of a list inside `data`. */
export function readRows(json: unknown, name = 'results'): EnvelopeRows {
  if (Array.isArray(json)) return { rows: json, total: null, limit: null, after: null, more: null }
  const outer = isFields(json) ? json : {}
  const inner = isFields(outer.data) ? outer.data : outer
  const rows = [inner[name], inner.results, inner.data].find((candidate) => Array.isArray(candidate))
  if (rows === undefined) throw new VendorError('malformed', `a list was expected in ${name}`)
  const cursor = fieldOf(inner.cursor, 'after')
  const more = fieldOf(inner.pagination, 'hasMore')
  return {
    rows: rows as unknown[],
    total: numberIn(inner, 'count') ?? numberIn(inner, 'total'),
    limit: numberIn(inner, 'limit'),
    after: typeof cursor === 'string' && cursor !== '' ? cursor : null,
    more: typeof more === 'boolean' ? more : null,
  }
}

/** A single record, which some services wrap in `data`. */
export function readRecord(json: unknown): unknown {
  if (!isFields(json)) throw new VendorError('malformed', 'a record was expected')
  return '_id' in json || !isFields(json.data) ? json : json.data
}

export const idOf = idIn('_id')
