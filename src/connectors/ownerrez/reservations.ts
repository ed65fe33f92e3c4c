import type { StayRecord } from '../../contract/records.ts'
import { compareInstants, latestInstant } from '../../connector-kit/dates.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { bookingsPage, newestChange } from './booking-list.ts'
import { toStay } from './map-reservation.ts'
import { orNull } from './missing.ts'
import { VendorBooking } from './vendor.ts'

interface Place {
  /** The place in the list that is being read; null: its beginning. */
  inner: string | null
  /** Whether what changed since a full walk began is being read, at its end. */
  isRest: boolean
  startedAt: string
  newest: string | null
}

// The vendor's clock may be behind ours.
const clockMarginMs = 300_000

const mapping: RowMapping<VendorBooking, StayRecord> = {
  row: compileCheck(VendorBooking),
  record: recordChecks.stay,
  idOf: plainId,
  map: toStay,
}

export const reservations: NonNullable<Operations['reservations']> = {
  /** The order of the list is not documented, so a full walk ends with what has changed since it began. */
  async page({ http, now }, { cursor, since }) {
    const startedAt = new Date(now().getTime() - clockMarginMs).toISOString()
    const place = readCursor<Place>(cursor, { inner: null, isRest: false, startedAt, newest: since })
    const from = place.isRest ? place.startedAt : since
    const { rows, next } = await bookingsPage(http, { cursor: place.inner, since: from })
    const newest = latestInstant([place.newest, newestChange(rows)])
    const isDone = next === null && (since !== null || place.isRest)
    const isRest = place.isRest || next === null
    return {
      ...mapRows(rows, mapping),
      next: isDone ? null : writeCursor({ ...place, inner: next, isRest, newest }),
      watermark: watermarkOf(newest, place.startedAt),
    }
  },

  async one({ http }, externalId) {
    const query = { include_guest: true, include_charges: true }
    const row = await orNull(http.get(`/v2/bookings/${encodeURIComponent(externalId)}`, { query }))
    return row === null ? null : mapOne(row, mapping)
  },
}

/** Not later than the walk began: what changed while it was on its way may stand where it had been already. */
function watermarkOf(newest: string | null, startedAt: string): string | null {
  if (newest === null) return null
  return compareInstants(newest, startedAt) > 0 ? startedAt : newest
}
