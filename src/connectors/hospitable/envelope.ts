import type { VendorSignals } from '../../connector-kit/answer.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { pageWindow } from '../../connector-kit/page-window.ts'
import { offsetPage } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

interface Envelope {
  data?: unknown
  meta?: { total?: unknown } | null
  reason_phrase?: unknown
  message?: unknown
}

const isObject = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const signals: VendorSignals = {
  messageOf(json) {
    if (!isObject(json)) return null
    const text = [json.reason_phrase, json.message].find((value) => typeof value === 'string')
    return text === undefined ? null : String(text)
  },
}

export interface NumberedList {
  path: string
  query?: Query
  cursor: string | null
  pageSize: number
}

/** One page of a list. Its order is not documented, so each page begins with rows of the one before. */
export function numberedPage(http: VendorHttp, { path, query, cursor, pageSize }: NumberedList) {
  return offsetPage({
    cursor,
    limit: pageSize,
    fetch: async ({ offset, limit }) => {
      const { page, size, skip } = pageWindow(offset, limit)
      const answer = await http.get(path, { query: { ...query, page, per_page: size } })
      const rows = readList(answer)
      const total = isObject(answer) ? answer.meta?.total : undefined
      return {
        rows: rows.slice(skip),
        total: wholeTotal(total, (page - 1) * size + rows.length, rows.length < size),
      }
    },
  })
}

/** The rows of a list answer. */
export function readList(json: unknown): unknown[] {
  const data = readData(json)
  if (!Array.isArray(data)) throw new VendorError('malformed', 'a list was expected in data')
  return data
}

export function readData(json: unknown): unknown {
  if (isObject(json) && 'data' in json) return json.data
  throw new VendorError('malformed', 'an answer without data')
}

/** A single property stands without an envelope in the vendor's description, everything else within one. */
export function readBareOrData(json: unknown): unknown {
  return isObject(json) && 'data' in json ? json.data : json
}

/** A window may be shorter than asked for, and the position it ends at must not be taken for the end of the list. */
function wholeTotal(total: unknown, reached: number, isLast: boolean): number | null {
  if (typeof total === 'number') return total
  return isLast ? reached : reached + 1
}
