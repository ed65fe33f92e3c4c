import { fieldOf, listIn, numberIn } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage, type NumberedPageRequest } from '../../connector-kit/numbered-pages.ts'
import { offsetPage, plainId, type OffsetPage } from '../../connector-kit/paginate.ts'
import { readItems } from './signals.ts'

export interface InboxWalk {
  cursor: string | null
  modifiedSince: string | undefined
  /** 50 at most. */
  pageSize: number
}

/** One page of the older version's list of bookings and enquiries, those in the trash left out. */
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

// In a list that is ordered by change, everything that changes leaves its place.
const overlap = 12

/** One page of a list of the newer version of the API, whose order is not documented. `pageSize`: 50 at most. */
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
