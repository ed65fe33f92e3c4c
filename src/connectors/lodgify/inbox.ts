import type { VendorHttp } from '../../connector-kit/http.ts'
import { offsetPage, plainId } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

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
): Promise<{ rows: unknown[]; next: string | null; total: number | null }> {
  return offsetPage({
    cursor,
    limit: pageSize,
    overlap: Math.floor(pageSize / 4),
    // A booking and an enquiry can have the same number.
    idOf: (row) => `${(row as { type?: unknown } | null)?.type}${plainId(row)}`,
    fetch: async (page) => {
      const answer = await http.get('/v1/reservation', { query: { ...page, modifiedSince } })
      const { items, total } = (answer ?? {}) as { items?: unknown; total?: unknown }
      if (!Array.isArray(items)) throw new VendorError('malformed', 'a list was expected in items')
      return { rows: items, total: typeof total === 'number' ? total : null }
    },
  })
}
