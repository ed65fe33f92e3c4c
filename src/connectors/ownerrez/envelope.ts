import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { offsetPage, type OffsetPage } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { instant } from './vendor.ts'

const pageSize = 100

/** Failures have the form `{code, messages, status}`. */
export const signals: VendorSignals = {
  messageOf(json) {
    const messages = fieldOf(json, 'messages')
    const words = [fieldOf(json, 'code'), ...(Array.isArray(messages) ? (messages as unknown[]) : [])]
    return words.filter((word) => typeof word === 'string').join(': ') || null
  },
}

/**
 * Reads one page of a list. Only `next_page_url` says if there is more: pages may be shorter than requested,
 * and `count` is not documented. The position is ours, so that pages can overlap.
 */
export function listPage(
  http: VendorHttp,
  { path, query, cursor }: { path: string; query?: Query; cursor: string | null },
): Promise<OffsetPage> {
  return offsetPage({
    cursor,
    limit: pageSize,
    fetch: async ({ offset, limit }) => {
      const answer = await http.get(path, { query: { ...query, limit, offset } })
      const rows = listIn(answer, 'items')
      const hasMore = presentText(fieldOf(answer, 'next_page_url')) !== null
      return { rows, total: hasMore ? offset + rows.length + 1 : null }
    },
  })
}

const everything = '2000-01-01T00:00:00Z'
// The vendor does not document if the moment itself is included, and it may cut moments to seconds.
const boundMarginMs = 1000

/**
 * The list needs properties or a time of last change; a full walk sends a time before everything, so that
 * bookings of removed properties are listed too.
 */
export function bookingsPage(
  http: VendorHttp,
  { cursor, since }: { cursor: string | null; since: string | null },
): Promise<OffsetPage> {
  const since_utc = since === null ? everything : new Date(Date.parse(since) - boundMarginMs).toISOString()
  const query = { since_utc, include_guest: true, include_charges: true }
  return listPage(http, { path: '/v2/bookings', query, cursor })
}

export const changedAt = (row: unknown): string | null => momentIn(row, 'updated_utc', instant)
