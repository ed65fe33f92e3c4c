import { fieldOf, listIn, numberIn } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage, type NumberedPageRequest } from '../../connector-kit/numbered-pages.ts'
import { offsetPage, plainId, type OffsetPage } from '../../connector-kit/paginate.ts'
import { readItems } from './signals.ts'

export interface InboxWalk {
  cursor: string | null
  modifiedSince: string | undefined
  /** The vendor's maximum is 50. */
  pageSize: number
}

/** Reads one page of the older version's list of bookings and enquiries, without those in the trash. */
export function inboxPage(
  http: VendorHttp,
  { cursor, modifiedSince, pageSize }: InboxWalk,
): Promise<OffsetPage> {
  return offsetPage({
    cursor,
    limit: pageSize,
    overlap: Math.floor(pageSize / 4),
    // A booking and an enquiry can have the same number.
    idOf: (row) => `${String(fieldOf(row, 'type'))}${plainId(row)}`,
    fetch: async (page) => {
      const answer = await http.get('/v1/reservation', { query: { ...page, modifiedSince } })
      return { rows: listIn(answer, 'items'), total: numberIn(answer, 'total') }
    },
  })
}

// In a list ordered by change, every row that changes moves.
const overlap = 12

/** Reads one page of a newer version's list, whose order is not documented. `pageSize` is at most 50. */
export function numberedList(
  http: VendorHttp,
  { path, query, cursor, pageSize }: NumberedPageRequest,
): Promise<OffsetPage> {
  return numberedPage({
    cursor,
    limit: pageSize,
    overlap: Math.min(overlap, Math.floor(pageSize / 4)),
    fetch: async (page, size) => {
      const { rows, count } = readItems(
        await http.get(path, { query: { ...query, page, size, includeCount: true } }),
      )
      return { rows, total: count }
    },
  })
}
