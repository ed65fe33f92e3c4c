/**
 * The list needs properties or a time of last change; a full walk sends a time before everything, so that
 * bookings of removed properties are listed too.
 */
import { momentIn } from '../../connector-kit/dates.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import type { OffsetPage } from '../../connector-kit/paginate.ts'
import { listPage } from './envelope.ts'
import { instant } from './map.ts'

const everything = '2000-01-01T00:00:00Z'
// The vendor does not document if the moment itself is included, and it may cut moments to seconds.
const boundMarginMs = 1000

export function bookingsPage(
  http: VendorHttp,
  { cursor, since }: { cursor: string | null; since: string | null },
): Promise<OffsetPage> {
  const since_utc = since === null ? everything : new Date(Date.parse(since) - boundMarginMs).toISOString()
  const query = { since_utc, include_guest: true, include_charges: true }
  return listPage(http, { path: '/v2/bookings', query, cursor })
}

export const changedAt = (row: unknown): string | null => momentIn(row, 'updated_utc', instant)
