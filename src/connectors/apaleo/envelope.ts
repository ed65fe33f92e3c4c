import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn, numberIn } from '../../connector-kit/answers.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import { everyRow, type OffsetPage } from '../../connector-kit/paginate.ts'
import { presentTexts } from '../../connector-kit/readings.ts'

/** Newer lists give 500 rows at most. */
const pageSize = 200

/** A refusal with 422 says why in `messages`; most other failures have no body. */
export const signals: VendorSignals = {
  messageOf(json) {
    const messages = fieldOf(json, 'messages')
    return presentTexts(Array.isArray(messages) ? (messages as unknown[]) : []).join(' ') || null
  },
  // The vendor's proxy gave up waiting, so whether the call was done is unknown.
  verdictOf: ({ status }) => (status === 499 ? { kind: 'unavailable' } : undefined),
}

interface NumberedList {
  path: string
  /** The rows have this name in the answer. */
  name: string
  query?: Query
  cursor: string | null
}

/** Reads one page of a list. An empty page is 204 without a body. */
export function listPage(http: VendorHttp, { path, name, query, cursor }: NumberedList): Promise<OffsetPage> {
  return numberedPage({
    cursor,
    limit: pageSize,
    ...(name === 'timeSlices' || name === 'rates' ? { idOf: startOf } : {}),
    fetch: async (pageNumber, size) => {
      const answer = await http.get(path, { query: { ...query, pageNumber, pageSize: size } })
      return answer === undefined
        ? { rows: [], total: null }
        : { rows: listIn(answer, name), total: numberIn(answer, 'count') }
    },
  })
}

/** Nights have no id but their beginning. */
const startOf = (row: unknown): string => String(fieldOf(row, 'from'))

export const everyListRow = (http: VendorHttp, list: Omit<NumberedList, 'cursor'>): Promise<unknown[]> =>
  everyRow((cursor) => listPage(http, { ...list, cursor }))

export const changedAt = (row: unknown): string | null => momentIn(row, 'modified')
